/** What came of campaigns: clicks, visitors and conversions from ClickHouse, leads and costs from Postgres, joined by the campaign's value. */
import type { FastifyBaseLogger } from 'fastify'
import type { Campaign } from '../contract/campaign.ts'
import type { Deps } from '../deps.ts'
import type { Period } from '../read-model/report-days.ts'
import { BY_MONTH, trafficCondition } from '../read-model/traffic-filter.ts'
import { openCosts } from './costs.ts'
import { countLeads, NO_LEADS } from './lead-counts.ts'
import type { CampaignRow } from './records.ts'
import { countVisitors } from './visitors.ts'

type Needs = Pick<Deps, 'sql' | 'readModel' | 'config' | 'now'>

const CLICKS_WITHIN_MS = 2_000

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
  const { readModel, config } = deps
  const asked = { values, period, zone: config.timeZone, withinMs: CLICKS_WITHIN_MS }
  const [clicks, visitors, leads, costsOf] = await Promise.all([
    countClicks(deps, values, period).catch(unknown),
    countVisitors(readModel, asked).catch(unknown),
    countLeads(deps, values, period),
    openCosts(deps, values, period),
  ])
  return campaigns.map(({ number, ...campaign }) => ({
    ...campaign,
    createdAt: campaign.createdAt.toISOString(),
    archivedAt: campaign.archivedAt?.toISOString() ?? null,
    shortUrl: shortUrl(campaign.generatedUrl, number),
    ...(clicks ? (clicks.get(campaign.utmCampaign) ?? NO_CLICKS) : UNKNOWN_CLICKS),
    visitors: visitors && (visitors.get(campaign.utmCampaign) ?? 0),
    ...(leads.get(campaign.utmCampaign) ?? NO_LEADS),
    ...costsOf(campaign.utmCampaign, {
      clicks: clicks && (clicks.get(campaign.utmCampaign)?.clicks ?? 0),
      ...(leads.get(campaign.utmCampaign) ?? NO_LEADS),
    }),
  }))
}

const NO_CLICKS = { clicks: 0, conversions: 0 }
const UNKNOWN_CLICKS = { clicks: null, conversions: null }

/** Under the same roof as the link itself, whatever path that has. (Parsing 2,000 links took half of the list's time.) */
const shortUrl = (link: string, number: string): string => {
  const origin = /^https?:\/\/[^/?#]+/.exec(link)?.[0]
  return origin ? `${origin}/go/${number}` : ''
}

const countClicks = async ({ readModel, config }: Needs, values: string[], period: Period | null) => {
  if (values.length === 0) return new Map<string, typeof NO_CLICKS>()
  const { where, parameters } = trafficCondition({ period, zone: config.timeZone })
  const rows = await readModel.rows<{ value: string; clicks: number; conversions: number }>(
    `
  SELECT utm_campaign AS value, sumIf(n, type = 'visit') AS clicks, sumIf(n, type = 'conversion') AS conversions
  FROM {db:Identifier}.traffic_15m FINAL
  WHERE ${where} AND utm_campaign IN {values:Array(String)}
  GROUP BY value
  ${BY_MONTH}`,
    { ...parameters, values },
    CLICKS_WITHIN_MS,
  )
  return new Map(rows.map(({ value, clicks, conversions }) => [value, { clicks, conversions }]))
}
