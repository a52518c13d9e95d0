/** Leads of campaigns, and how far they came, by the campaign of their first touch. */
import type { PendingQuery, Row } from 'postgres'
import type { Deps } from '../deps.ts'
import { type Period, rangesOfPeriod } from '../read-model/report-days.ts'

export type LeadCounts = { leads: number; qualifiedLeads: number; trials: number; onboarding: number }
export const NO_LEADS: LeadCounts = { leads: 0, qualifiedLeads: 0, trials: 0, onboarding: 0 }

/** Of several periods by one reading, each by campaign value; null is all time. */
export const countLeads = async (
  { sql, config }: Pick<Deps, 'sql' | 'config'>,
  values: string[],
  periods: readonly (Period | null)[],
): Promise<Map<string, LeadCounts>[]> => {
  const during = periods.map(period => {
    const [range] = period ? rangesOfPeriod(period, config.timeZone) : []
    return range
      ? sql`(created_at >= ${new Date(range[0])} AND created_at < ${new Date(range[1])})`
      : sql`true`
  })
  const count = (which: PendingQuery<Row[]>) => {
    const each = during.map(isIn => sql`count(*) FILTER (WHERE ${which} AND ${isIn})`)
    return sql`ARRAY[${each.reduce((before, one) => sql`${before}, ${one}`)}]::integer[]`
  }
  const one = values.length === 1 ? sql`AND campaign = ${values[0] ?? ''}` : sql``
  const rows = await sql<({ value: string } & Record<keyof LeadCounts, number[]>)[]>`
    SELECT campaign AS value, ${count(sql`true`)} AS leads,
      ${count(sql`qualified_at IS NOT NULL AND status IN ('qualified', 'closed')`)} AS "qualifiedLeads",
      ${count(sql`told_trial`)} AS trials, ${count(sql`told_onboarding`)} AS onboarding
    FROM leads WHERE deleted_at IS NULL AND spam_reason = '' ${one}
    GROUP BY campaign`
  return periods.map((_, at) => new Map(rows.map(row => [row.value, countsAt(row, at)])))
}

const countsAt = (row: Record<keyof LeadCounts, number[]>, at: number): LeadCounts => ({
  leads: row.leads[at] ?? 0,
  qualifiedLeads: row.qualifiedLeads[at] ?? 0,
  trials: row.trials[at] ?? 0,
  onboarding: row.onboarding[at] ?? 0,
})
