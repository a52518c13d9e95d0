/** Leads as Postgres holds them. */
import type { Fragment, ISql, Sql } from 'postgres'
import { isWrittenByForm } from '../../contract/form-words.ts'
import type { Lead, LeadCounts, LeadFilter, LeadOrder, LeadOwner, LeadPage } from '../../contract/leads.ts'
import { after, cutPage, keyOf, type Order, orderBy } from './keyset.ts'
import { type Asker, dueBy, leadsWhere } from './lead-filter.ts'

const ORDERS: Record<LeadOrder, Order> = {
  newest: { by: 'created_at', direction: 'DESC' },
  oldest: { by: 'created_at', direction: 'ASC' },
  updated: { by: 'updated_at', direction: 'DESC' },
  name: { by: 'lower(name)', direction: 'ASC' },
  next: { by: 'next_step_at', direction: 'ASC' },
}

export type LeadList = {
  filter: LeadFilter
  order: LeadOrder
  cursor?: string | undefined
  limit: number
  asker: Asker
  /** An export does without the number of others, which costs more than all the rest. */
  withoutOthers?: boolean
}

/** One page of the list. Throws a HttpError (400) for a cursor that leads nowhere. */
export const selectLeads = async (
  sql: Sql,
  { filter, order, cursor, limit, asker, withoutOthers }: LeadList,
): Promise<Pick<LeadPage, 'items' | 'nextCursor'>> => {
  const by = ORDERS[order]
  const rows = await sql<(Stored & { key: string })[]>`
    SELECT ${columns(sql)}, ${withoutOthers ? sql`0` : others(sql)} AS "samePerson", ${keyOf(sql, by)} AS key FROM leads
    WHERE ${leadsWhere(sql, filter, asker)} AND ${after(sql, order, by, cursor)}
    ${orderBy(sql, by)} LIMIT ${limit + 1}`
  const page = cutPage(rows, limit, order)
  return { items: page.rows.map(asLead), nextCursor: page.nextCursor }
}

export const countLeads = async (sql: Sql, filter: LeadFilter, asker: Asker): Promise<LeadCounts> => {
  const where = leadsWhere(sql, filter, asker)
  const [[all], [due]] = await Promise.all([
    sql<Omit<LeadCounts, 'dueCount'>[]>`
      SELECT count(*)::int AS total, (count(*) FILTER (WHERE status = 'new'))::int AS "newCount"
      FROM leads WHERE ${where}`,
    // Apart: the few that are due have an index of their own, and the others are counted without a look at their rows.
    sql<{ dueCount: number }[]>`
      SELECT count(*)::int AS "dueCount" FROM leads WHERE ${where} AND ${dueBy(sql, asker.today)}`,
  ])
  return { total: 0, newCount: 0, dueCount: 0, ...all, ...due }
}

/** Who can be given a lead: every account that can log in, by name. */
export const selectOwners = (sql: Sql): Promise<LeadOwner[]> => sql<LeadOwner[]>`
  SELECT id, username FROM staff_accounts WHERE disabled_at IS NULL ORDER BY lower(username)`

/** Undefined when there is none, or it was deleted. */
export const selectLead = async (sql: ISql, id: string): Promise<Lead | undefined> =>
  (await selectLeadsBy(sql, sql`id = ${id}`, 1))[0]

/** Newest first. */
export const selectLeadsBy = async (sql: ISql, where: Fragment, limit: number): Promise<Lead[]> => {
  const rows = await sql<Stored[]>`
    SELECT ${columns(sql)}, ${others(sql)} AS "samePerson" FROM leads WHERE deleted_at IS NULL AND ${where}
    ORDER BY created_at DESC, id DESC LIMIT ${limit}`
  return rows.map(asLead)
}

type Stored = Omit<Lead, 'createdAt' | 'updatedAt' | 'nameTyped' | 'ownWords'> & {
  createdAt: Date
  updatedAt: Date
  /** null: the lead is no trial signup, whose message is made of many fields. */
  additionalInfo: string | null
}

const columns = (sql: ISql) => sql`
  id, name, email, phone, business, message, status, source, session_id AS "sessionId", first_touch AS "firstTouchUtm",
  variant, spam_reason AS "spamReason", version, to_char(follow_up, 'YYYY-MM-DD') AS "followUp",
  (SELECT json_build_object('id', staff_accounts.id, 'username', username) FROM staff_accounts
   WHERE staff_accounts.id = owner_id) AS owner, created_at AS "createdAt", updated_at AS "updatedAt",
  (SELECT count(*)::int FROM staff_notes WHERE lead_id = leads.id) AS "staffNotes",
  (SELECT additional_info FROM trial_signups WHERE lead_id = leads.id) AS "additionalInfo"`

const others = (sql: ISql) => sql`
  (SELECT count(*)::int FROM leads AS other
   WHERE other.id <> leads.id AND other.deleted_at IS NULL AND other.spam_reason = ''
     AND (lower(other.email) = lower(leads.email)
       OR other.phone_key = leads.phone_key AND other.phone_key <> ''))`

const asLead = ({ id, createdAt, updatedAt, additionalInfo, ...row }: Stored): Lead => {
  const nameTyped = !isWrittenByForm(row)
  return {
    id,
    ...row,
    nameTyped,
    ownWords: nameTyped ? (additionalInfo ?? row.message) : '',
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}
