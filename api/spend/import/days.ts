/** Days as reports write them. Whether 03/04/2026 is in March or April is asked of the whole column. */

export type DayOrder = 'day-first' | 'month-first'

const ISO = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/
const NUMBERS = /^(\d{1,2})([-/.])(\d{1,2})[-/.](\d{4})$/
const DAY_NAME = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? +/i
const DAY_WORD = /^(\d{1,2})[ -]([a-z]{3,9})\.?,?[ -](\d{4})$/i
const WORD_DAY = /^([a-z]{3,9})\.? (\d{1,2}),? (\d{4})$/i
const MIDNIGHT = /[ T]0?0:00(?::00)?$/
const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]

const monthOf = (word: string): number =>
  MONTHS.findIndex(name => name.startsWith(word.toLowerCase().replace(/^sept$/, 'sep'))) + 1

/** undefined for a day that no calendar has. */
const dayOf = (year: number, month: number, day: number): string | undefined => {
  const at = new Date(Date.UTC(year, month - 1, day))
  // A day too many is of another month.
  return at.getUTCMonth() === month - 1 && year >= 1000 ? at.toISOString().slice(0, 10) : undefined
}

const plain = (cell: string): string => cell.trim().replace(DAY_NAME, '').replace(MIDNIGHT, '')

export type DecidedOrder = { order: DayOrder } | { open: number } | { mixed: [number, number] }

/** `open` and `mixed` are places of cells: one that is two days, and two that contradict each other. Points are day-first. */
export const openOrder = () => {
  const seen: { day?: number; month?: number; open?: number } = {}
  return {
    see: (cell: string, at: number): void => {
      const [, first = '', sign, second = ''] = NUMBERS.exec(plain(cell)) ?? []
      if (sign === undefined) return
      if (Number(first) > 12 || sign === '.') seen.day ??= at
      else if (Number(second) > 12) seen.month ??= at
      else if (first !== second) seen.open ??= at
    },
    decided: (said: DayOrder | undefined): DecidedOrder => {
      const { day, month, open } = seen
      if (day !== undefined && month !== undefined) return { mixed: [day, month] }
      if (day !== undefined) return { order: 'day-first' }
      if (month !== undefined) return { order: 'month-first' }
      return open === undefined || said ? { order: said ?? 'day-first' } : { open }
    },
  }
}

/** As 2026-01-31; undefined for what is no day. */
export const readDay = (cell: string, order: DayOrder): string | undefined => {
  const text = plain(cell)
  const iso = ISO.exec(text)
  if (iso) return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const numbers = NUMBERS.exec(text)
  if (numbers) {
    const [first, second, year] = [Number(numbers[1]), Number(numbers[3]), Number(numbers[4])]
    return order === 'day-first' ? dayOf(year, second, first) : dayOf(year, first, second)
  }
  const dayWord = DAY_WORD.exec(text)
  if (dayWord) return dayOf(Number(dayWord[3]), monthOf(dayWord[2] ?? ''), Number(dayWord[1]))
  const wordDay = WORD_DAY.exec(text)
  return wordDay ? dayOf(Number(wordDay[3]), monthOf(wordDay[1] ?? ''), Number(wordDay[2])) : undefined
}
