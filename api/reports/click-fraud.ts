/** Reads `events`, because no read model stores networks. */
import { clickFraud, clickFraudQuery } from '../contract/click-fraud.ts'
import type { Deps } from '../deps.ts'
import { openReport, report } from '../read-model/report.ts'
import type { Period } from '../read-model/report-days.ts'
import { narrowedBy, periodCondition } from '../read-model/traffic-filter.ts'

const MOST = 500
/** Least time on screen of an engaged session. Must equal the limit in `projector/projections/sessions/session.ts`. */
const ENGAGED_MS = 10_000
const WITHIN_MS = 20_000

export const clickFraudRoutes = report('click-fraud', clickFraudQuery, clickFraud, async (deps, query) => {
  const { readModel, config } = deps
  const { zone, period, head } = await openReport(deps, query)
  const { where, parameters } = periodCondition(period, zone, 'minute')
  const one = narrowedBy({ campaign: query.campaign })
  const given = { ...parameters, ...one.parameters, zone }
  const days = await readModel.rows<Day>(clicksSql(where + one.where), given, WITHIN_MS)
  const costs = await costsOf(deps, period)
  const rows = days.flatMap(({ date, campaign, clicks: all, networks }) => {
    const known = costs.get(`${date} ${campaign}`)
    return networks.map(([network, clicks, sessions]) => {
      const share = Math.min(1, clicks / Math.max(1, known?.clicks ?? all))
      return { date, campaign, network, clicks, sessions, cost: known ? cents(known.cost * share) : null }
    })
  })
  const costly = rows.flatMap(({ cost }) => cost ?? [])
  const ranked = rows.toSorted((a, b) => b.clicks - a.clicks || (a.date < b.date ? 1 : -1))
  const networks = [...new Set(ranked.map(({ network }) => network))]
  return {
    ...head,
    currency: config.currency,
    paidClicks: days.reduce((sum, { clicks }) => sum + clicks, 0),
    wasted: {
      clicks: rows.reduce((sum, { clicks }) => sum + clicks, 0),
      cost: costly.length === 0 ? null : cents(costly.reduce((sum, cost) => sum + cost, 0)),
      networks: networks.length,
    },
    rows: ranked.slice(0, MOST),
    exclusions: networks.slice(0, MOST).map(exclusionOf),
  }
})

/** Google Ads format: `192.0.2.0/24` becomes `192.0.2.*`. IPv6 networks stay unchanged. */
const exclusionOf = (network: string): string => network.replace(/\.0\/24$/, '.*')

const cents = (amount: number): number => Math.round(amount * 100) / 100

type Day = { date: string; campaign: string; clicks: number; networks: [string, number, number][] }
type Cost = { cost: number; clicks: number | null }

const costsOf = async ({ sql, config }: Deps, period: Period | null): Promise<Map<string, Cost>> => {
  const rows = await sql<(Cost & { of: string })[]>`
    SELECT day::text || ' ' || utm_campaign AS of, sum(cost)::float8 AS cost,
      CASE WHEN bool_and(clicks > 0) THEN sum(clicks)::float8 END AS clicks
    FROM spend_counted WHERE currency = ${config.currency}
      ${period ? sql`AND day BETWEEN ${period.from} AND ${period.to}` : sql``}
    GROUP BY day, utm_campaign`
  return new Map(rows.map(({ of, ...cost }) => [of, cost]))
}

/**
 * All landings of a session within one minute are one click, so that reloads do not count. Suspicious sessions count,
 * because their clicks cost money. Crawlers and internal traffic do not.
 */
const clicksSql = (where: string): string => `
  WITH paid AS (
    SELECT toString(toDate(occurred_at, {zone:String})) AS date, toString(utm_campaign) AS campaign, network, session,
      (session, toStartOfMinute(occurred_at)) AS click, occurred_at AS at
    FROM {db:Identifier}.events FINAL
    WHERE type = 'visit' AND (bot = '' OR startsWith(bot, 'suspicious_')) AND startsWith(channel, 'Paid ')${where}
  ), engaged AS (
    SELECT session FROM {db:Identifier}.events FINAL
    WHERE type IN ('visit', 'conversion', 'engagement') AND session IN (SELECT session FROM paid)
    GROUP BY session HAVING countIf(type = 'conversion') > 0 OR uniqExactIf(page_path, type = 'visit') > 1
      OR max(JSONExtractUInt(properties, 'visibleMs')) >= ${ENGAGED_MS}
  )
  SELECT date, campaign, sum(n) AS clicks,
    groupArrayIf((network, n, sessions), n >= 3 AND network != '' AND network NOT IN (SELECT network FROM paid WHERE session IN engaged)) AS networks
  FROM (SELECT date, campaign, network, uniqExact(click) AS n, uniqExact(session) AS sessions FROM paid GROUP BY date, campaign, network)
  GROUP BY date, campaign`
