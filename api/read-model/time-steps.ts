import { HOUR_MS } from '@firsttouch/infra/platform/timing'
import type { Step } from '../contract/timeseries.ts'
import { addDays, localHour, type Period, startOfDay } from './report-days.ts'

const HOURLY_DAYS = 2
const DAILY_DAYS = 400

export type Steps = {
  step: Step
  starts: Date[]
  /** SQL expression that turns `at` into the key for `indexOf` and `indexBefore`. */
  key: string
  indexOf: (key: string) => number | undefined
  indexBefore: (key: string) => number | undefined
  /** Returns null if the comparison period lacks the step, for example the second 01:00 when clocks go back. */
  startBefore: (at: number) => Date | null
}

/** `earlier` is the number of days from the start of the comparison period to the start of the period. */
export const stepsOf = (period: Period, zone: string, earlier = period.days): Steps =>
  period.days <= HOURLY_DAYS
    ? hoursOf(period, zone, earlier)
    : period.days <= DAILY_DAYS
      ? daysOf(period, zone, earlier)
      : monthsOf(period, zone)

/** Start of the current step, or null if the period is over. */
export const openStep = ({ starts }: Steps, { to }: Period, today: string, now: Date): string | null =>
  to < today ? null : ((starts.findLast(at => at <= now) ?? starts[0])?.toISOString() ?? null)

const daysOf = ({ from, days }: Period, zone: string, earlier: number): Steps => {
  const all = Array.from({ length: days }, (_, i) => addDays(from, i))
  const indexes = new Map(all.map((day, i) => [day, i]))
  return {
    step: 'day',
    starts: all.map(day => startOfDay(zone, day)),
    key: 'toString(toDate(at, {zone:String}))',
    indexOf: day => indexes.get(day),
    indexBefore: day => indexes.get(addDays(day, earlier)),
    startBefore: at => startOfDay(zone, addDays(from, at - earlier)),
  }
}

/** Months differ in length, so they are not compared step by step. */
const monthsOf = ({ from, to }: Period, zone: string): Steps => {
  const months: string[] = []
  for (let month = from.slice(0, 7); month <= to.slice(0, 7); month = nextMonth(month)) months.push(month)
  const indexes = new Map(months.map((month, i) => [`${month}-01`, i]))
  return {
    step: 'month',
    starts: months.map((month, i) => startOfDay(zone, i === 0 ? from : `${month}-01`)),
    key: 'toString(toStartOfMonth(toDate(at, {zone:String})))',
    indexOf: day => indexes.get(day),
    indexBefore: () => undefined,
    startBefore: () => null,
  }
}

const nextMonth = (month: string): string => addDays(`${month}-01`, 31).slice(0, 7)

/** A day has 23, 24 or 25 hours, so hours are compared by local time. */
const hoursOf = ({ from, to }: Period, zone: string, earlier: number): Steps => {
  const starts = hoursBetween(zone, from, to)
  const start = starts[0]?.getTime() ?? 0
  const shown = starts.map(at => clockOf(zone, at))
  const before = hoursBetween(zone, addDays(from, -earlier), addDays(to, -earlier))
  const shownBefore = before.map(at => clockOf(zone, at, earlier))
  return {
    step: 'hour',
    starts,
    key: 'toString(toUnixTimestamp(at))',
    indexOf: seconds => {
      const index = Math.floor((Number(seconds) * 1000 - start) / HOUR_MS)
      return index >= 0 && index < starts.length ? index : undefined
    },
    indexBefore: seconds => {
      const at = shownBefore.indexOf(clockOf(zone, new Date(Number(seconds) * 1000), earlier))
      if (at < 0) return undefined
      // If clocks skip this hour in the period, its counts go to the hour before it, or else to the first hour.
      const last = shownBefore.slice(0, at + 1).findLast(clock => shown.includes(clock))
      return last === undefined ? 0 : shown.indexOf(last)
    },
    startBefore: at => {
      const clock = shown[at] ?? ''
      return shown.indexOf(clock) === at ? (before[shownBefore.indexOf(clock)] ?? null) : null
    },
  }
}

const hoursBetween = (zone: string, from: string, to: string): Date[] => {
  const [start, end] = [startOfDay(zone, from).getTime(), startOfDay(zone, addDays(to, 1)).getTime()]
  return Array.from({ length: Math.ceil((end - start) / HOUR_MS) }, (_, i) => new Date(start + i * HOUR_MS))
}

const clockOf = (zone: string, at: Date, later = 0): string => {
  const { day, hour } = localHour(zone, at)
  return `${addDays(day, later)} ${hour}`
}
