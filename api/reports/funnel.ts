import { type Funnel, type FunnelStep, funnel } from '../contract/costs/funnel.ts'
import { trafficQuery } from '../contract/range.ts'
import type { Deps } from '../deps.ts'
import { isIn } from '../read-model/ranges.ts'
import { everySince, ifCounted, openReport, report } from '../read-model/report.ts'
import { daysFrom, type Period } from '../read-model/report-days.ts'
import { isBySite, isOfSessions, type TrafficFilter } from '../read-model/traffic-filter.ts'
import { costsByDay, type DayCost } from '../spend/counted.ts'
import { askCosts, type SpendSum, sumDays } from '../spend/figures.ts'
import { costWindows, dayNumber, dayText, type Question } from '../spend/known-days.ts'
import { costEach } from '../spend/unit-cost.ts'
import { countByDay, sumSteps } from './funnel-counts.ts'

export const funnelRoutes = report('funnel', trafficQuery, funnel, async (deps, query) => {
  const { period, before, cut, head } = await openReport(deps, query)
  const question = await askCosts(deps, period, query.compare)
  const [rows, costs] = await Promise.all([
    countByDay(deps, { filter: query, period: period && before ? joined(before, period) : period, cut }),
    readCosts(deps, query, question),
  ])
  const compared = ifCounted(before, question.first)
  const counts = sumSteps(rows, ({ day }) => !period || day >= period.from)
  const countsBefore =
    compared && sumSteps(rows, row => row.day <= compared.to && (cut === null || row.isEarly))
  const costBefore = compared && costs.before
  const each = (sum: SpendSum | null) => {
    const divided = sumSteps(rows, ({ day }) => isIn(sum?.covered.spans ?? [], dayNumber(day)))
    return (step: FunnelStep) => ({
      ofCostDays: divided[step],
      costEach: costEach(sum?.cost ?? null, divided[step]),
    })
  }
  const [eachNow, eachBefore] = [each(costs.now), each(costBefore)]
  const leads = new Map<string, number>()
  for (const { day, lead } of rows) leads.set(day, (leads.get(day) ?? 0) + lead)
  const step = stepOf(period ?? everySince(question.first, question.today))
  const points = (sum: SpendSum | null) => costPoints(step, sum, costs.days, leads)
  return {
    ...head,
    since: question.first,
    currency: deps.config.currency,
    cost: costs.now?.cost ?? null,
    costWithoutSource: costs.isOpen,
    costDays: costs.now?.covered ?? null,
    daysWithoutCost: costs.now?.covered.withoutCost ?? null,
    steps: (Object.entries(counts) as [FunnelStep, number][]).map(([step, count]) => ({
      step,
      count,
      ...eachNow(step),
      previous: countsBefore && { count: countsBefore[step], ...eachBefore(step) },
    })),
    previous: compared && {
      from: compared.from,
      to: compared.to,
      until: cut?.toISOString() ?? null,
      cost: costBefore?.cost ?? null,
      costDays: costBefore?.covered ?? null,
    },
    costs: {
      step,
      points: points(costs.now),
      previous: costBefore && step === 'day' ? points(costBefore) : null,
    },
  }
})

export const joined = ({ from }: Period, { to }: Period): Period => ({ from, to, days: daysFrom(from, to) })

/** Under any filter other than source and campaign, the cost is unknown. */
export const readCosts = async (deps: Deps, query: TrafficFilter, question: Question) => {
  const { source, campaign } = query
  const filter = { source, campaign }
  const isPart = isOfSessions(query) || isBySite(query)
  const periods = costWindows(question).flatMap(({ now, before }) => [now, before ?? []].flat())
  const days = isPart ? [] : await costsByDay(deps, periods, filter)
  const open =
    isPart || source === undefined
      ? []
      : await costsByDay(deps, periods, { ...filter, source: { maybe: source } })
  const [sums, others] = [sumDays(question, days), sumDays(question, open)]
  // Costs of an unknown source may belong to this source. While there are any, this source's cost is unknown.
  return {
    isOpen: others.now !== null,
    now: others.now ? null : sums.now,
    before: others.before ? null : sums.before,
    days,
  }
}

const DAILY_DAYS = 400

type Step = Funnel['costs']['step']
type Point = Funnel['costs']['points'][number]

const stepOf = (shown: Period): Step => (shown.days <= DAILY_DAYS ? 'day' : 'month')

/** `leads` has the number of leads for each day. The cost per lead uses only days with a cost. */
const costPoints = (
  step: Step,
  sum: SpendSum | null,
  days: readonly DayCost[],
  leads: ReadonlyMap<string, number>,
): Point[] => {
  const points = new Map<string, { hundredths: number; leads: number }>()
  for (const { day, hundredths } of days) {
    if (!sum || !isIn(sum.covered.spans, day)) continue
    const text = dayText(day)
    const from = step === 'day' ? text : `${text.slice(0, 7)}-01`
    const before = points.get(from) ?? { hundredths: 0, leads: 0 }
    points.set(from, {
      hundredths: before.hundredths + hundredths,
      leads: before.leads + (leads.get(text) ?? 0),
    })
  }
  return [...points].map(([from, { hundredths, leads }]) => {
    const cost = hundredths / 100
    return { from, cost, leads, costPerLead: costEach(cost, leads) }
  })
}
