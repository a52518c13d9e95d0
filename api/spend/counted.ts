import type { Fragment, Sql } from 'postgres'
import type { Deps } from '../deps.ts'
import type { Range } from '../read-model/ranges.ts'
import type { Period } from '../read-model/report-days.ts'
import type { CampaignTags } from './campaign-tags.ts'

type Needs = Pick<Deps, 'sql' | 'config'>
export type OpenFilter = { source: { maybe: string }; campaign?: string | undefined }
export type SpendFilter = { source?: string | undefined; campaign?: string | undefined }

/** `part` is the index of the period. `spans` are its days with a known cost. */
export type CampaignCost = CampaignTags & { part: number; hundredths: number; spans: Range[] }

export const costsByCampaign = async (
  { sql, config }: Needs,
  periods: readonly Period[],
  filter: SpendFilter,
): Promise<CampaignCost[]> => sql<CampaignCost[]>`
  SELECT utm_campaign AS "utmCampaign", utm_source AS "utmSource", utm_medium AS "utmMedium", (part - 1)::int AS part,
    (sum(cost) * 100)::float8 AS hundredths,
    (SELECT json_agg(json_build_array(lower(span) - '1970-01-01'::date, upper(span) - '1970-01-01'::date))
      FROM unnest(range_agg(daterange(day, day, '[]'))) AS span) AS spans
  FROM unnest(${periods.map(({ from }) => from)}::text[]::date[], ${periods.map(({ to }) => to)}::text[]::date[])
    WITH ORDINALITY AS asked (from_day, to_day, part)
  JOIN spend_counted ON day BETWEEN from_day AND to_day
  WHERE ${isCounted(sql, config.currency, filter)}
  GROUP BY utm_campaign, utm_source, utm_medium, part`

/** Cost of one day, all campaigns together. `day` counts days since 1970. */
export type DayCost = { day: number; hundredths: number }

/** Days with a cost, ascending, from the first day of all periods to the last. Includes days between two periods. */
export const costsByDay = async (
  { sql, config }: Needs,
  periods: readonly Period[],
  filter: SpendFilter | OpenFilter,
): Promise<DayCost[]> => {
  if (periods.length === 0) return []
  const days = periods.flatMap(({ from, to }) => [from, to]).toSorted()
  return sql<DayCost[]>`
    SELECT day - '1970-01-01'::date AS day, (sum(cost) * 100)::float8 AS hundredths
    FROM spend_counted
    WHERE day BETWEEN ${days[0] ?? ''} AND ${days.at(-1) ?? ''} AND ${isCounted(sql, config.currency, filter)}
    GROUP BY spend_counted.day ORDER BY 1`
}

/**
 * A cost without a source gets the source of the campaigns with its `utm_campaign`, if they all have the same source.
 * Otherwise its source is unknown. `maybe` selects costs of an unknown source that may belong to the given source.
 */
const isCounted = (sql: Sql, currency: string, { source, campaign }: SpendFilter | OpenFilter): Fragment => {
  const values = (condition: Fragment) =>
    sql`(SELECT utm_campaign FROM campaigns GROUP BY utm_campaign HAVING ${condition})`
  return sql`
  currency = ${currency}
  ${campaign === undefined ? sql`` : sql`AND utm_campaign = ${campaign}`}
  ${
    source === undefined
      ? sql``
      : typeof source === 'string'
        ? sql`AND (utm_source = ${source} OR (utm_source = '' AND utm_campaign IN ${values(sql`bool_and(utm_source = ${source})`)}))`
        : sql`AND utm_source = '' AND utm_campaign NOT IN ${values(sql`bool_and(utm_source = ${source.maybe}) OR bool_and(utm_source <> ${source.maybe})`)}`
  }`
}
