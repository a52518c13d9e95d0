/** Memoizes the last result, because projection and tally parse the same text. Callers must not change the result. */
let last: { text: string; json: unknown } = { text: '', json: undefined }

/** Returns undefined if the text is not JSON. */
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
