/** Takes e-mail addresses and telephone numbers out of texts that nobody typed them into on purpose. */

export const REMOVED = '[removed]'

/** Nearly every text is done after this look. */
const SUSPECT = /@|%(?:25)*40|(?:\+|%2b|\b0)\d/i
// Lengths are bounded (RFC 5321): a text of nothing but letters must not be searched from each of them to its end.
const EMAIL =
  /[^\s@"'<>()[\],;:\\/?&=#|]{1,64}(?:@|%(?:25)*40)[^\s@"'<>()[\],;:\\/?&=#|]{1,253}\.\p{L}{2,24}/giu
/**
 * With + or 00 and the country, or as people write them at home, with a leading 0. Other long numbers are the ids of
 * advertisements.
 */
const PHONE =
  /(?<![\w.])(?:\+|%2b|00)[1-9](?:(?:[\s().-]|%20){0,3}\d){7,13}(?!\w)|(?<![\w./-])\(?0[1-9](?:(?:[\s().-]|%20){0,3}\d){8,9}(?!\w)/gi

export const withoutContactData = (text: string): string =>
  SUSPECT.test(text) ? text.replace(EMAIL, REMOVED).replace(PHONE, REMOVED) : text

/** Whether any text in it, or any name of a field, would have something taken out. */
export const holdsContactData = (value: unknown): boolean => {
  if (typeof value === 'string') return withoutContactData(value) !== value
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([name, inner]) => holdsContactData(name) || holdsContactData(inner))
}
