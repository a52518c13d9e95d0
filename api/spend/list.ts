/** What is stored of costs, with what was there before each correction. */
import type { Sql } from 'postgres'
import type { SpendList, SpendQuery } from '../contract/costs/spend.ts'
import type { Period } from '../read-model/report-days.ts'

type Entry = SpendList['entries'][number]
type Correction = Entry['corrections'][number]
type Row = Omit<Entry, 'cost' | 'clicks' | 'changedAt' | 'corrections'> & {
  cost: string
  clicks: string | null
  changedAt: Date
  corrections: (Omit<Correction, 'changedAt' | 'correctedAt'> & { changedAt: string; correctedAt: string })[]
}

export const listSpend = async (
  sql: Sql,
  currency: string,
  period: Period | null,
  { campaign, after, limit }: Pick<SpendQuery, 'campaign' | 'after' | 'limit'>,
): Promise<SpendList> => {
  const days = period ? sql`AND day BETWEEN ${period.from} AND ${period.to}` : sql``
  const one = campaign === undefined ? sql`` : sql`AND utm_campaign = ${campaign}`
  const rest =
    after === undefined
      ? sql``
      : sql`AND (day < ${after.slice(0, 10)}::text::date OR (day = ${after.slice(0, 10)}::text::date AND utm_campaign > ${after.slice(11)}))`
  const rows = await sql<Row[]>`
    SELECT day::text AS date, utm_campaign AS "utmCampaign", cost, clicks, origin, changed_by AS "changedBy",
      changed_at AS "changedAt", coalesce((
        SELECT json_agg(json_build_object('cost', old.cost, 'clicks', old.clicks, 'currency', old.currency,
          'changedBy', old.changed_by, 'changedAt', old.changed_at, 'correctedBy', old.corrected_by,
          'correctedAt', old.corrected_at) ORDER BY old.id DESC)
        FROM spend_corrections AS old WHERE old.utm_campaign = spend.utm_campaign AND old.day = spend.day
      ), '[]') AS corrections
    FROM spend WHERE cost IS NOT NULL AND currency = ${currency} ${days} ${one} ${rest}
    ORDER BY day DESC, utm_campaign LIMIT ${limit + 1}`
  const entries = rows.slice(0, limit).map(entryOf)
  const last = rows.length > limit ? entries.at(-1) : undefined
  return { currency, entries, next: last ? `${last.date} ${last.utmCampaign}` : null }
}

const entryOf = ({ cost, clicks, changedAt, corrections, ...row }: Row): Entry => ({
  ...row,
  cost: Number(cost),
  clicks: clicks === null ? null : Number(clicks),
  changedAt: changedAt.toISOString(),
  corrections: corrections.map(correction => ({
    ...correction,
    changedAt: new Date(correction.changedAt).toISOString(),
    correctedAt: new Date(correction.correctedAt).toISOString(),
  })),
})
