/** Costs of a range added up, and the days of it without any; beside those of the period before. */
import type { Sql } from 'postgres'
import type { DaysWithoutCost } from '../contract/costs/spend.ts'
import type { Deps } from '../deps.ts'
import { addDays, dayIn, daysFrom, type Period, periodBefore } from '../read-model/report-days.ts'
import { keyOf } from './campaign-tags.ts'
import { dayNumber, daysWithout, type KnownMonth } from './known-days.ts'
import { type CampaignMonths, costsByDay, type DayCosts, monthsByCampaign } from './months.ts'

type Needs = Pick<Deps, 'sql' | 'config' | 'now'>
export type SpendSum = { cost: number; withoutCost: DaysWithoutCost }

/**
 * The days of a range whose costs can be known: until yesterday, or today once it has a cost. The period before is as many days just
 * before, so that a day that is not over is compared with none. null: no such day.
 */
export const knownDays = async (
  { sql, config, now }: Needs,
  period: Period,
): Promise<{ known: Period; before: Period } | null> => {
  const today = dayIn(config.timeZone, now())
  const to =
    period.to < today ? period.to : (await hasCost(sql, config.currency, today)) ? today : addDays(today, -1)
  if (to < period.from) return null
  const known = { from: period.from, to, days: daysFrom(period.from, to) }
  // As many days as were asked for, less those that are not over.
  const whole = periodBefore(period)
  return { known, before: { from: whole.from, to: addDays(whole.from, known.days - 1), days: known.days } }
}

const hasCost = async (sql: Sql, currency: string, day: string): Promise<boolean> => {
  const [found] = await sql`
    SELECT 1 FROM spend WHERE day = ${day} AND cost IS NOT NULL AND currency = ${currency} LIMIT 1`
  return found !== undefined
}

/** Of several periods at once, each by `keyOf`; a campaign without a known cost is not there. null: one map of all there is, each from its first day with one. */
export const sumByCampaign = async (
  deps: Needs,
  values: readonly string[],
  periods: readonly Period[] | null,
): Promise<Map<string, SpendSum>[]> => {
  const one = values.length === 1 ? { campaign: values[0] } : {}
  const rows = await monthsByCampaign(deps, periods, one)
  return (periods ?? [null]).map((period, at) => {
    const own = rows.filter(({ part }) => part === at)
    return new Map(own.map(row => [keyOf(row), sumOf(deps, period, row)]))
  })
}

const sumOf = (
  deps: Needs,
  period: Period | null,
  { cost, months }: Pick<CampaignMonths, 'cost' | 'months'>,
): SpendSum => {
  const known = months.map(([start, known]) => ({ start, known }))
  return { cost: Number(cost) / 100, withoutCost: gaps(deps, period, known) }
}

/** null where no cost is known. */
export const sumDays = (deps: Needs, period: Period | null, months: readonly DayCosts[]): SpendSum | null => {
  const days = costsByDay(months, period)
  if (days.length === 0) return null
  return {
    cost: days.reduce((sum, { hundredths }) => sum + hundredths, 0) / 100,
    withoutCost: gaps(deps, period, months),
  }
}

/** Today has a cost or is not over: it lacks none. */
const gaps = (
  { config, now }: Needs,
  period: Period | null,
  months: readonly KnownMonth[],
): DaysWithoutCost => {
  const yesterday = addDays(dayIn(config.timeZone, now()), -1)
  const to = period && period.to < yesterday ? period.to : yesterday
  return daysWithout(months, period && dayNumber(period.from), dayNumber(to))
}
