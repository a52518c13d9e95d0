/** Reads `spend_months`: a year of 2,000 campaigns has 24,000 of them, and 730,000 days. */
import type { Fragment, Sql } from 'postgres'
import type { Deps } from '../deps.ts'
import type { Period } from '../read-model/report-days.ts'
import type { CampaignTags } from './campaign-tags.ts'
import { dayNumber, dayText, type KnownMonth } from './known-days.ts'

type Needs = Pick<Deps, 'sql' | 'config'>
/** Costs that may belong to the source. */
export type OpenFilter = { source: { maybe: string }; campaign?: string | undefined }
export type SpendFilter = { source?: string | undefined; campaign?: string | undefined }

/** `months`: of each its start and what is known of it, in order. */
export type CampaignMonths = CampaignTags & {
  part: number
  cost: string
  months: [start: number, known: number][]
}

/** `part`: which of the periods; null: all there is. Months of which a period has a part are added up by their days. */
export const monthsByCampaign = async (
  { sql, config }: Needs,
  periods: readonly Period[] | null,
  filter: SpendFilter,
): Promise<CampaignMonths[]> => sql<CampaignMonths[]>`
  SELECT utm_campaign AS "utmCampaign", utm_source AS "utmSource", utm_medium AS "utmMedium", part, array_agg(ARRAY[month - '1970-01-01'::date, known] ORDER BY month) AS months,
    sum(CASE WHEN mask = ${WHOLE} THEN cost ELSE (SELECT sum(day) FROM unnest(costs[first:last]) AS day) END)::text AS cost
  FROM (${asked(sql, periods)}) AS asked JOIN spend_months USING (month)
  WHERE known & mask <> 0 AND ${isCounted(sql, config.currency, filter)}
  GROUP BY utm_campaign, utm_source, utm_medium, part`

/** Of all campaigns together. */
export type DayCosts = KnownMonth & { costs: number[] }

/** All months that `periods` touch, in order; null: all there are. */
export const monthsByDay = async (
  { sql, config }: Needs,
  periods: readonly Period[] | null,
  filter: SpendFilter | OpenFilter,
): Promise<DayCosts[]> => sql<DayCosts[]>`
  SELECT month - '1970-01-01'::date AS start, bit_or(known) AS known, ARRAY[
    sum(costs[1]), sum(costs[2]), sum(costs[3]), sum(costs[4]), sum(costs[5]), sum(costs[6]), sum(costs[7]), sum(costs[8]),
    sum(costs[9]), sum(costs[10]), sum(costs[11]), sum(costs[12]), sum(costs[13]), sum(costs[14]), sum(costs[15]), sum(costs[16]),
    sum(costs[17]), sum(costs[18]), sum(costs[19]), sum(costs[20]), sum(costs[21]), sum(costs[22]), sum(costs[23]), sum(costs[24]),
    sum(costs[25]), sum(costs[26]), sum(costs[27]), sum(costs[28]), sum(costs[29]), sum(costs[30]), sum(costs[31])]::float8[] AS costs
  FROM spend_months WHERE ${isCounted(sql, config.currency, filter)}
    ${periods ? sql`AND month = ANY(${periods.flatMap(monthsOf).map(({ month }) => month)}::text[]::date[])` : sql``}
  GROUP BY month ORDER BY month`

/** The known days of a period, in order. */
export const costsByDay = (
  months: readonly DayCosts[],
  period: Period | null,
): { day: number; hundredths: number }[] => {
  const [from, to] = period ? [dayNumber(period.from), dayNumber(period.to)] : [-Infinity, Infinity]
  return months.flatMap(({ start, known, costs }) =>
    costs
      .map((hundredths, at) => ({ day: start + at, hundredths, isKnown: (known & (1 << at)) !== 0 }))
      .filter(({ day, isKnown }) => isKnown && day >= from && day <= to),
  )
}

const WHOLE = 2 ** 31 - 1

const asked = (sql: Sql, periods: readonly Period[] | null): Fragment => {
  if (!periods)
    return sql`SELECT DISTINCT month, 0 AS part, 1 AS first, 31 AS last, ${WHOLE}::int AS mask FROM spend_months`
  const months = periods.flatMap((period, part) => monthsOf(period).map(month => ({ ...month, part })))
  return sql`
    SELECT * FROM unnest(${months.map(({ month }) => month)}::text[]::date[], ${months.map(({ part }) => part)}::int[],
      ${months.map(({ first }) => first)}::int[], ${months.map(({ last }) => last)}::int[],
      ${months.map(maskOf)}::int[]) AS part_of (month, part, first, last, mask)`
}

const maskOf = ({ first, last }: { first: number; last: number }): number => 2 ** last - 2 ** (first - 1)

/** `first` and `last`: days of the month; 31 also where it is over before. */
const monthsOf = ({ from, to }: Period): { month: string; first: number; last: number }[] => {
  const months = []
  for (let month = `${from.slice(0, 7)}-01`; month <= to; month = monthAfter(month)) {
    const after = monthAfter(month)
    months.push({
      month,
      first: from > month ? Number(from.slice(8)) : 1,
      last: dayText(dayNumber(to) + 1) < after ? Number(to.slice(8)) : 31,
    })
  }
  return months
}

const monthAfter = (month: string): string => `${dayText(dayNumber(month) + 31).slice(0, 7)}-01`

/**
 * Costs of campaigns with the source. A cost without a source belongs to the source that all campaigns of its value have. Where they
 * have several, or the value has no campaign, its source is not known.
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
