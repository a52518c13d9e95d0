/** Links to write to somebody by mail or chat; nothing that a person typed may add a recipient or a header. */
import { internationalDigits } from '@firsttouch/api/contract/fields/phone-number'

// A text cut in the middle of an emoji would make encodeURIComponent throw.
const encode = (text: string): string => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'))

/** One recipient; every value percent-encoded, except the address's own `@`. */
export const mailLink = (address: string, subject: string, body = ''): string => {
  const link = `mailto:${encode(address.trim()).replaceAll('%40', '@')}?subject=${encode(
    subject.replace(/[\r\n]+/g, ' '),
  )}`
  return body ? `${link}&body=${encode(body.replace(/\r?\n/g, '\r\n'))}` : link
}

/** null without a usable number (6 to 15 digits): the chat app would open with nobody to write to. */
export const chatLink = (phone: string, text: string): string | null => {
  const digits = internationalDigits(phone)
  return digits && `https://wa.me/${digits}?text=${encode(text)}`
}
