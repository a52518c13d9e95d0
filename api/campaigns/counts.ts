/** What came of campaigns: clicks, visitors and conversions from ClickHouse, leads and costs from Postgres, joined by the campaign's value. */
import type { FastifyBaseLogger } from 'fastify'
import type { Campaign } from '../contract/campaign.ts'
import type { Deps } from '../deps.ts'
import { type CutOf, readClosedDays } from '../read-model/closed-days.ts'
import { VISITORS_SINCE } from '../read-model/editions.ts'
import type { Range } from '../read-model/ranges.ts'
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
  const rows = await readModel.rowsOfOne()
  const { edition, cutOf } = await readClosedDays({ config }, rows, WITHIN_MS)
  const sql = trafficSql(cutOf, rangesOfPeriod(period, config.timeZone))
  const counted = values.length === 0 ? [] : await rows<Row>(sql, { values }, WITHIN_MS)
  const found = new Map(counted.map(row => [row.value, row]))
  return value => {
    const { clicks = 0, conversions = 0, visitors = 0 } = found.get(value) ?? {}
    return { clicks, conversions, visitors: edition < VISITORS_SINCE ? null : visitors }
  }
}

const trafficSql = (cutOf: CutOf, ranges: Range[]) => `
  SELECT value, sum(clicked) AS clicks, sum(converted) AS conversions, sum(visited) AS visitors
  FROM (
    SELECT utm_campaign AS value, sumIf(n, type = 'visit') AS clicked, sumIf(n, type = 'conversion') AS converted,
      toUInt64(0) AS visited
    FROM (${trafficRows(cutOf('event_days', ranges))})
    WHERE utm_campaign IN {values:Array(String)}
    GROUP BY value
    UNION ALL
    SELECT utm_campaign AS value, toUInt64(0) AS clicked, toUInt64(0) AS converted, sum(n) AS visited
    FROM (${visitorRows(cutOf('session_days', ranges))})
    WHERE utm_campaign IN {values:Array(String)}
    GROUP BY value
  )
  GROUP BY value
  ${FINAL_SETTINGS}`
