/** What a week brought, from the records in PostgreSQL. */
import type { ISql } from 'postgres'
import type { Period } from '../read-model/report-days.ts'

export type Came = { leads: number; qualified: number; trials: number; onboardings: number }
export type BestCampaign = { campaign: string; leads: number; qualified: number }

const within = (sql: ISql, { from, to }: Period, zone: string) => sql`
  created_at >= ${from}::date::timestamp AT TIME ZONE ${zone} AND created_at < (${to}::date + 1)::timestamp AT TIME ZONE ${zone}`

/** Without what programs sent and what staff deleted. */
export const countCame = async (sql: ISql, period: Period, zone: string): Promise<Came> => {
  const [came] = await sql<[Came]>`
    SELECT count(*)::int AS leads, (count(*) FILTER (WHERE qualified))::int AS qualified,
      (count(*) FILTER (WHERE signed_up))::int AS trials,
      (SELECT count(*)::int FROM onboarding_submissions
        WHERE deleted_at IS NULL AND spam_reason = '' AND ${within(sql, period, zone)}) AS onboardings
    FROM counted_leads WHERE ${within(sql, period, zone)}`
  return came
}

const BEST = 5

/** Campaigns that share a value are told apart by source and medium. */
export const bestCampaigns = (sql: ISql, period: Period, zone: string): Promise<BestCampaign[]> => sql<
  BestCampaign[]
>`
  SELECT campaign || CASE WHEN campaign IN (SELECT utm_campaign FROM campaigns GROUP BY 1 HAVING count(*) > 1)
      THEN format(' (%s / %s)', utm_source, utm_medium) ELSE '' END AS campaign,
    count(*)::int AS leads, (count(*) FILTER (WHERE qualified))::int AS qualified
  FROM counted_leads WHERE campaign <> '' AND ${within(sql, period, zone)}
  GROUP BY 1 ORDER BY qualified DESC, leads DESC, 1 LIMIT ${BEST}`
