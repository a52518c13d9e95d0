import { QUARTER_HOUR_MS } from '@firsttouch/infra/platform/timing'
import type { Comparison } from '../contract/range.ts'
import { addDays, dayIn, daysEarlier, type Period, periodBefore, startOfDay } from './report-days.ts'

/** null without a comparison, and for future periods. */
export const beforeOf = (period: Period, today: string, compare?: Comparison): Period | null =>
  period.from <= today && compare !== 'none' ? periodBefore(period, daysEarlier(period.days, compare)) : null

/** null if the comparison period begins before the first day with an event. */
export const ifCounted = (before: Period | null, first: string | null): Period | null =>
  before && first !== null && first <= before.from ? before : null

const endOf = (zone: string, { to }: Period): Date => startOfDay(zone, addDays(to, 1))

/** End of the comparison period if the period ends today: the same time of day, rounded up to the roll-up's quarter-hour. */
export const cutOf = (period: Period, before: Period, zone: string, now: Date): Date | null => {
  if (dayIn(zone, now) !== period.to) return null
  const today = now.getTime() - startOfDay(zone, period.to).getTime()
  const cut = startOfDay(zone, before.to).getTime() + Math.ceil(today / QUARTER_HOUR_MS) * QUARTER_HOUR_MS
  return cut < endOf(zone, before).getTime() ? new Date(cut) : null
}

export const endOrCut = (before: Period, cut: Date | null, zone: string): Date => cut ?? endOf(zone, before)
