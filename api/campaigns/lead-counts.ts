/** Leads of campaigns, and how far they came, by the campaign of their first touch. */
import type { Deps } from '../deps.ts'
import type { Period } from '../read-model/report-days.ts'

export type LeadCounts = { leads: number; qualifiedLeads: number; trials: number; onboarding: number }
export const NO_LEADS: LeadCounts = { leads: 0, qualifiedLeads: 0, trials: 0, onboarding: 0 }

/** Not prepared: after five times PostgreSQL would plan it for any days, and read a month of leads in the order of time, row by row. */
export const countLeads = async (
  { sql, config }: Pick<Deps, 'sql' | 'config'>,
  values: string[],
  period: Period | null,
): Promise<Map<string, LeadCounts>> => {
  const given: string[] = []
  const say = (value: string): string => `$${given.push(value)}`
  const conditions = ['true']
  if (values.length === 1) conditions.push(`campaign = ${say(values[0] ?? '')}`)
  if (period) {
    const zone = say(config.timeZone)
    conditions.push(
      `created_at >= ${say(period.from)}::date::timestamp AT TIME ZONE ${zone}`,
      `created_at < (${say(period.to)}::date + 1)::timestamp AT TIME ZONE ${zone}`,
    )
  }
  const rows = await sql.unsafe<({ value: string } & LeadCounts)[]>(
    `
    SELECT campaign AS value, count(*)::integer AS leads,
      (count(*) FILTER (WHERE qualified))::integer AS "qualifiedLeads",
      (count(*) FILTER (WHERE trial))::integer AS trials,
      (count(*) FILTER (WHERE onboarding))::integer AS onboarding
    FROM counted_leads WHERE ${conditions.join(' AND ')}
    GROUP BY campaign`,
    given,
  )
  return new Map(rows.map(({ value, ...counts }) => [value, counts]))
}
