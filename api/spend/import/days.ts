/** Parses days. All cells of the column together determine whether 03/04/2026 is in March or April. */
import { DAY_MS } from '@firsttouch/infra/platform/timing'
import { folded } from './headings.ts'

export type DayOrder = 'day-first' | 'month-first'

const ISO = /^(\d{4})([-/.]?)(\d{1,2})\2(\d{1,2})$/
const NUMBERS = /^(\d{1,2})([-/.])(\d{1,2})([-/.])(\d{4}|\d{2})$/
/** Month and day without a space: `Febr3`. */
const GLUED = /\p{L}\d/u
const WORDS = /^[\p{L}\d .,/-]+$/u
/** Filler words in dates: "1er mars", "3 de marzo de 2026", "3 marca 2026 r.". */
const FILLERS = ['er', 'º', 'st', 'nd', 'rd', 'th', 'de', 'r']
const SERIAL = /^\d{5}$/
const FIRST_WORD = /^(\p{L}+)\.?,? /u
const DAY_YEAR = /^\d{1,2}(?:st|nd|rd|th)?,? \d{4}$/
const MIDNIGHT = /[ T](?:0?0:00(?::00(?:\.0{1,6})?)?|12:00(?::00)? ?AM)(?: ?(?:Z|UTC|[+-]\d\d:?\d\d))?$/i
const INVISIBLE = /\p{Cf}+/gu

/** Excel counts a 29 February 1900 that did not exist, so its day 0 is 30 December 1899. */
const SERIAL_ZERO = Date.UTC(1899, 11, 30)
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl']

/** Names of months or weekdays, with the forms that some languages use only within a date. */
const namesIn = (part: 'month' | 'weekday', dates: readonly Date[]): [string, number][] =>
  LANGUAGES.flatMap(language =>
    (['long', 'short'] as const).flatMap(style =>
      [{ [part]: style }, { day: 'numeric', month: style, weekday: style } as const].flatMap(options => {
        const format = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })
        return dates.map((date, at): [string, number] => [
          folded(format.formatToParts(date).find(({ type }) => type === part)?.value ?? ''),
          at + 1,
        ])
      }),
    ),
  )
const firsts = (of: number, days: number) =>
  Array.from({ length: of }, (_, at) => new Date(Date.UTC(2026, 0, 5 + at * days)))
/** The German Excel writes `Mrz`, which Intl does not produce. */
const MONTHS: [string, number][] = [...namesIn('month', firsts(12, 30)), ['mrz', 3], ['maerz', 3]]
const WEEKDAYS = new Set(namesIn('weekday', firsts(7, 1)).map(([name]) => name))

const monthOf = (word: string): number => {
  const start = folded(word)
  const found = new Set(MONTHS.filter(([name]) => name.startsWith(start)).map(([, month]) => month))
  const [month = 0] = found
  return found.size === 1 ? month : 0
}

const dayOf = (year: number, month: number, day: number): string | undefined => {
  const full = year < 100 ? year + 2000 : year
  const at = new Date(Date.UTC(full, month - 1, day))
  // An invalid day such as 31 April overflows into the next month.
  return at.getUTCMonth() === month - 1 && full >= 1000 ? at.toISOString().slice(0, 10) : undefined
}

const plain = (cell: string): string => {
  const text = cell.replace(INVISIBLE, '').replace(/\s+/g, ' ').trim().replace(MIDNIGHT, '')
  const [start = '', word = ''] = FIRST_WORD.exec(text) ?? []
  const rest = text.slice(start.length)
  // In `Mar 3, 2026`, `Mar` is March and not the Spanish abbreviation of Tuesday.
  return WEEKDAYS.has(folded(word)) && !DAY_YEAR.test(rest) ? rest : text
}

/** `open` means that the cell fits both orders. Dates with points are day-first. */
export const orderOf = (cell: string): DayOrder | 'open' | undefined => {
  const [, first = '', sign, second = ''] = NUMBERS.exec(plain(cell)) ?? []
  if (sign === undefined) return undefined
  if (Number(first) > 12 || sign === '.') return 'day-first'
  if (Number(second) > 12) return 'month-first'
  return first === second ? undefined : 'open'
}

/** `YYYY-MM-DD`. undefined if the cell is not a day. */
export const readDay = (cell: string, order: DayOrder): string | undefined => {
  const text = plain(cell)
  if (SERIAL.test(text)) return new Date(SERIAL_ZERO + Number(text) * DAY_MS).toISOString().slice(0, 10)
  const iso = ISO.exec(text)
  if (iso && (iso[2] !== '' || text.length === 8))
    return dayOf(Number(iso[1]), Number(iso[3]), Number(iso[4]))
  const numbers = NUMBERS.exec(text)
  if (numbers) {
    const [first, second, year] = [Number(numbers[1]), Number(numbers[3]), Number(numbers[5])]
    return order === 'day-first' ? dayOf(year, second, first) : dayOf(year, first, second)
  }
  return readWords(text)
}

/** Parses days such as "3. März 2026" and "Mar 3rd, 2026". */
const readWords = (text: string): string | undefined => {
  const words = WORDS.test(text) ? (text.match(/\p{L}+|\d+/gu) ?? []) : []
  const [first = '', second = '', year = '', ...more] = words.filter(word => !FILLERS.includes(word))
  const isDayFirst = /^\d/.test(first)
  const [day, month] = isDayFirst ? [first, second] : [second, first]
  const isYear = isDayFirst ? /^(?:\d{4}|\d\d)$/.test(year) : /^\d{4}$/.test(year) && !GLUED.test(text)
  if (more.length > 0 || !isYear || !/^\d{1,2}$/.test(day) || month.length < LEAST_LETTERS) return undefined
  return dayOf(Number(year), monthOf(month), Number(day))
}
/** Without a minimum, the single letter `d` would mean December. */
const LEAST_LETTERS = 3
