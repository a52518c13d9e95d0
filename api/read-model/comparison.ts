/** The period before, which every figure's change is measured against. */
import { QUARTER_HOUR_MS } from '@firsttouch/infra/platform/timing'
import { dayIn, type Period, periodBefore, startOfDay } from './report-days.ts'

/** null where one of the two was not counted whole: days to come, or before the first. */
export const comparedWith = (period: Period, since: string | null, today: string): Period | null => {
  const before = periodBefore(period)
  return period.from <= today && since !== null && since <= before.from ? before : null
}

/** Where the period before is cut while its counterpart is not over: at the same time of day, to the roll-up's quarter-hour. */
export const cutOf = (period: Period, before: Period, zone: string, now: Date): Date | null => {
  if (dayIn(zone, now) !== period.to) return null
  const today = now.getTime() - startOfDay(zone, period.to).getTime()
  const cut = startOfDay(zone, before.to).getTime() + Math.ceil(today / QUARTER_HOUR_MS) * QUARTER_HOUR_MS
  return cut < startOfDay(zone, period.from).getTime() ? new Date(cut) : null
}
