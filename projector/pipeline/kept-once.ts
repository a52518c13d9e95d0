/** What most events say as others do, as a campaign or a page: all rows of a batch hold one text for it, and no copy each. */
const MOST_TEXTS = 5_000
const LONGEST = 256
const kept = new Map<string, string>()

/** Well-formed. A sender of ever new texts costs their time and no memory. */
export const keptOnce = (text: string): string => {
  const known = kept.get(text)
  if (known !== undefined) return known
  const formed = text.toWellFormed()
  if (text.length > LONGEST) return formed
  if (kept.size >= MOST_TEXTS) kept.clear()
  kept.set(text, formed)
  return formed
}
