/** A regular expression would take quadratic time. */
export const withoutEndSlashes = (text: string): string => {
  let end = text.length
  while (text[end - 1] === '/') end--
  return text.slice(0, end)
}
