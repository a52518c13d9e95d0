import type { FastifyBaseLogger } from 'fastify'
import type { Campaign } from '../contract/campaign.ts'
import type { Comparison } from '../contract/range.ts'
import type { Deps } from '../deps.ts'
import { readClosedDays } from '../read-model/closed-days.ts'
import { type Period, rangesOfPeriod } from '../read-model/report-days.ts'
import { FINAL_SETTINGS, withBounceRate } from '../read-model/traffic-filter.ts'
import { byTags, type CampaignTags, countedBy, keyOf } from '../spend/campaign-tags.ts'
import { sessionRows, trafficRows, visitorsByTags } from './campaign-traffic.ts'
import { countLeads, NO_LEADS, openCosts } from './costs.ts'
import type { CampaignRow } from './records.ts'

type Needs = Pick<Deps, 'sql' | 'readModel' | 'config' | 'now'>

const WITHIN_MS = 2_000

/** Clicks, visitors and conversions are null while ClickHouse is unavailable. */
export const withCounts = async (
  deps: Needs,
  found: Promise<CampaignRow[]>,
  period: Period | null,
  log: FastifyBaseLogger,
  compare?: Comparison,
): Promise<Campaign[]> => {
  const unknown = (error: unknown) => {
    log.error(error)
    return null
  }
  const traffic = openTraffic(deps, period, unknown).catch(unknown)
  const campaigns = await found
  if (campaigns.length === 0) return []
  const valuesOf = (some: CampaignRow[]) => [...new Set(some.map(({ utmCampaign }) => utmCampaign))]
  const values = valuesOf(campaigns)
  const shared = valuesOf(campaigns.filter(({ isShared }) => isShared))
  const [trafficOf, leads, costsOf] = await Promise.all([
    traffic.then(count => count?.(values, shared)).catch(unknown),
    countLeads(deps, values, period, shared),
    openCosts(deps, values, { period, compare }, unknown),
  ])
  return campaigns.map(({ number, isShared, ...campaign }) => {
    const tags = countedBy({ ...campaign, isShared })
    const came = trafficOf?.(keyOf(tags), isShared) ?? UNKNOWN
    const counts = leads.get(keyOf(tags)) ?? NO_LEADS
    const short = shortUrl(campaign.generatedUrl, number)
    return { ...counts, ...campaign, shortUrl: short, ...came, ...costsOf(tags) }
  })
}

const NO_STAYS = { bounces: null, engaged: null, bounceRate: null }
const UNKNOWN = { clicks: null, conversions: null, visitors: null, channel: null, ...NO_STAYS }

/** Uses a regular expression, because parsing 2,000 links with `URL` is slow. */
const shortUrl = (link: string, number: string): string => {
  const origin = /^https?:\/\/[^/?#]+/.exec(link)?.[0]
  return origin ? `${origin}/go/${number}` : ''
}

type Traffic = Pick<Campaign, 'clicks' | 'conversions' | 'visitors' | 'channel' | keyof typeof NO_STAYS>
type Clicks = CampaignTags & { clicks: number; conversions: number; channel: string }
type Visitors = CampaignTags & { visitors: number }
type Sessions = Visitors & { bounces: number; engaged: number }

const openTraffic = async (
  { readModel, config }: Needs,
  period: Period | null,
  unknown: (error: unknown) => null,
) => {
  const rows = await readModel.rowsOfOne()
  const cutOf = await readClosedDays({ config }, rows, WITHIN_MS)
  const ranges = rangesOfPeriod(period, config.timeZone)
  return async (values: string[], shared: string[]): Promise<(key: string, isShared: boolean) => Traffic> => {
    const given = { values, shared }
    const [clicks, sessions, visitorsOfShared] = await Promise.all([
      rows<Clicks>(clicksSql(trafficRows(cutOf('event_days', ranges))), given, WITHIN_MS),
      rows<Sessions>(sessionsSql(sessionRows(cutOf('session_days', ranges))), given, WITHIN_MS),
      shared.length === 0 ? [] : rows<Visitors>(visitorsByTags(ranges), given, WITHIN_MS).catch(unknown),
    ])
    const clicksOf = byTags(clicks)
    const sessionsOf = byTags(sessions)
    const visitorsOf = byTags<Visitors>([...sessions, ...(visitorsOfShared ?? [])])
    return (key, isShared) => ({
      clicks: clicksOf.get(key)?.clicks ?? 0,
      conversions: clicksOf.get(key)?.conversions ?? 0,
      channel: clicksOf.get(key)?.channel || null,
      visitors: isShared && !visitorsOfShared ? null : (visitorsOf.get(key)?.visitors ?? 0),
      ...(isShared ? NO_STAYS : withBounceRate(sessionsOf.get(key))),
    })
  }
}

const tag = (column: string): string => `if(utm_campaign IN {shared:Array(String)}, toString(${column}), '')`

const clicksSql = (rows: string) => `
  SELECT utm_campaign AS utmCampaign, ${tag('utm_source')} AS utmSource, ${tag('utm_medium')} AS utmMedium,
    sumIf(n, type = 'visit') AS clicks, sumIf(n, type = 'conversion') AS conversions,
    (sumMapIf([toString(channel)], [n], type = 'visit') AS sums).1[indexOf(sums.2, arrayMax(sums.2))] AS channel
  FROM (${rows})
  WHERE utm_campaign IN {values:Array(String)}
  GROUP BY utmCampaign, utmSource, utmMedium
  ${FINAL_SETTINGS}`

const sessionsSql = (rows: string) => `
  SELECT utm_campaign AS utmCampaign, '' AS utmSource, '' AS utmMedium, sumIf(n, model = 'visitor') AS visitors,
    sumIf(n, type = 'bounce') AS bounces, sumIf(n, type = 'engaged') AS engaged
  FROM (${rows})
  WHERE utm_campaign IN {values:Array(String)}
  GROUP BY utmCampaign
  ${FINAL_SETTINGS}`
