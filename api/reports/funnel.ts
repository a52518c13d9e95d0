/** `GET /api/admin/funnel`: visits from ClickHouse, leads and costs from PostgreSQL. */
import {
  type Funnel,
  type FunnelQuery,
  type FunnelStep,
  funnel,
  funnelQuery,
} from '../contract/costs/funnel.ts'
import { type Api, type Deps, FOR_STAFF } from '../deps.ts'
import { beforeOf, cutOf, ifCounted } from '../read-model/comparison.ts'
import { firstDay } from '../read-model/first-day.ts'
import { dayIn, type Period, periodOf, rangeOf } from '../read-model/report-days.ts'
import { knownDays, sumDays } from '../spend/figures.ts'
import { costsByDay, monthsByDay } from '../spend/months.ts'
import { costEach } from '../spend/unit-cost.ts'
import { costsOverTime, stepOf } from './cost-series.ts'
import { countFunnelLeads, countFunnelVisits, type FunnelFilter } from './funnel-counts.ts'

export const funnelRoutes = (app: Api, deps: Deps): void => {
  app.get(
    '/api/admin/funnel',
    { config: FOR_STAFF, schema: { querystring: funnelQuery, response: { 200: funnel } } },
    async ({ query }): Promise<Funnel> => {
      const { readModel, config } = deps
      const asOf = await readModel.asOf()
      const { period, before, until } = periodsOf(deps, query)
      const { source, campaign, variant } = query
      const filter = { source, campaign, variant }
      const [counts, countsBefore, { compared, costs }] = await Promise.all([
        countSteps(deps, filter, period, null),
        before && countSteps(deps, filter, before, until),
        readCompared(deps, filter, period, before),
      ])
      const previous = compared && countsBefore
      const steps = Object.entries(counts) as [FunnelStep, number][]
      return {
        asOf: asOf?.toISOString() ?? null,
        range: rangeOf(period, config.timeZone),
        currency: config.currency,
        cost: costs.now?.cost ?? null,
        costWithoutSource: costs.isOpen,
        daysWithoutCost: costs.now?.withoutCost ?? null,
        steps: steps.map(([step, count]) => ({
          step,
          count,
          costEach: costEach(costs.now?.cost ?? null, count),
          previous: previous && {
            count: previous[step],
            costEach: costEach(costs.before?.cost ?? null, previous[step]),
          },
        })),
        previous: compared && { from: compared.from, to: compared.to, cost: costs.before?.cost ?? null },
        costs: costs.series,
      }
    },
  )
}

const periodsOf = ({ config, now }: Deps, query: FunnelQuery) => {
  const period = periodOf(query, config.timeZone, now())
  const before = period && beforeOf(period, dayIn(config.timeZone, now()))
  return { period, before, until: period && before && cutOf(period, before, config.timeZone, now()) }
}

const readCompared = async (
  deps: Deps,
  filter: FunnelFilter,
  period: Period | null,
  before: Period | null,
) => {
  const compared = ifCounted(before, before && (await firstDay(deps)))
  return { compared, costs: await readCosts(deps, filter, period, compared) }
}

/** In the order of the funnel. `until` cuts the last day. */
const countSteps = async (
  deps: Deps,
  filter: FunnelFilter,
  period: Period | null,
  until: Date | null,
): Promise<Record<FunnelStep, number>> => {
  const [visit, leads] = await Promise.all([
    countFunnelVisits(deps, filter, period, until),
    countFunnelLeads(deps, filter, period, until),
  ])
  return { visit, ...leads }
}

const readCosts = async (
  deps: Deps,
  { variant, ...filter }: FunnelFilter,
  period: Period | null,
  before: Period | null,
) => {
  const days = period && (await knownDays(deps, period))
  if (variant !== undefined || (period && !days)) return noCosts(period, false)
  const { known, before: whole } = days ?? { known: null, before: null }
  const compared = before && whole
  const periods = known && [...(compared ? [compared] : []), known]
  const [months, open] = await Promise.all([
    monthsByDay(deps, periods, filter),
    filter.source === undefined
      ? []
      : monthsByDay(deps, periods, { ...filter, source: { maybe: filter.source } }),
  ])
  // Leads of the source are there that the rest of the cost would not be divided by.
  if (costsByDay(open, known).length > 0) return noCosts(period, true)
  const earlier = compared && costsByDay(open, compared).length === 0 ? compared : null
  return {
    isOpen: false,
    now: sumDays(deps, known, months),
    before: earlier && sumDays(deps, earlier, months),
    series: await costsOverTime(deps, filter, months, stepOf(period, months), { known, before: earlier }),
  }
}

const noCosts = (period: Period | null, isOpen: boolean) => ({
  isOpen,
  now: null,
  before: null,
  series: { step: stepOf(period, []), points: [], previous: null },
})
