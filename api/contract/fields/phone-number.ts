/** Parsing of phone numbers. Pages do not import this file, because the library's metadata takes 157 kB. */
import { compatible } from '@firsttouch/ingest/text'
import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max'

/** `e164` is "+" and digits. `extension` is digits, or empty. */
export type PhoneNumber = { e164: string; extension: string }

/** Ofcom's fictional numbers that the library treats as unassigned. */
const DRAMA = /^\+44(7700900|1632960)\d{3}$/

/** Phone context of RFC 3966. The library's own expression has the flag `g`, so it would miss every second match. */
const CONTEXT = /^(?:tel:)?([^+:]*);phone-context=(\+[\d-]+)/i

/**
 * First assigned number in the text, or null. `country` applies to numbers without a country code. Does not convert
 * letters to digits, because a wrong number would send a customer's message to a stranger.
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

/** First of two numbers, as in "07700 900123 020 7946 0000". null if either is invalid, because it may be mistyped. */
const firstOfTwo = (words: string[], country: string): PhoneNumber | null => {
  for (let at = 1; at < words.length; at++) {
    const first = read(words.slice(0, at).join(' '), country)
    if (first && read(words.slice(at).join(' '), country)) return first
  }
  return null
}
