/** The one filter of leads: list, counts, export and deletion all ask by it. */
import type { Fragment, Sql } from 'postgres'
import type { LeadFilter } from './contract/leads.ts'
import { and, commonConditions } from './inbox-filter.ts'

export const leadsWhere = (sql: Sql, filter: LeadFilter, timeZone: string): Fragment => {
  const { status, source, campaign, utmSource, variant, person } = filter
  const conditions = commonConditions(sql, filter, timeZone)
  if (status) conditions.push(sql`status = ${status}`)
  if (source) conditions.push(sql`source = ${source}`)
  if (variant) conditions.push(sql`variant = ${variant}`)
  if (campaign) conditions.push(sql`first_touch ->> 'utm_campaign' = ${campaign}`)
  if (utmSource) conditions.push(sql`first_touch ->> 'utm_source' = ANY(${sourcesOf(utmSource)})`)
  if (person) conditions.push(samePersonAs(sql, person))
  return and(sql, conditions)
}

/** A lead without a source came directly, as in the charts. */
const sourcesOf = (source: string): string[] => (source === 'direct' ? ['direct', ''] : [source])

/** The lead itself is one of them. */
export const samePersonAs = (sql: Sql, id: string): Fragment => sql`
  (lower(email) = (SELECT lower(email) FROM leads WHERE id = ${id})
    OR phone_key <> '' AND phone_key = (SELECT phone_key FROM leads WHERE id = ${id}))`
