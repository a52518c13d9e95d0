/** `GET /api/admin/analytics`: visits, conversions, and where they come from; humans only. */

import { type AnalyticsSummary, analyticsSummary } from '../contract/analytics.ts'
import { trafficQuery } from '../contract/range.ts'
import { type Api, type Deps, FIGURES, type ReadModel } from '../deps.ts'
import { periodOf, rangeOf } from '../read-model/report-days.ts'
import { FINAL_SETTINGS, type Filter, SOURCE, trafficCondition } from '../read-model/traffic-filter.ts'

export const analyticsRoutes = (app: Api, { readModel, config, now }: Deps): void => {
  app.get(
    '/api/admin/analytics',
    {
      config: FIGURES,
      schema: { querystring: trafficQuery, response: { 200: analyticsSummary } },
    },
    async ({ query }) => {
      const zone = config.timeZone
      const period = periodOf(query, zone, now())
      // Asked first: what is counted afterwards can only be more.
      const asOf = await readModel.asOf()
      const { source, campaign } = query
      const [types, { topSources, others }] = await Promise.all([
        countTypes(readModel, { period, zone, source, campaign }),
        countSources(readModel, { period, zone, campaign }),
      ])
      const totalVisits = types.find(({ kind }) => kind === 'visit')?.count ?? 0
      const conversions = types.filter(({ kind }) => kind === 'conversion')
      const totalConversions = conversions.reduce((sum, { count }) => sum + count, 0)
      return {
        asOf: asOf?.toISOString() ?? null,
        range: rangeOf(period, zone),
        totalVisits,
        totalConversions,
        conversionRate: totalVisits === 0 ? 0 : (totalConversions / totalVisits) * 100,
        topSources,
        others,
        conversionsByType: conversions.map(({ type, count }) => ({ conversionType: type, count })),
      }
    },
  )
}

type Counted = { kind: 'visit' | 'conversion'; type: string; count: number }

/** Visits and the types of conversions, each with its number. By one key alone, which the engine counts by its number: two cost twice as much. */
export const countTypes = (readModel: ReadModel, filter: Filter): Promise<readonly Counted[]> => {
  const { where, parameters } = trafficCondition(filter)
  return readModel.rows<Counted>(
    `
  SELECT done.1 AS kind, conversion_type AS type, done.2 AS count
  FROM (
    SELECT conversion_type, [('visit', sumIf(n, type = 'visit')), ('conversion', sumIf(n, type = 'conversion'))] AS kinds
    FROM {db:Identifier}.event_sums FINAL
    WHERE ${where}
    GROUP BY conversion_type
  )
  ARRAY JOIN kinds AS done
  WHERE count > 0
  ORDER BY count DESC, type
  ${FINAL_SETTINGS}`,
    parameters,
  )
}

type Source = AnalyticsSummary['topSources'][number]
type SourceRow = Source & { sources: number; allVisits: number; allConversions: number }

/** Never narrowed by source: it is the list that a source is chosen from. */
const countSources = async (
  readModel: ReadModel,
  filter: Filter,
): Promise<Pick<AnalyticsSummary, 'topSources' | 'others'>> => {
  const { where, parameters } = trafficCondition(filter)
  const rows = await readModel.rows<SourceRow>(
    `
  SELECT ${SOURCE} AS source, sum(visited) AS visits, sum(converted) AS conversions, count() OVER () AS sources,
    sum(visits) OVER () AS allVisits, sum(conversions) OVER () AS allConversions
  FROM (
    SELECT utm_source, sumIf(n, type = 'visit') AS visited, sumIf(n, type = 'conversion') AS converted
    FROM {db:Identifier}.event_sums FINAL
    WHERE ${where}
    GROUP BY utm_source
  )
  GROUP BY source
  HAVING visits + conversions > 0
  ORDER BY visits DESC, conversions DESC, source
  LIMIT 10
  ${FINAL_SETTINGS}`,
    parameters,
  )
  const [some] = rows
  const beyond = (all: number | undefined, of: (row: Source) => number): number =>
    rows.reduce((left, row) => left - of(row), all ?? 0)
  return {
    topSources: rows.map(({ source, visits, conversions }) => ({ source, visits, conversions })),
    others: {
      sources: beyond(some?.sources, () => 1),
      visits: beyond(some?.allVisits, ({ visits }) => visits),
      conversions: beyond(some?.allConversions, ({ conversions }) => conversions),
    },
  }
}
