/** Links that leave the dashboard with a person's own words in them; nothing typed by a visitor may add a recipient or a header. */

import { parseWebLink } from '@firsttouch/api/contract/fields/parse-web-link'
import { internationalDigits } from '@firsttouch/api/contract/fields/phone'

// A text cut in the middle of an emoji would make encodeURIComponent throw.
const encode = (text: string): string => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'))

/** One recipient; every value percent-encoded, except the address's own `@`. */
export const mailLink = (address: string, subject: string, body: string): string =>
  `mailto:${encode(address.trim()).replaceAll('%40', '@')}?subject=${encode(
    subject.replace(/[\r\n]+/g, ' '),
  )}&body=${encode(body.replace(/\r?\n/g, '\r\n'))}`

/** null without a usable number (6 to 15 digits): the chat app would open with nobody to write to. */
export const chatLink = (phone: string, text: string): string | null => {
  const digits = internationalDigits(phone)
  return digits && `https://wa.me/${digits}?text=${encode(text)}`
}

/** null when nothing in the text can be dialled. */
export const callLink = (phone: string): string | null => {
  const digits = phone.replace(/\D/g, '')
  if (digits.length < 3) return null
  return `tel:${phone.trim().startsWith('+') ? '+' : ''}${digits}`
}

/** Only web addresses become links; anything else a visitor typed stays plain text. */
export const webLink = (address: string): string | null => parseWebLink(address)?.href ?? null
