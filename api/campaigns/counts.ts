/** What came of campaigns: clicks, visitors and conversions from ClickHouse, leads and costs from Postgres, joined by the campaign's value. */
import type { FastifyBaseLogger } from 'fastify'
import type { Campaign } from '../contract/campaign.ts'
import type { Deps } from '../deps.ts'
import { isFilled, VISITORS_SINCE } from '../read-model/editions.ts'
import type { Period } from '../read-model/report-days.ts'
import { campaignsCondition, FINAL_SETTINGS, periodCondition } from '../read-model/traffic-filter.ts'
import { openCosts } from './costs.ts'
import { countLeads, NO_LEADS } from './lead-counts.ts'
import type { CampaignRow } from './records.ts'

type Needs = Pick<Deps, 'sql' | 'readModel' | 'config' | 'now'>

const WITHIN_MS = 2_000

/** Clicks, visitors and conversions are null while ClickHouse does not answer: the campaigns themselves are always there. */
export const withCounts = async (
  deps: Needs,
  campaigns: CampaignRow[],
  period: Period | null,
  log: FastifyBaseLogger,
): Promise<Campaign[]> => {
  const values = [...new Set(campaigns.map(({ utmCampaign }) => utmCampaign))]
  const unknown = (error: unknown) => {
    log.error(error)
    return null
  }
  const [trafficOf, leads, costsOf] = await Promise.all([
    countTraffic(deps, values, period).catch(unknown),
    countLeads(deps, values, period),
    openCosts(deps, values, period),
  ])
  return campaigns.map(({ number, ...campaign }) => {
    const value = campaign.utmCampaign
    const came = trafficOf?.(value) ?? UNKNOWN
    const counts = leads.get(value) ?? NO_LEADS
    return {
      ...campaign,
      createdAt: campaign.createdAt.toISOString(),
      archivedAt: campaign.archivedAt?.toISOString() ?? null,
      shortUrl: shortUrl(campaign.generatedUrl, number),
      ...came,
      ...counts,
      ...costsOf(value, { clicks: came.clicks, ...counts }),
    }
  })
}

const UNKNOWN = { clicks: null, conversions: null, visitors: null }

/** Under the same roof as the link itself, whatever path that has. (Parsing 2,000 links took half of the list's time.) */
const shortUrl = (link: string, number: string): string => {
  const origin = /^https?:\/\/[^/?#]+/.exec(link)?.[0]
  return origin ? `${origin}/go/${number}` : ''
}

type Traffic = Pick<Campaign, 'clicks' | 'conversions' | 'visitors'>
type Row = { value: string; clicks: number; conversions: number; visitors: number }

/** By the campaign's value. Visitors are null while the projector still fills their table in after an upgrade. */
const countTraffic = async (
  { readModel, config }: Needs,
  values: string[],
  period: Period | null,
): Promise<(value: string) => Traffic> => {
  const zone = config.timeZone
  const events = campaignsCondition({ period, zone })
  const sessions = periodCondition(period, zone, 'at')
  const parameters = { ...events.parameters, ...sessions.parameters, values }
  const [filled, rows] = await Promise.all([
    isFilled(readModel, VISITORS_SINCE, WITHIN_MS),
    values.length === 0
      ? []
      : readModel.rows<Row>(trafficSql(events.where, sessions.where), parameters, WITHIN_MS),
  ])
  const found = new Map(rows.map(row => [row.value, row]))
  return value => {
    const { clicks = 0, conversions = 0, visitors = 0 } = found.get(value) ?? {}
    return { clicks, conversions, visitors: filled ? visitors : null }
  }
}

/** A visitor is a session, counted once for a campaign, at its first visit through the campaign's links. */
const trafficSql = (events: string, sessions: string) => `
  SELECT value, sum(clicked) AS clicks, sum(converted) AS conversions, sum(visited) AS visitors
  FROM (
    SELECT utm_campaign AS value, sumIf(n, type = 'visit') AS clicked, sumIf(n, type = 'conversion') AS converted,
      toUInt64(0) AS visited
    FROM {db:Identifier}.event_sums FINAL
    WHERE ${events} AND utm_campaign IN {values:Array(String)}
    GROUP BY value
    UNION ALL
    SELECT utm_campaign AS value, toUInt64(0) AS clicked, toUInt64(0) AS converted, sum(n) AS visited
    FROM {db:Identifier}.session_sums FINAL
    WHERE model = 'visitor' AND utm_campaign IN {values:Array(String)}${sessions}
    GROUP BY value
  )
  GROUP BY value
  ${FINAL_SETTINGS}`
