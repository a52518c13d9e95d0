/** Which days of a range have no cost, from the months of what is known. */
import { DAY_MS } from '@firsttouch/infra/platform/timing'
import type { DaysWithoutCost } from '../contract/costs/spend.ts'

/** `start`: its first day, in days since 1970. `known`: bit 0 is that day. */
export type KnownMonth = { start: number; known: number }

/** One more than the dashboard names: 2,000 campaigns have many. */
const MOST_SPANS = 4
const DAYS = 31

export const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS
export const dayText = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)

/** `months` in order. `from` null: from the first known day to `to`, or to the last known one if that is later. */
export const daysWithout = (
  months: readonly KnownMonth[],
  from: number | null,
  to: number,
): DaysWithoutCost => {
  const gaps: DaysWithoutCost = { days: 0, spans: [] }
  let next = from
  for (const { start, known } of months)
    for (let at = 0; at < DAYS; at += 1) {
      const day = start + at
      if (!(known & (1 << at)) || (from !== null && (day < from || day > to))) continue
      if (next !== null) addGap(gaps, next, day - 1)
      next = day + 1
    }
  if (next !== null) addGap(gaps, next, to)
  return gaps
}

const addGap = (gaps: DaysWithoutCost, from: number, to: number): void => {
  if (to < from) return
  gaps.days += to - from + 1
  if (gaps.spans.length < MOST_SPANS) gaps.spans.push({ from: dayText(from), to: dayText(to) })
}
