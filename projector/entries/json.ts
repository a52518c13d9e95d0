/** Parses an entry's text. Memoizes the last result, because the tally parses the text right after the projection. Neither may change the result. */
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
