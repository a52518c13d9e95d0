/** `https://x.test//` → `https://x.test`. An expression would look for the end from each slash anew. */
export const withoutEndSlashes = (text: string): string => {
  let end = text.length
  while (text[end - 1] === '/') end--
  return text.slice(0, end)
}
