/** The one place that reads telephone numbers. Its metadata has 157 kB, so it stays on the server: pages get the result. */
import { compatible } from '@firsttouch/ingest/text'
import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max'

/** `e164`: "+" and digits. `extension`: digits, or empty. */
export type PhoneNumber = { e164: string; extension: string }

/** Ofcom reserves these numbers for drama, so the library calls them unassigned. It knows Ofcom's other drama numbers. */
const DRAMA = /^\+44(7700900|1632960)\d{3}$/

/** RFC 3966: "tel:7946-0000;phone-context=+44-20". The library reads only every second of them (a global expression). */
const CONTEXT = /^(?:tel:)?([^+:]*);phone-context=(\+[\d-]+)/i

/**
 * The first number in the text, or null if no country assigns such a number. A number without its country is one of
 * `country`. Letters are never read as digits: a wrong guess sends a customer's words to a stranger.
 */
export const normalisePhone = (text: string, country: string): PhoneNumber | null => {
  const typed = compatible(text)
    .replace(/%[2-7][\da-f]/gi, decodeURIComponent)
    .replace(CONTEXT, '$2 $1')
    .replace(/(ext[\p{L}.:]{0,8})\s{0,4}[#(]/giu, '$1 ')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/[_*·•]/g, ' ')
    .replace(/\+[\s+]*/g, '+')
    .replace(/\+([\s(]*0)/g, '$1')
  for (const part of [typed, ...typed.split(/[/|\\&;,]/), ...typed.split(/\p{L}{2,}/u)]) {
    const number = read(part, country)
    if (number) return number
  }
  return firstOfTwo(typed.split(/[\s-]+/), country)
}

const read = (text: string, country: string): PhoneNumber | null => {
  const number = parsePhoneNumberFromString(text, country as CountryCode)
  if (!number || !(number.isValid() || DRAMA.test(number.number))) return null
  return { e164: number.number, extension: number.ext ?? '' }
}

/** "07700 900123 020 7946 0000": both halves must be numbers, or a digit too many would be cut off. */
const firstOfTwo = (words: string[], country: string): PhoneNumber | null => {
  for (let at = 1; at < words.length; at++) {
    const first = read(words.slice(0, at).join(' '), country)
    if (first && read(words.slice(at).join(' '), country)) return first
  }
  return null
}
