/** Parses an entry's text. Memoizes the last result, because projection and tally parse one text. Do not change it. */
let last: { text: string; json: unknown } = { text: '', json: undefined }

/** undefined when the text is not JSON. */
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
