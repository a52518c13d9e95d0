/** Leads of campaigns, and how far they came, by the campaign of their first touch. */
import type { Deps } from '../deps.ts'
import type { Period } from '../read-model/report-days.ts'

export type LeadCounts = { leads: number; qualifiedLeads: number; trials: number; onboarding: number }
export const NO_LEADS: LeadCounts = { leads: 0, qualifiedLeads: 0, trials: 0, onboarding: 0 }

export const countLeads = async (
  { sql, config }: Pick<Deps, 'sql' | 'config'>,
  values: string[],
  period: Period | null,
): Promise<Map<string, LeadCounts>> => {
  const zone = config.timeZone
  const days = period
    ? sql`AND created_at >= ${period.from}::date::timestamp AT TIME ZONE ${zone}
        AND created_at < (${period.to}::date + 1)::timestamp AT TIME ZONE ${zone}`
    : sql``
  const one = values.length === 1 ? sql`AND campaign = ${values[0] ?? ''}` : sql``
  const rows = await sql<({ value: string } & LeadCounts)[]>`
    SELECT campaign AS value, count(*)::integer AS leads,
      (count(*) FILTER (WHERE qualified_at IS NOT NULL AND status IN ('qualified', 'closed')))::integer AS "qualifiedLeads",
      (count(*) FILTER (WHERE told_trial))::integer AS trials,
      (count(*) FILTER (WHERE told_onboarding))::integer AS onboarding
    FROM leads WHERE deleted_at IS NULL AND spam_reason = '' ${one} ${days}
    GROUP BY campaign`
  return new Map(rows.map(({ value, ...counts }) => [value, counts]))
}
