import { isoTime } from '@firsttouch/infra/stores/iso-time'
import type { Fragment, ISql, Sql } from 'postgres'
import { isWrittenByForm } from '../../contract/form-words.ts'
import type { RecordOwner } from '../../contract/inbox.ts'
import type { Lead, LeadCounts, LeadFilter, LeadOrder } from '../../contract/leads.ts'
import { type Asker, and, commonConditions, samePersonAs } from './filter.ts'
import type { Order as Ordering } from './keyset.ts'
import { LEADS } from './kind.ts'
import { NEWEST, phoneNumber, planned, type RecordList } from './list.ts'

type Stored = Omit<Lead, 'nameTyped' | 'ownWords'> & {
  key: string
  /** null unless the lead is a trial signup. */
  additionalInfo: string | null
}

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
  if (filter.keyword) conditions.push(sql`coalesce(first_touch ->> 'utm_term', '') = ${filter.keyword}`)
  if (filter.ad) conditions.push(sql`coalesce(first_touch ->> 'utm_content', '') = ${filter.ad}`)
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

const lateAt = (sql: Sql, now: Date): Fragment => sql`status = 'new' AND reply_due_at < ${now}`

const dueBy = (sql: Sql, day: string): Fragment => sql`follow_up <= ${day}::date AND status <> 'closed'`

/** A lead without a source counts as direct, as in the charts. */
const sourcesOf = (source: string): string[] => (source === 'direct' ? ['direct', ''] : [source])

export const LEAD_LIST: RecordList<Lead> = {
  kind: LEADS,
  orders: {
    newest: NEWEST,
    oldest: { by: 'created_at', direction: 'ASC' },
    updated: { by: 'updated_at', direction: 'DESC' },
    name: { by: 'lower(name)', direction: 'ASC' },
    next: { by: 'next_step_at', direction: 'ASC' },
    waiting: { by: 'waiting_since', direction: 'ASC' },
  } satisfies Record<LeadOrder, Ordering>,
  where: leadsWhere,
  select: async (sql, rest, { key, forFile }) => {
    const rows = await sql<Stored[]>`
      SELECT ${columns(sql)}, ${forFile ? sql`0` : others(sql)} AS "samePerson", ${key} AS key FROM leads WHERE ${rest}`
    return rows.map(asLead)
  },
  count: async (sql, where, { today, now }): Promise<LeadCounts> => {
    const [[all], [due], [late]] = await Promise.all([
      sql<Pick<LeadCounts, 'total' | 'newCount'>[]>`
        SELECT count(*)::int AS total, (count(*) FILTER (WHERE status = 'new'))::int AS "newCount"
        FROM leads WHERE ${where}`,
      // Separate queries, because each can use a partial index that contains only the due or the waiting leads.
      sql<{ dueCount: number }[]>`
        SELECT count(*)::int AS "dueCount" FROM leads WHERE ${where} AND ${dueBy(sql, today)}`,
      sql<{ lateCount: number }[]>`
        SELECT count(*)::int AS "lateCount" FROM leads WHERE ${where} AND ${lateAt(sql, now)}`,
    ])
    return { total: 0, newCount: 0, dueCount: 0, lateCount: 0, ...all, ...due, ...late }
  },
}

export const selectOwners = (sql: Sql): Promise<RecordOwner[]> => sql<RecordOwner[]>`
  SELECT id, username FROM staff_accounts WHERE disabled_at IS NULL AND role <> 'viewer' ORDER BY lower(username)`

const columns = (sql: ISql) => sql`
  id, name, email, phone, ${phoneNumber(sql)}, business, message, status, source, session_id AS "sessionId", first_touch AS "firstTouchUtm",
  variant, spam_reason AS "spamReason", version, ${planned(sql)},
  ${isoTime(sql, 'created_at')} AS "createdAt", ${isoTime(sql, 'updated_at')} AS "updatedAt",
  ${isoTime(sql, 'reply_due_at')} AS "replyDueAt", ${isoTime(sql, 'first_reply_at')} AS "firstReplyAt",
  ${firstReplyBy(sql)} AS "firstReplyBy",
  (SELECT count(*)::int FROM staff_notes WHERE lead_id = leads.id) AS "staffNotes",
  (SELECT additional_info FROM trial_signups WHERE lead_id = leads.id) AS "additionalInfo"`

/** Author of the first reply. The lead itself stores only the time of the reply. */
export const firstReplyBy = (sql: ISql) => sql`
  (SELECT changed_by FROM record_changes
   WHERE lead_id = leads.id AND field = 'status' AND before = 'new' AND changed_at = first_reply_at LIMIT 1)`

const others = (sql: ISql) => sql`
  (SELECT count(*)::int FROM leads AS other
   WHERE other.id <> leads.id AND other.deleted_at IS NULL AND other.spam_reason = ''
     AND (other.email_key = leads.email_key AND other.email_key <> ''
       OR other.phone_key = leads.phone_key AND other.phone_key <> ''))`

const asLead = ({ additionalInfo, ...row }: Stored): Lead & { key: string } => {
  const nameTyped = !isWrittenByForm(row)
  return { ...row, nameTyped, ownWords: nameTyped ? (additionalInfo ?? row.message) : '' }
}
