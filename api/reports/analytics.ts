import { CANARY_SOURCE, CHANNELS, type Channel } from '@firsttouch/ingest/events'
import { z } from 'zod'
import { analyticsQuery, analyticsSummary, analyticsTotals } from '../contract/analytics.ts'
import type { ReadModel } from '../deps.ts'
import { openReport, report } from '../read-model/report.ts'
import {
  FINAL_SETTINGS,
  type Filter,
  isCounted,
  isOfSessions,
  SOURCE,
  sessionsCondition,
  type Traffic,
  trafficCondition,
  withBounceRate,
  withoutSessions,
} from '../read-model/traffic-filter.ts'

const answer = z.union([analyticsSummary, analyticsTotals])

export const analyticsRoutes = report('analytics', analyticsQuery, answer, async (deps, query) => {
  const { readModel } = deps
  const { zone, period, head } = await openReport(deps, query)
  const filter = { ...query, period, zone }
  const [types, lists] = await Promise.all([
    countTypes(readModel, filter),
    query.lists === 'none' ? undefined : countLists(readModel, filter),
  ])
  const visitsOf = (kind: Counted['kind']) => types.find(one => one.kind === kind)?.count ?? 0
  const conversions = types.filter(({ kind }) => kind === 'conversion')
  const totals = {
    visits: visitsOf('visit'),
    conversions: conversions.reduce((sum, { count }) => sum + count, 0),
  }
  return {
    ...head,
    totalVisits: totals.visits,
    totalConversions: totals.conversions,
    conversionRate: rateOf(totals),
    leftOut: {
      bots: visitsOf('bots'),
      internal: visitsOf('internal'),
      suspicious: visitsOf('suspicious'),
    },
    conversionsByType: conversions.map(({ type, count }) => ({ conversionType: type, count })),
    ...lists,
  }
})

const countLists = async (readModel: ReadModel, filter: Filter) => {
  const [sources, channels, sites] = await Promise.all([
    countSources(readModel, filter),
    countChannels(readModel, filter),
    countSites(readModel, filter),
  ])
  return { ...sources, channels, ...sites }
}

type Counted = {
  kind: 'visit' | 'conversion' | 'bots' | 'internal' | 'suspicious'
  type: string
  count: number
}

/** Filters on the session, such as page or device, do not apply to the visits of bots, staff and suspicious senders. */
export const countTypes = async (readModel: ReadModel, filter: Filter): Promise<readonly Counted[]> => {
  if (!isOfSessions(filter)) return countEvents(readModel, filter)
  const { where, parameters } = trafficCondition(filter)
  const [all, own] = await Promise.all([
    countEvents(readModel, withoutSessions(filter)),
    readModel.rows<Counted>(
      `
  SELECT done.1 AS kind, done.2 AS type, sum(n) AS count
  FROM (
    SELECT (type, conversion_type) AS done, n FROM {db:Identifier}.session_sums FINAL
    WHERE ${where} AND type IN ('visit', 'conversion')
  )
  GROUP BY done
  ORDER BY count DESC, type
  ${FINAL_SETTINGS}`,
      parameters,
    ),
  ])
  return [...own, ...all.filter(({ kind }) => kind !== 'visit' && kind !== 'conversion')]
}

/**
 * Excludes the system's own canary from the bots. Groups by `conversion_type` alone, because grouping by two columns
 * takes twice as long.
 */
const countEvents = (readModel: ReadModel, filter: Filter): Promise<readonly Counted[]> => {
  const { where, parameters } = trafficCondition(filter, [], 'true')
  const counted = isCounted(filter)
  return readModel.rows<Counted>(
    `
  SELECT done.1 AS kind, conversion_type AS type, done.2 AS count
  FROM (
    SELECT conversion_type, [
      ('visit', sumIf(n, type = 'visit' AND ${counted})), ('conversion', sumIf(n, type = 'conversion' AND ${counted})),
      ('bots', sumIf(n, type = 'visit' AND bot = 1 AND utm_source != {canary:String})), ('internal', sumIf(n, type = 'visit' AND bot = 2)),
      ('suspicious', sumIf(n, type = 'visit' AND bot = 3))] AS kinds
    FROM {db:Identifier}.event_sums FINAL
    WHERE ${where}
    GROUP BY conversion_type
  )
  ARRAY JOIN kinds AS done
  WHERE count > 0
  ORDER BY count DESC, type
  ${FINAL_SETTINGS}`,
    { ...parameters, canary: CANARY_SOURCE },
  )
}

type Counts = { visits: number; conversions: number }

const rateOf = ({ visits, conversions }: Counts): number => (visits === 0 ? 0 : (conversions / visits) * 100)

/** Columns and expressions become SQL, so they must be constants, never input. */
type Columns = Record<string, [column: string, shown?: string]>
type Listed<Of extends Columns> = Counts & { [Name in keyof Of]: string }
type Beyond = Counts & { groups: number }

const LISTED = 10

const countBy = async <Of extends Columns>(
  readModel: ReadModel,
  columns: Of,
  { table, where, parameters }: Traffic,
  limit = LISTED,
): Promise<{ listed: Listed<Of>[]; beyond: Beyond }> => {
  const names = Object.keys(columns).join(', ')
  const read = Object.values(columns).map(([column]) => column)
  const shown = Object.entries(columns).map(([name, [column, as = column]]) => `${as} AS ${name}`)
  const rows = await readModel.rows<
    Listed<Of> & { overall: [groups: number, visits: number, conversions: number] }
  >(
    `
  SELECT ${shown}, sum(visited) AS visits, sum(converted) AS conversions,
    (count() OVER (), sum(visits) OVER (), sum(conversions) OVER ()) AS overall
  FROM (
    SELECT ${read}, sumIf(n, type = 'visit') AS visited, sumIf(n, type = 'conversion') AS converted
    FROM {db:Identifier}.${table} FINAL
    WHERE ${where}
    GROUP BY ${read}
  )
  GROUP BY ${names}
  HAVING visits + conversions > 0
  ORDER BY visits DESC, conversions DESC, ${names}
  LIMIT ${limit}
  ${FINAL_SETTINGS}`,
    parameters,
  )
  const [groups, visits, conversions] = rows[0]?.overall ?? [0, 0, 0]
  const left = (all: number, of: keyof Counts) => rows.reduce((rest, row) => rest - row[of], all)
  const beyond = {
    groups: groups - rows.length,
    visits: left(visits, 'visits'),
    conversions: left(conversions, 'conversions'),
  }
  return { listed: [...rows], beyond }
}

/** Ignores the source filter, because users choose the source from this list. */
const countSources = async (readModel: ReadModel, { source: _, ...filter }: Filter) => {
  const condition = trafficCondition(filter)
  const { listed, beyond } = await countBy(readModel, { source: ['utm_source', SOURCE] }, condition)
  return { topSources: listed, others: { sources: beyond.groups, ...beyond } }
}

export const countChannels = async (readModel: ReadModel, { channel: _, ...filter }: Filter) => {
  const sessions = sessionsCondition(filter, ['channel'])
  const [{ listed }, stays] = await Promise.all([
    countBy(readModel, { channel: ['channel'] }, trafficCondition(filter, ['site']), CHANNELS.length),
    readModel.rows<{ channel: string; bounces: number; engaged: number }>(
      `
  SELECT channel, sumIf(n, type = 'bounce') AS bounces, sumIf(n, type = 'engaged') AS engaged
  FROM {db:Identifier}.session_sums FINAL
  WHERE ${sessions.where}
  GROUP BY channel
  ${FINAL_SETTINGS}`,
      sessions.parameters,
    ),
  ])
  return listed.map(row => ({
    ...row,
    channel: row.channel as Channel,
    conversionRate: rateOf(row),
    ...withBounceRate(stays.find(({ channel }) => channel === row.channel)),
  }))
}

const countSites = async (readModel: ReadModel, { referringSite: _, ...filter }: Filter) => {
  const { where, ...traffic } = trafficCondition(filter, ['site'])
  const { listed, beyond } = await countBy(
    readModel,
    { site: ['referring_site'], channel: ['channel'] },
    { ...traffic, where: `${where} AND referring_site != '' AND channel != 'Internal'` },
  )
  return {
    referringSites: listed.map(row => ({ ...row, channel: row.channel as Channel })),
    otherSites: { sites: beyond.groups, ...beyond },
  }
}
