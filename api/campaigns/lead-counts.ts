/** Leads of campaigns by status, for the campaign of their first touch. */
import type { Deps } from '../deps.ts'
import type { Period } from '../read-model/report-days.ts'
import { byTags, type CampaignTags } from '../spend/campaign-tags.ts'

export type LeadCounts = { leads: number; qualifiedLeads: number; trials: number; onboarding: number }
export const NO_LEADS: LeadCounts = { leads: 0, qualifiedLeads: 0, trials: 0, onboarding: 0 }

export const LEAD_COUNTS = `count(*)::integer AS leads,
      (count(*) FILTER (WHERE qualified))::integer AS "qualifiedLeads",
      (count(*) FILTER (WHERE trial))::integer AS trials,
      (count(*) FILTER (WHERE onboarding))::integer AS onboarding`

/**
 * Counts keyed by `keyOf`: for each value, and for `shared` values also by source and medium. A covering index holds everything
 * counted. The statement is not prepared, because PostgreSQL's generic plan after five executions would scan leads by time.
 */
export const countLeads = async (
  { sql, config }: Pick<Deps, 'sql' | 'config'>,
  values: string[],
  period: Period | null,
  shared: readonly string[] = [],
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
  const count = (tags: string, where: readonly string[]) =>
    sql.unsafe<(CampaignTags & LeadCounts)[]>(
      `
    SELECT campaign AS "utmCampaign", ${tags}, ${LEAD_COUNTS}
    FROM counted_leads WHERE ${where.join(' AND ')}
    GROUP BY 1, 2, 3`,
      given.slice(),
    )
  const byValue = await count(`'' AS "utmSource", '' AS "utmMedium"`, conditions)
  const ofShared = () => `campaign IN (${shared.map(say).join(', ')})`
  const ofTags = shared.length === 0 ? [] : await count(TAGS, [...conditions, ofShared()])
  return byTags([...byValue, ...ofTags])
}

const TAGS = 'utm_source AS "utmSource", utm_medium AS "utmMedium"'
