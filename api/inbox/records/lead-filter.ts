import type { Fragment, Sql } from 'postgres'
import type { LeadFilter } from '../../contract/leads.ts'
import { type Asker, and, commonConditions, samePersonAs } from './filter.ts'
import { LEADS } from './kind.ts'

export const leadsWhere = (sql: Sql, filter: LeadFilter, asker: Asker): Fragment => {
  const { status, source, campaign, utmSource, variant, reached, person, owner, followUp, waiting } = filter
  const conditions = commonConditions(sql, filter, asker)
  if (owner) conditions.push(ownedBy(sql, owner, asker))
  if (followUp) conditions.push(followedUp(sql, followUp, asker))
  if (waiting) conditions.push(waiting === 'late' ? lateAt(sql, asker.now) : sql`status = 'new'`)
  if (status) conditions.push(sql`status = ${status}`)
  if (reached) conditions.push(REACHED[reached](sql))
  if (source) conditions.push(sql`source = ${source}`)
  if (variant) conditions.push(sql`variant = ${variant}`)
  if (campaign) conditions.push(sql`first_touch ->> 'utm_campaign' = ${campaign}`)
  if (filter.keyword) conditions.push(sql`first_touch ->> 'utm_term' = ${filter.keyword}`)
  if (filter.ad) conditions.push(sql`first_touch ->> 'utm_content' = ${filter.ad}`)
  if (utmSource) conditions.push(sql`first_touch ->> 'utm_source' = ANY(${sourcesOf(utmSource)})`)
  if (person) conditions.push(samePersonAs(sql, person, LEADS))
  return and(sql, conditions)
}

const REACHED: Record<NonNullable<LeadFilter['reached']>, (sql: Sql) => Fragment> = {
  qualified: sql => sql`qualified_at IS NOT NULL AND status IN ('qualified', 'closed')`,
  trial: sql => sql`told_trial`,
  onboarding: sql => sql`told_onboarding`,
}

const ownedBy = (sql: Sql, owner: string, { accountId }: Asker): Fragment =>
  owner === 'none' ? sql`owner_id IS NULL` : sql`owner_id = ${owner === 'me' ? accountId : owner}`

const followedUp = (sql: Sql, when: NonNullable<LeadFilter['followUp']>, { today }: Asker): Fragment => {
  if (when === 'none') return sql`follow_up IS NULL`
  if (when === 'later') return sql`follow_up > ${today}::date AND status <> 'closed'`
  return when === 'due' ? dueBy(sql, today) : sql`${dueBy(sql, today)} AND follow_up < ${today}::date`
}

export const lateAt = (sql: Sql, now: Date): Fragment => sql`status = 'new' AND reply_due_at < ${now}`

export const dueBy = (sql: Sql, day: string): Fragment =>
  sql`follow_up <= ${day}::date AND status <> 'closed'`

/** A lead without a source counts as direct, as in the charts. */
const sourcesOf = (source: string): string[] => (source === 'direct' ? ['direct', ''] : [source])
