/** A period cut into the steps of a chart, and the step in which a row of a roll-up belongs. */
import type { Step } from './contract/timeseries.ts'
import { addDays, localHour, type Period, startOfDay } from './report-days.ts'

const HOUR_MS = 3_600_000
const HOURLY_DAYS = 2
const DAILY_DAYS = 400

export type Steps = {
  step: Step
  /** The instant at which each step begins. */
  starts: Date[]
  /** What the rows of a query over `at` are grouped by; its value is what `place` is asked with. */
  key: string
  /** Undefined: in none of them. */
  place: (key: string) => number | undefined
  /** The step with which a row of the period before is compared. */
  placeBefore: (key: string) => number | undefined
  /** False for a step that has no counterpart, such as the hour that is there twice when clocks go back. */
  isCompared: (at: number) => boolean
}

export const stepsOf = (period: Period, zone: string): Steps =>
  period.days <= HOURLY_DAYS
    ? hoursOf(period, zone)
    : period.days <= DAILY_DAYS
      ? daysOf(period, zone)
      : monthsOf(period, zone)

const daysOf = ({ from, days }: Period, zone: string): Steps => {
  const all = Array.from({ length: days }, (_, i) => addDays(from, i))
  const places = new Map(all.map((day, i) => [day, i]))
  return {
    step: 'day',
    starts: all.map(day => startOfDay(zone, day)),
    key: 'toString(toDate(at, {zone:String}))',
    place: day => places.get(day),
    placeBefore: day => places.get(addDays(day, days)),
    isCompared: () => true,
  }
}

/** Months differ in length: nothing is compared step by step. */
const monthsOf = ({ from, to }: Period, zone: string): Steps => {
  const months: string[] = []
  for (let month = from.slice(0, 7); month <= to.slice(0, 7); month = nextMonth(month)) months.push(month)
  const places = new Map(months.map((month, i) => [`${month}-01`, i]))
  return {
    step: 'month',
    starts: months.map((month, i) => startOfDay(zone, i === 0 ? from : `${month}-01`)),
    key: 'toString(toStartOfMonth(toDate(at, {zone:String})))',
    place: day => places.get(day),
    placeBefore: () => undefined,
    isCompared: () => false,
  }
}

const nextMonth = (month: string): string => addDays(`${month}-01`, 31).slice(0, 7)

/** From one midnight to another there are 23, 24 or 25 of them. They are compared by what the clock shows. */
const hoursOf = ({ from, to, days }: Period, zone: string): Steps => {
  const [start, end] = [startOfDay(zone, from).getTime(), startOfDay(zone, addDays(to, 1)).getTime()]
  const length = Math.ceil((end - start) / HOUR_MS)
  const starts = Array.from({ length }, (_, i) => new Date(start + i * HOUR_MS))
  const shown = starts.map(at => clockOf(zone, at))
  return {
    step: 'hour',
    starts,
    key: 'toString(toUnixTimestamp(at))',
    place: seconds => {
      const place = Math.floor((Number(seconds) * 1000 - start) / HOUR_MS)
      return place >= 0 && place < length ? place : undefined
    },
    placeBefore: seconds => {
      const { day, hour } = localHour(zone, Number(seconds) * 1000)
      const place = shown.indexOf(`${addDays(day, days)} ${hour}`)
      return place < 0 ? undefined : place
    },
    isCompared: at => shown.indexOf(shown[at] ?? '') === at,
  }
}

const clockOf = (zone: string, at: Date): string => {
  const { day, hour } = localHour(zone, at)
  return `${day} ${hour}`
}
