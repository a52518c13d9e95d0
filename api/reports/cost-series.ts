/** Costs and leads by day or month of the report time zone. */
import type { Funnel } from '../contract/costs/funnel.ts'
import type { Deps } from '../deps.ts'
import type { Period } from '../read-model/report-days.ts'
import { dayNumber, dayText } from '../spend/known-days.ts'
import { costsByDay, type DayCosts, type SpendFilter } from '../spend/months.ts'
import { costEach } from '../spend/unit-cost.ts'

const DAILY_DAYS = 400

type Step = Funnel['costs']['step']
type Point = Funnel['costs']['points'][number]

/** Of all time: as far as there are costs. */
export const stepOf = (period: Period | null, months: readonly DayCosts[]): Step => {
  const [first, last] = [months[0], months.at(-1)]
  const days = period?.days ?? (first && last ? last.start + 31 - first.start : 0)
  return days <= DAILY_DAYS ? 'day' : 'month'
}

/** `days`: those whose costs can be known; their counterparts are compared day by day alone. */
export const costsOverTime = async (
  deps: Deps,
  filter: SpendFilter,
  months: readonly DayCosts[],
  step: Step,
  days: { known: Period | null; before: Period | null },
): Promise<Funnel['costs']> => {
  const now = costsByStep(months, step, days.known)
  const before = days.before && step === 'day' ? costsByStep(months, step, days.before) : new Map()
  const [first] = [...before.keys(), ...now.keys()]
  const leads = first === undefined ? new Map() : await countLeadsFrom(deps, filter, step, first, days.known)
  const points = (costs: Map<string, number>): Point[] =>
    [...costs].map(([from, hundredths]) => {
      const [cost, n] = [hundredths / 100, leads.get(from) ?? 0]
      return { from, cost, leads: n, costPerLead: costEach(cost, n) }
    })
  return { step, points: points(now), previous: before.size > 0 ? points(before) : null }
}

const costsByStep = (months: readonly DayCosts[], step: Step, period: Period | null): Map<string, number> => {
  const costs = new Map<string, number>()
  for (const { day, hundredths } of costsByDay(months, period)) {
    const text = dayText(day)
    const from = step === 'day' ? text : `${text.slice(0, 7)}-01`
    costs.set(from, (costs.get(from) ?? 0) + hundredths)
  }
  return costs
}

const countLeadsFrom = async (
  { sql, config }: Deps,
  { source, campaign }: SpendFilter,
  step: Step,
  first: string,
  period: Period | null,
): Promise<Map<string, number>> => {
  const zone = config.timeZone
  // The first month of a period may have days before it.
  const from = period && step === 'month' && dayNumber(first) < dayNumber(period.from) ? period.from : first
  const rows = await sql<{ at: string; leads: number }[]>`
    SELECT date_trunc(${step}, created_at AT TIME ZONE ${zone})::date::text AS at, count(*)::int AS leads FROM counted_leads
    WHERE created_at >= ${from}::date::timestamp AT TIME ZONE ${zone}
      ${period ? sql`AND created_at < (${period.to}::date + 1)::timestamp AT TIME ZONE ${zone}` : sql``}
      ${campaign === undefined ? sql`` : sql`AND campaign = ${campaign}`}
      ${source === undefined ? sql`` : sql`AND source = ${source}`}
    GROUP BY at`
  return new Map(rows.map(({ at, leads }) => [at, leads]))
}
