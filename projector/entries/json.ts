/** An entry's text as JSON. The two readings ask for it one after the other, so it is parsed once; neither may change it. */
let last: { text: string; json: unknown } = { text: '', json: undefined }

/** Undefined for a text that is no JSON. */
export const jsonOf = (text: string): unknown => {
  if (text !== last.text) last = { text, json: parsed(text) }
  return last.json
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
