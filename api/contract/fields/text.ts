/** Text that people type: cleaned first, then held to its rule. The browser and the server clean alike. */
import { z } from 'zod'
import { cleanEmail, normaliseEmail } from './email.ts'

/** Marks that reorder the text around them: "exe.txt" can be made to read as "txt.exe". */
const BIDI = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g

/** `toWellFormed`, which Firefox 115 does not have: halves of a surrogate pair that lack the other. */
const whole = (value: string): string => value.replace(/\p{Surrogate}/gu, '\ufffd')

/** As the Stream-Safe Text Format (UAX #15, section 13): composing marks takes the square of their number. */
const MOST_MARKS = 30
const withFewMarks = (value: string): string =>
  value.replace(/\p{M}+/gu, marks => [...marks].slice(0, MOST_MARKS).join(''))

const wellFormed = (value: string): string => withFewMarks(whole(value)).normalize('NFC').replace(BIDI, '')

/** One line: control characters, line ends among them, become a space. */
export const cleanLine = (value: string): string =>
  wellFormed(value)
    .replace(/\p{Cc}+/gu, ' ')
    .trim()

const cleanProse = (value: string): string =>
  wellFormed(value)
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim()

const tooLong = (max: number) => `Please use at most ${max} characters`

export const line = (message: string, max = 255) =>
  z.string({ error: message }).overwrite(cleanLine).min(1, message).max(max, tooLong(max))
export const optionalLine = (max = 255) => z.string().overwrite(cleanLine).max(max, tooLong(max)).default('')
export const prose = (message: string, max = 5000) =>
  z.string({ error: message }).overwrite(cleanProse).min(1, message).max(max, tooLong(max))
export const optionalProse = (max = 5000) =>
  z.string().overwrite(cleanProse).max(max, tooLong(max)).default('')

/** Of a visit: what is wrong with it is repaired, or makes it empty. It never costs what people typed. */
export const tracked = (max: number) =>
  z
    .string()
    .overwrite(value => whole(cleanLine(value.slice(0, 4 * max)).slice(0, max)))
    .catch('')

/** 254 characters is the longest address that mail can carry (RFC 5321, with erratum 1690). */
export const email = (message: string) =>
  z
    .string({ error: message })
    .overwrite(cleanEmail)
    .max(254, message)
    .refine(text => normaliseEmail(text) !== null, message)
