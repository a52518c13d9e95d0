/** Calendar days of the report time zone and their start times. Handles clock changes. */
import { DAY_MS, HOUR_MS, QUARTER_HOUR_MS } from '@firsttouch/infra/platform/timing'
import type { Comparison, NamedPeriod, PeriodQuery, ReportRange } from '../contract/range.ts'
import { isNonEmpty, NEVER_MS, type Range } from './ranges.ts'

/** Calendar days, YYYY-MM-DD. The period includes both `from` and `to`. */
export type Period = { from: string; to: string; days: number }

const formats = new Map<string, Intl.DateTimeFormat>()
const formatOf = (zone: string): Intl.DateTimeFormat => {
  const known = formats.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
  })
  formats.set(zone, made)
  return made
}

/** Returns for example `{ day: '2026-03-29', hour: 2 }`. */
export const localHour = (zone: string, at: Date | number): { day: string; hour: number } => {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
  return { day: `${parts.year}-${parts.month}-${parts.day}`, hour: Number(parts.hour) }
}

export const dayIn = (zone: string, at: Date): string => localHour(zone, at).day

const utc = (day: string): number => Date.parse(`${day}T00:00:00Z`)

export const addDays = (day: string, days: number): string =>
  new Date(utc(day) + days * DAY_MS).toISOString().slice(0, 10)

export const daysFrom = (from: string, to: string): number => (utc(to) - utc(from)) / DAY_MS + 1

/** Not always 00:00, because some time zones skip that hour when clocks go forward. */
export const startOfDay = (zone: string, day: string): Date => {
  // Binary search in quarter-hours. Offsets of time zones are between UTC-12 and UTC+14.
  let before = utc(day) - 15 * HOUR_MS
  let after = utc(day) + 13 * HOUR_MS
  while (after - before > QUARTER_HOUR_MS) {
    const middle = before + Math.floor((after - before) / 2 / QUARTER_HOUR_MS) * QUARTER_HOUR_MS
    if (localHour(zone, middle).day < day) before = middle
    else after = middle
  }
  return new Date(after)
}

type Asked = Pick<PeriodQuery, 'from' | 'to' | 'days' | 'period'>

export const periodOf = ({ from, to, days, period }: Asked, zone: string, now: Date): Period | null => {
  const today = dayIn(zone, now)
  if (period !== undefined) return namedPeriod(period, today)
  if (days !== undefined) return { from: addDays(today, 1 - days), to: today, days }
  if (from === undefined) return null
  const last = to ?? (today < from ? from : today)
  return { from, to: last, days: daysFrom(from, last) }
}

const STARTS: Record<string, (day: string) => string> = {
  week: day => addDays(day, -((new Date(utc(day)).getUTCDay() + 6) % 7)),
  month: day => `${day.slice(0, 7)}-01`,
  quarter: day => `${day.slice(0, 5)}${String(quarterMonth(day)).padStart(2, '0')}-01`,
  year: day => `${day.slice(0, 4)}-01-01`,
}
const quarterMonth = (day: string): number => Math.floor((Number(day.slice(5, 7)) - 1) / 3) * 3 + 1

const namedPeriod = (name: NamedPeriod, today: string): Period => {
  const [which, unit = ''] = name.split('-')
  const start = STARTS[unit] ?? ((day: string) => day)
  const begins = start(today)
  const to = which === 'this' ? today : addDays(begins, -1)
  const from = which === 'this' ? begins : start(to)
  return { from, to, days: daysFrom(from, to) }
}

export const rangesOfPeriod = (period: Period | null, zone: string): Range[] =>
  period === null
    ? [[0, NEVER_MS]]
    : [[startOfDay(zone, period.from).getTime(), startOfDay(zone, addDays(period.to, 1)).getTime()]]

/** `from` is the first day, empty without a start. `before` is the day after the last one, empty without an end. */
export type WholeDays = { moments: Range; from: string; before: string }

/** Returns null if the range contains no whole day. */
export const wholeDays = (zone: string, [from, to]: Range): WholeDays | null => {
  const first = from === 0 ? '' : dayIn(zone, new Date(from - 1))
  const begins = first && addDays(first, 1)
  const before = to === NEVER_MS ? '' : dayIn(zone, new Date(to))
  const moments: Range = [
    begins ? startOfDay(zone, begins).getTime() : 0,
    before ? startOfDay(zone, before).getTime() : NEVER_MS,
  ]
  return isNonEmpty(moments) ? { moments, from: begins, before } : null
}

export const rangeOf = (period: Period | null, timeZone: string): ReportRange => ({
  from: period?.from ?? null,
  to: period?.to ?? null,
  timeZone,
})

const YEAR_DAYS = 364

/** Number of days from the start of the comparison period to the start of the period. The two periods never overlap. */
export const daysEarlier = (days: number, compare: Exclude<Comparison, 'none'> = 'days'): number => {
  const weeks = Math.ceil(days / 7) * 7
  return compare === 'days' ? days : compare === 'weekdays' ? weeks : Math.max(YEAR_DAYS, weeks)
}

export const periodBefore = ({ from, days }: Period, earlier = days): Period => ({
  from: addDays(from, -earlier),
  to: addDays(from, days - earlier - 1),
  days,
})

/** If the period contains today and later days, ends it today. */
export const untilToday = ({ from, to, days }: Period, today: string): Period =>
  from <= today && today < to ? { from, to: today, days: daysFrom(from, today) } : { from, to, days }
