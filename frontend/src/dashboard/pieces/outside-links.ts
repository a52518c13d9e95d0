import { parseWebLink } from '@firsttouch/api/contract/fields/parse-web-link'
import type { StoredNumber } from '@firsttouch/api/contract/inbox'

/** A tel: link (RFC 3966). A number that is not valid, such as one without its area code, is dialled as typed. */
export const callLink = (number: StoredNumber, typed: string): string | null => {
  if (number) return `tel:${number.e164}${number.extension && `;ext=${number.extension}`}`
  const digits = typed.replace(/[\s().-]/g, '')
  return /^(?:\+|00?)?[1-9]\d{5,13}$/.test(digits) ? `tel:${digits}` : null
}

export const webLink = (address: string): string | null => parseWebLink(address)?.href ?? null
