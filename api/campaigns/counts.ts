/** What came of campaigns: clicks, visitors and conversions from ClickHouse, leads and costs from Postgres, joined by the campaign's value. */
import type { FastifyBaseLogger } from 'fastify'
import type { Campaign } from '../contract/campaign.ts'
import type { Deps } from '../deps.ts'
import { readClosedDays } from '../read-model/closed-days.ts'
import { VISITORS_SINCE } from '../read-model/editions.ts'
import { type Period, rangesOfPeriod } from '../read-model/report-days.ts'
import { FINAL_SETTINGS } from '../read-model/traffic-filter.ts'
import { trafficRows, visitorRows } from './campaign-traffic.ts'
import { openCosts } from './costs.ts'
import { countLeads, NO_LEADS } from './lead-counts.ts'
import type { CampaignRow } from './records.ts'

type Needs = Pick<Deps, 'sql' | 'readModel' | 'config' | 'now'>

const WITHIN_MS = 2_000

/** Clicks, visitors and conversions are null while ClickHouse does not answer: the campaigns themselves are always there. */
export const withCounts = async (
  deps: Needs,
  found: Promise<CampaignRow[]>,
  period: Period | null,
  log: FastifyBaseLogger,
): Promise<Campaign[]> => {
  const unknown = (error: unknown) => {
    log.error(error)
    return null
  }
  const traffic = openTraffic(deps, period).catch(unknown)
  const campaigns = await found
  if (campaigns.length === 0) return []
  const values = [...new Set(campaigns.map(({ utmCampaign }) => utmCampaign))]
  const [trafficOf, leads, costsOf] = await Promise.all([
    traffic.then(count => count?.(values)).catch(unknown),
    countLeads(deps, values, period),
    openCosts(deps, values, period, unknown),
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
      ...costsOf(value),
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
type Clicks = { value: string; clicks: number; conversions: number }
type Visitors = { value: string; visitors: number }

/** What counts by the campaign's value. Visitors are null while the projector still fills their table in after an upgrade. */
const openTraffic = async ({ readModel, config }: Needs, period: Period | null) => {
  const rows = await readModel.rowsOfOne()
  const { edition, cutOf } = await readClosedDays({ config }, rows, WITHIN_MS)
  const ranges = rangesOfPeriod(period, config.timeZone)
  return async (values: string[]): Promise<(value: string) => Traffic> => {
    const [clicks, visitors] = await Promise.all([
      rows<Clicks>(clicksSql(trafficRows(cutOf('event_days', ranges))), { values }, WITHIN_MS),
      rows<Visitors>(visitorsSql(visitorRows(cutOf('session_days', ranges))), { values }, WITHIN_MS),
    ])
    const clicksOf = new Map(clicks.map(row => [row.value, row]))
    const visitorsOf = new Map(visitors.map(row => [row.value, row.visitors]))
    return value => ({
      clicks: clicksOf.get(value)?.clicks ?? 0,
      conversions: clicksOf.get(value)?.conversions ?? 0,
      visitors: edition < VISITORS_SINCE ? null : (visitorsOf.get(value) ?? 0),
    })
  }
}

const clicksSql = (rows: string) => `
  SELECT utm_campaign AS value, sumIf(n, type = 'visit') AS clicks, sumIf(n, type = 'conversion') AS conversions
  FROM (${rows})
  WHERE utm_campaign IN {values:Array(String)}
  GROUP BY value
  ${FINAL_SETTINGS}`

const visitorsSql = (rows: string) => `
  SELECT utm_campaign AS value, sum(n) AS visitors
  FROM (${rows})
  WHERE utm_campaign IN {values:Array(String)}
  GROUP BY value
  ${FINAL_SETTINGS}`
