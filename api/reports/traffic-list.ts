import type { FunnelStep } from '../contract/costs/funnel.ts'
import type { LandingCounts } from '../contract/landings.ts'
import type { Dimension, TrafficQuery } from '../contract/range.ts'
import { type TrafficCounts, trafficList, trafficListQuery } from '../contract/traffic.ts'
import type { Deps } from '../deps.ts'
import { openReport, report } from '../read-model/report.ts'
import type { Period } from '../read-model/report-days.ts'
import { COLUMNS, isBySite, isOfSessions } from '../read-model/traffic-filter.ts'
import { tagsOf } from '../spend/campaign-tags.ts'
import { askCosts, type SpendSum, sumByCampaign } from '../spend/figures.ts'
import { joined, readCosts } from './funnel.ts'
import { countFunnelLeads, sumSteps } from './funnel-counts.ts'
import { type Counted, countLandings, difference, NOTHING, sumOf } from './landing-counts.ts'

const MOST = 200

export const trafficListRoutes = report(
  'traffic',
  trafficListQuery,
  trafficList,
  async (deps, { by, ...asked }) => {
    const query = { ...asked, [by]: undefined }
    const { period, before, cut } = await openReport(deps, query)
    const whole = period && before ? joined(before, period) : period
    const found = await countFunnelLeads(deps, { filter: query, period: whole, cut }, by)
    const leads = Map.groupBy(found, ({ name }) => name)
    const { head, groups, counted } = await countLandings(deps, {
      query,
      columns: { [by]: COLUMNS[by] },
      limit: MOST,
      first: [...leads.keys()],
    })
    const { previous } = head
    const landings = new Map(counted.map(one => [String(one.row[by]), one]))
    const names = [...new Set([...landings.keys(), ...leads.keys()])]
    const costs = await costsBy(deps, by, query, period, names)
    const counts = (
      of: LandingCounts,
      { lead, qualified }: Record<FunnelStep, number>,
      cost: number | null,
    ): TrafficCounts => ({ ...of, leads: lead, qualified, cost })
    const rows = names.map(name => {
      const { now, previous: earlier }: Pick<Counted, 'now' | 'previous'> = landings.get(name) ?? {
        now: NOTHING,
        previous: previous && NOTHING,
      }
      const own = leads.get(name) ?? []
      const came = sumSteps(own, ({ day }) => !period || day >= period.from)
      const cameBefore = sumSteps(
        own,
        ({ day, isEarly }) =>
          previous !== null && day >= previous.from && day <= previous.to && (cut === null || isEarly),
      )
      const cost = costs.get(name) ?? NO_COST
      return {
        name,
        ...counts(now, came, cost.now),
        previous: earlier && counts(earlier, cameBefore, cost.before),
      }
    })
    const { visits, conversions } = difference(head.totals, sumOf(counted.map(({ now }) => now)))
    const { totals: _, ...rest } = head
    return {
      ...rest,
      previous: previous && { ...previous, until: cut?.toISOString() ?? null },
      currency: deps.config.currency,
      rows: rows
        .filter(row => row.sessions + row.visits + row.conversions + row.leads > 0)
        .toSorted((a, b) => b.visits - a.visits || b.leads - a.leads),
      others: { rows: Math.max(0, groups - counted.length), visits, conversions },
    }
  },
)

type Cost = { now: number | null; before: number | null }
const NO_COST: Cost = { now: null, before: null }

/** Costs by source or by campaign. All costs of a `utm_campaign` are added up. */
const costsBy = async (
  deps: Deps,
  by: Dimension,
  query: TrafficQuery,
  period: Period | null,
  names: readonly string[],
): Promise<Map<string, Cost>> => {
  if ((by !== 'source' && by !== 'campaign') || isOfSessions(query) || isBySite(query)) return new Map()
  const question = await askCosts(deps, period, query.compare)
  if (by === 'campaign') {
    const costs = new Map<string, Cost>()
    for (const [key, { now, before }] of await sumByCampaign(deps, names, question, query)) {
      const { utmCampaign } = tagsOf(key)
      const sum = costs.get(utmCampaign) ?? NO_COST
      costs.set(utmCampaign, { now: added(sum.now, now), before: added(sum.before, before) })
    }
    return costs
  }
  const ofCampaigns = await deps.sql<
    { source: string }[]
  >`SELECT DISTINCT utm_source AS source FROM campaigns`
  const sources = names.filter(name => ofCampaigns.some(({ source }) => source === name))
  const sums = await Promise.all(sources.map(source => readCosts(deps, { ...query, source }, question)))
  return new Map(
    sums.map(({ now, before }, at) => [
      sources[at] ?? '',
      { now: added(null, now), before: added(null, before) },
    ]),
  )
}

const added = (cost: number | null, sum: SpendSum | null): number | null =>
  sum === null ? cost : (cost ?? 0) + sum.cost
