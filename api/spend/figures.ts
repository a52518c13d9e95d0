/** Costs of a range added up, and the days of it without any; beside those of the period before. */
import type { Fragment, Sql } from 'postgres'
import type { DaysWithoutCost } from '../contract/costs/spend.ts'
import type { Deps } from '../deps.ts'
import { addDays, dayIn, daysFrom, type Period, periodBefore } from '../read-model/report-days.ts'

type Needs = Pick<Deps, 'sql' | 'config' | 'now'>
export type SpendSum = { cost: number; withoutCost: DaysWithoutCost }
export type SpendFilter = { source?: string | undefined; campaign?: string | undefined }

const MOST_SPANS = 10

/**
 * The days of a range whose costs can be known: until yesterday, or today once it has a cost. The period before is as many days just
 * before, so that a day that is not over is compared with none. null: no such day.
 */
export const knownDays = async (
  { sql, config, now }: Needs,
  period: Period,
): Promise<{ known: Period; before: Period } | null> => {
  const today = dayIn(config.timeZone, now())
  const to =
    period.to < today ? period.to : (await hasCost(sql, config.currency, today)) ? today : addDays(today, -1)
  if (to < period.from) return null
  const known = { from: period.from, to, days: daysFrom(period.from, to) }
  // As many days as were asked for, less those that are not over.
  const whole = periodBefore(period)
  return { known, before: { from: whole.from, to: addDays(whole.from, known.days - 1), days: known.days } }
}

const hasCost = async (sql: Sql, currency: string, day: string): Promise<boolean> => {
  const [found] = await sql`
    SELECT 1 FROM spend WHERE day = ${day} AND cost IS NOT NULL AND currency = ${currency} LIMIT 1`
  return found !== undefined
}

/** By campaign value; a campaign without a known cost is not there. `period` null: each from its first day with a cost. */
export const sumByCampaign = async (
  deps: Needs,
  values: readonly string[],
  period: Period | null,
): Promise<Map<string, SpendSum>> => {
  const one = values.length === 1 ? { campaign: values[0] } : {}
  const rows = await sums(deps, period, one, deps.sql`GROUP BY utm_campaign`)
  return new Map(rows.map(({ value, ...row }) => [value, sumOf(row)]))
}

/** null where no cost is known. */
export const sumAll = async (
  deps: Needs,
  period: Period | null,
  filter: SpendFilter,
): Promise<SpendSum | null> => {
  const [row] = await sums(deps, period, filter, deps.sql`HAVING count(*) > 0`)
  return row ? sumOf(row) : null
}

type Row = { value: string; cost: string; missing: number; spans: DaysWithoutCost['spans'] }

const sumOf = ({ cost, missing, spans }: Omit<Row, 'value'>): SpendSum => ({
  cost: Number(cost),
  withoutCost: { days: missing, spans },
})

const sums = (
  { sql, config, now }: Needs,
  period: Period | null,
  filter: SpendFilter,
  grouped: Fragment,
): Promise<Row[]> => {
  const last = period?.to ?? addDays(dayIn(config.timeZone, now()), -1)
  return sql<Row[]>`
    SELECT value, cost, coalesce(missing, 0)::int AS missing, coalesce(spans, '[]') AS spans
    FROM (
      SELECT min(utm_campaign) AS value, sum(cost) AS cost,
        datemultirange(daterange(coalesce(${period?.from ?? null}::text::date, min(day)), greatest(${last}::text::date, max(day)), '[]'))
          - range_agg(daterange(day, day, '[]')) AS gaps
      FROM spend WHERE ${isCounted(sql, config.currency, period, filter)}
      ${grouped}
    ) AS summed
    LEFT JOIN LATERAL (
      SELECT sum(upper(gap) - lower(gap)) AS missing,
        json_agg(json_build_object('from', lower(gap), 'to', upper(gap) - 1) ORDER BY gap) FILTER (WHERE at <= ${MOST_SPANS}) AS spans
      FROM unnest(gaps) WITH ORDINALITY AS found (gap, at)
    ) AS named ON NOT isempty(gaps)`
}

/** By source: only of campaign values that are used with that source alone; of others nobody knows which part it had. */
export const isCounted = (
  sql: Sql,
  currency: string,
  period: Period | null,
  { source, campaign }: SpendFilter,
): Fragment => sql`
  cost IS NOT NULL AND currency = ${currency}
  ${period ? sql`AND day BETWEEN ${period.from}::text::date AND ${period.to}::text::date` : sql``}
  ${campaign === undefined ? sql`` : sql`AND utm_campaign = ${campaign}`}
  ${
    source === undefined
      ? sql``
      : sql`AND utm_campaign IN (
          SELECT utm_campaign FROM campaigns GROUP BY utm_campaign HAVING bool_and(utm_source = ${source}))`
  }`
