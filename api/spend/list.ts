import { isoTime } from '@firsttouch/infra/stores/iso-time'
import type { Sql } from 'postgres'
import type { SpendList, SpendQuery } from '../contract/costs/spend.ts'
import type { Period } from '../read-model/report-days.ts'
import { type CampaignTags, keyOf, tagsOf } from './campaign-tags.ts'
import { countedOf, type KnownCost, sumOf } from './sources.ts'

type Entry = SpendList['entries'][number]
type Row = CampaignTags &
  Pick<Entry, 'date' | 'corrections'> & {
    known: (KnownCost & Pick<Entry, 'origin' | 'changedBy' | 'changedAt'>)[]
  }

export const listSpend = async (
  sql: Sql,
  currency: string,
  period: Period | null,
  { campaign, after, limit }: Pick<SpendQuery, 'campaign' | 'after' | 'limit'>,
): Promise<SpendList> => {
  const days = period ? sql`AND day BETWEEN ${period.from} AND ${period.to}` : sql``
  const one = campaign === undefined ? sql`` : sql`AND utm_campaign = ${campaign}`
  const { utmCampaign, utmSource, utmMedium } = tagsOf(after?.slice(11) ?? '')
  const day = sql`${after?.slice(0, 10) ?? ''}::text::date`
  const rest = after
    ? sql`AND (day < ${day} OR (day = ${day} AND (utm_campaign, utm_source, utm_medium) > (${utmCampaign}, ${utmSource}, ${utmMedium})))`
    : sql``
  const rows = await sql<Row[]>`
    SELECT day::text AS date, utm_campaign AS "utmCampaign", utm_source AS "utmSource", utm_medium AS "utmMedium",
      json_agg(json_build_object('platform', platform, 'account', account, 'cost', cost::text, 'clicks', clicks,
        'currency', currency, 'origin', origin, 'changedBy', changed_by, 'changedAt', ${isoTime(sql, 'changed_at')})
        ORDER BY changed_at DESC, platform, account) AS known, coalesce((
        SELECT json_agg(json_build_object('platform', old.platform, 'account', nullif(old.account, ''), 'cost', old.cost,
          'clicks', old.clicks, 'currency', old.currency, 'changedBy', old.changed_by,
          'changedAt', ${isoTime(sql, 'old.changed_at')}, 'correctedBy', old.corrected_by,
          'correctedAt', ${isoTime(sql, 'old.corrected_at')}) ORDER BY old.id DESC)
        FROM spend_corrections AS old WHERE old.utm_campaign = spend.utm_campaign AND old.day = spend.day
          AND old.utm_source = spend.utm_source AND old.utm_medium = spend.utm_medium
      ), '[]') AS corrections
    FROM spend WHERE cost IS NOT NULL AND currency = ${currency} ${days} ${one} ${rest}
    GROUP BY day, utm_campaign, utm_source, utm_medium
    ORDER BY day DESC, utm_campaign, utm_source, utm_medium LIMIT ${limit + 1}`
  const entries = rows.slice(0, limit).map(row => entryOf(row, currency))
  const last = rows.length > limit ? entries.at(-1) : undefined
  return { currency, entries, next: last ? `${last.date} ${keyOf(last)}` : null }
}

const entryOf = ({ known, ...row }: Row, currency: string): Entry => {
  const counted = countedOf(known, currency)
  const [sum, latest] = [sumOf(counted), counted[0]]
  if (!sum || !latest) throw new Error('Internal error: a day without a known cost was listed.')
  return {
    ...row,
    cost: sum.hundredths / 100,
    clicks: sum.clicks,
    sources: known.map(({ platform, account, cost, clicks }) => ({
      platform,
      account: account || null,
      cost: Number(cost),
      clicks,
    })),
    origin: latest.origin,
    changedBy: latest.changedBy,
    changedAt: latest.changedAt,
  }
}
