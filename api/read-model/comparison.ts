/** The period before, which every figure's change is measured against. */
import { QUARTER_HOUR_MS } from '@firsttouch/infra/platform/timing'
import { dayIn, type Period, periodBefore, startOfDay } from './report-days.ts'

/** null where the period is of days to come. */
export const beforeOf = (period: Period, today: string): Period | null =>
  period.from <= today ? periodBefore(period) : null

/** null where the period before begins before the first day with an event. */
export const ifCounted = (before: Period | null, first: string | null): Period | null =>
  before && first !== null && first <= before.from ? before : null

/** Where the period before is cut while its counterpart is not over: at the same time of day, to the roll-up's quarter-hour. */
export const cutOf = (period: Period, before: Period, zone: string, now: Date): Date | null => {
  if (dayIn(zone, now) !== period.to) return null
  const today = now.getTime() - startOfDay(zone, period.to).getTime()
  const cut = startOfDay(zone, before.to).getTime() + Math.ceil(today / QUARTER_HOUR_MS) * QUARTER_HOUR_MS
  return cut < startOfDay(zone, period.from).getTime() ? new Date(cut) : null
}
