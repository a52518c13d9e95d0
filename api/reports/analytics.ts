/** `GET /api/admin/analytics`: visits, conversions, and where they come from; humans only. */

import { CHANNELS, type Channel } from '@firsttouch/ingest/events'
import { type AnalyticsSummary, analyticsSummary } from '../contract/analytics.ts'
import { trafficQuery } from '../contract/range.ts'
import { type Api, type Deps, FIGURES, type ReadModel } from '../deps.ts'
import { periodOf, rangeOf } from '../read-model/report-days.ts'
import {
  type Condition,
  FINAL_SETTINGS,
  type Filter,
  isCounted,
  SOURCE,
  trafficCondition,
} from '../read-model/traffic-filter.ts'

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
      const filter = { ...query, period, zone }
      const [types, { topSources, others }, channels, { referringSites, otherSites }] = await Promise.all([
        countTypes(readModel, filter),
        countSources(readModel, filter),
        countChannels(readModel, filter),
        countSites(readModel, filter),
      ])
      const totalVisits = visitsOf(types, 'visit')
      const conversions = types.filter(({ kind }) => kind === 'conversion')
      const totalConversions = conversions.reduce((sum, { count }) => sum + count, 0)
      return {
        asOf: asOf?.toISOString() ?? null,
        range: rangeOf(period, zone),
        totalVisits,
        totalConversions,
        conversionRate: rateOf({ visits: totalVisits, conversions: totalConversions }),
        topSources,
        others,
        channels,
        referringSites,
        otherSites,
        leftOut: {
          bots: visitsOf(types, 'bots'),
          internal: visitsOf(types, 'internal'),
          suspicious: visitsOf(types, 'suspicious'),
        },
        conversionsByType: conversions.map(({ type, count }) => ({ conversionType: type, count })),
      }
    },
  )
}

const visitsOf = (types: readonly Counted[], kind: Counted['kind']): number =>
  types.find(one => one.kind === kind)?.count ?? 0

type Counted = {
  kind: 'visit' | 'conversion' | 'bots' | 'internal' | 'suspicious'
  type: string
  count: number
}

/** Visits, the types of conversions, and visits that are left out, each with its number. By one key alone, which the engine counts by its number: two cost twice as much. */
export const countTypes = (readModel: ReadModel, filter: Filter): Promise<readonly Counted[]> => {
  const { where, parameters } = trafficCondition(filter, undefined, 'true')
  const counted = isCounted(filter)
  return readModel.rows<Counted>(
    `
  SELECT done.1 AS kind, conversion_type AS type, done.2 AS count
  FROM (
    SELECT conversion_type, [
      ('visit', sumIf(n, type = 'visit' AND ${counted})), ('conversion', sumIf(n, type = 'conversion' AND ${counted})),
      ('bots', sumIf(n, type = 'visit' AND bot = 1)), ('internal', sumIf(n, type = 'visit' AND bot = 2)),
      ('suspicious', sumIf(n, type = 'visit' AND bot = 3))] AS kinds
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

const rateOf = ({ visits, conversions }: Counts): number => (visits === 0 ? 0 : (conversions / visits) * 100)

type Counts = { visits: number; conversions: number }
type Group = Counts & { names: string[] }
/** What the table has beyond the rows listed. */
type Beyond = Counts & { groups: number }

/** Visits and conversions by these columns, constants of the code: those with most visits first. */
const countBy = async (
  readModel: ReadModel,
  columns: Record<string, string>,
  { where, parameters }: Condition,
  limit: number,
): Promise<{ listed: Group[]; beyond: Beyond }> => {
  const rows = await readModel.rows<Group & { allVisits: number; allConversions: number; groups: number }>(
    `
  SELECT [${Object.values(columns)}] AS names, sum(visited) AS visits, sum(converted) AS conversions, count() OVER () AS groups,
    sum(visits) OVER () AS allVisits, sum(conversions) OVER () AS allConversions
  FROM (
    SELECT ${Object.keys(columns)}, sumIf(n, type = 'visit') AS visited, sumIf(n, type = 'conversion') AS converted
    FROM {db:Identifier}.event_sums FINAL
    WHERE ${where}
    GROUP BY ${Object.keys(columns)}
  )
  GROUP BY names
  HAVING visits + conversions > 0
  ORDER BY visits DESC, conversions DESC, names
  LIMIT ${limit}
  ${FINAL_SETTINGS}`,
    parameters,
  )
  const [some] = rows
  const beyond = (all: number | undefined, of: (row: Group) => number): number =>
    rows.reduce((left, row) => left - of(row), all ?? 0)
  return {
    listed: [...rows],
    beyond: {
      groups: beyond(some?.groups, () => 1),
      visits: beyond(some?.allVisits, ({ visits }) => visits),
      conversions: beyond(some?.allConversions, ({ conversions }) => conversions),
    },
  }
}

const LISTED = 10

/** Never narrowed by source: it is the list that a source is chosen from. */
const countSources = async (
  readModel: ReadModel,
  { source: _, ...filter }: Filter,
): Promise<Pick<AnalyticsSummary, 'topSources' | 'others'>> => {
  const condition = trafficCondition(filter)
  const { listed, beyond } = await countBy(readModel, { utm_source: SOURCE }, condition, LISTED)
  const { groups: sources, ...counts } = beyond
  return {
    topSources: listed.map(({ names: [source = ''], visits, conversions }) => ({
      source,
      visits,
      conversions,
    })),
    others: { sources, ...counts },
  }
}

export const countChannels = async (
  readModel: ReadModel,
  { channel: _, ...filter }: Filter,
): Promise<AnalyticsSummary['channels']> => {
  const { listed } = await countBy(
    readModel,
    { channel: 'channel' },
    trafficCondition(filter, 'site'),
    CHANNELS.length,
  )
  return listed.map(({ names: [channel], visits, conversions }) => ({
    channel: channel as Channel,
    visits,
    conversions,
    conversionRate: rateOf({ visits, conversions }),
  }))
}

const countSites = async (
  readModel: ReadModel,
  { referringSite: _, ...filter }: Filter,
): Promise<Pick<AnalyticsSummary, 'referringSites' | 'otherSites'>> => {
  const { where, parameters } = trafficCondition(filter, 'site')
  const { listed, beyond } = await countBy(
    readModel,
    { referring_site: 'referring_site', channel: 'channel' },
    { where: `${where} AND referring_site != '' AND channel != 'Internal'`, parameters },
    LISTED,
  )
  const { groups: sites, ...counts } = beyond
  return {
    referringSites: listed.map(({ names: [site = '', channel], visits, conversions }) => ({
      site,
      channel: channel as Channel,
      visits,
      conversions,
    })),
    otherSites: { sites, ...counts },
  }
}
