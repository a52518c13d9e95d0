import { isoTime } from '@firsttouch/infra/stores/iso-time'
import type { ISql, Sql } from 'postgres'
import { isWrittenByForm } from '../../contract/form-words.ts'
import type { RecordOwner } from '../../contract/inbox.ts'
import type { Lead, LeadCounts, LeadOrder } from '../../contract/leads.ts'
import type { Order as Ordering } from './keyset.ts'
import { LEADS } from './kind.ts'
import { dueBy, lateAt, leadsWhere } from './lead-filter.ts'
import { NEWEST, phoneNumber, planned, type RecordList } from './list.ts'

type Stored = Omit<Lead, 'nameTyped' | 'ownWords'> & {
  key: string
  /** null unless the lead is a trial signup. */
  additionalInfo: string | null
}

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
      // Separate queries: partial indexes find the few due leads, and the other counts need no rows.
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

/** The trigger `note_status` notes the time of the first reply, and the history who made that change. */
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
