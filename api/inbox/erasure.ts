/** Erases the records of one person. A stored erasure receipt has hashes and no personal data. */
import { createHash, randomBytes } from 'node:crypto'
import type { ISql } from 'postgres'
import { forgetNotifications } from '../notifications/queue.ts'
import { LEADS, SUBMISSIONS } from './records/kind.ts'

/** `email` and `phone` are in normal form. A `lead` id also finds all records with the same e-mail address. */
export type Subject = { email: string } | { phone: string } | { lead: string } | { session: string }

const INBOXES = [LEADS, SUBMISSIONS]

type Said = 'table' | 'id' | 'name' | 'email' | 'emailKey' | 'phone' | 'phoneKey' | 'session'
export type FoundRecord = Record<Said, string> & { createdAt: Date }

/** Includes deleted records and spam. */
export const findRecords = async (sql: ISql, subject: Subject): Promise<FoundRecord[]> => {
  const [[by, value] = ['', '']] = Object.entries(subject)
  const keyIn = (table: string) =>
    sql`SELECT email_key FROM ${sql(table)} WHERE id = ${value} AND email_key <> ''`
  const condition =
    by === 'lead'
      ? sql`id = ${value} OR email_key IN (${keyIn(LEADS.table)} UNION ${keyIn(SUBMISSIONS.table)})`
      : sql`${sql({ email: 'email_key', phone: 'phone_key' }[by] ?? 'session_id')} = ${value} AND ${value} <> ''`
  const found = INBOXES.map(
    ({ table, email, phone, searched: [name] }) => sql<FoundRecord[]>`
      SELECT ${table}::text AS table, id, ${sql(name)} AS name, ${sql(email)} AS email, email_key AS "emailKey",
        ${sql(phone)} AS phone, phone_key AS "phoneKey", session_id AS session, created_at AS "createdAt"
      FROM ${sql(table)} WHERE ${condition} ORDER BY created_at`,
  )
  return (await Promise.all(found)).flat()
}

/** Contains no personal data. `emailHash` is the SHA-256 of the salt and the normalised e-mail address. */
export type Mark = {
  salt: string
  emailHash: string | null
  sessionHashes: string[]
  ids?: string[] | undefined
  /** True if every record with one of `sessionHashes` is erased, regardless of its e-mail address. */
  recordsOfSessions: boolean
  until: string
}

type Marked = Subject & { until: Date; found?: readonly FoundRecord[] }
export const markOf = ({ until, found = [], ...subject }: Marked): Mark => {
  const salt = randomBytes(16).toString('hex')
  const hash = (text: string) => createHash('sha256').update(text).digest('hex')
  const email = 'email' in subject ? subject.email : 'lead' in subject ? (found[0]?.emailKey ?? '') : ''
  return {
    salt,
    until: until.toISOString(),
    emailHash: email ? hash(salt + email.trim().toLowerCase()) : null,
    sessionHashes: 'session' in subject ? [hash(subject.session)] : [],
    ids: found.map(({ id }) => id),
    recordsOfSessions: 'session' in subject,
  }
}

const belongsTo = (
  sql: ISql,
  { salt, emailHash, sessionHashes, ids = [], recordsOfSessions, until }: Mark,
  email: string,
) => {
  const byEmail = sql`encode(sha256(convert_to(${salt} || coalesce(nullif(email_key, ''), lower(${sql(email)})), 'UTF8')), 'hex') = ${emailHash}`
  const bySession = sql`encode(sha256(convert_to(session_id, 'UTF8')), 'hex') = ANY(${sessionHashes})`
  return sql`created_at <= ${until} AND (id = ANY(${ids}::uuid[]) OR ${byEmail} OR (${recordsOfSessions} AND session_id <> '' AND ${bySession}))`
}

export const sessionsOf = async (sql: ISql, mark: Mark): Promise<string[]> => {
  const found = await Promise.all(
    INBOXES.map(
      ({ table, email }) =>
        sql<{ session: string }[]>`
          SELECT session_id AS session FROM ${sql(table)}
          WHERE session_id <> '' AND ${belongsTo(sql, mark, email)}`,
    ),
  )
  return [...new Set(found.flat().map(row => row.session))]
}

export type Erased = { leads: number; trialSignups: number; onboarding: number }

/** Deleting a record also deletes its trial signup, notes and history (ON DELETE CASCADE). */
export const eraseRecords = async (sql: ISql, mark: Mark): Promise<Erased> => {
  const [trials] = await sql<{ n: number }[]>`
    SELECT count(*)::int AS n FROM trial_signups
    WHERE lead_id IN (SELECT id FROM leads WHERE ${belongsTo(sql, mark, 'email')})`
  const counts: number[] = []
  for (const { table, email } of INBOXES) {
    // All bulk changes lock records in the order of their ids, which prevents deadlocks.
    const rows = await sql<{ id: string }[]>`
      DELETE FROM ${sql(table)} WHERE id IN (
        SELECT id FROM ${sql(table)} WHERE ${belongsTo(sql, mark, email)} ORDER BY id FOR UPDATE) RETURNING id`
    const ids = rows.map(row => row.id)
    await sql`DELETE FROM form_submissions WHERE record_id = ANY(${ids})`
    await forgetNotifications(sql, ids)
    counts.push(rows.length)
  }
  const [leads = 0, onboarding = 0] = counts
  return { leads, trialSignups: trials?.n ?? 0, onboarding }
}

export const collectRecords = async (sql: ISql, mark: Mark) => {
  const ofLeads = sql`lead_id IN (SELECT id FROM leads WHERE ${belongsTo(sql, mark, 'email')})`
  const ofSubmissions = sql`
    submission_id IN (SELECT id FROM onboarding_submissions WHERE ${belongsTo(sql, mark, 'email_address')})`
  return {
    leads: await sql`SELECT * FROM leads WHERE ${belongsTo(sql, mark, 'email')}`,
    trialSignups: await sql`SELECT * FROM trial_signups WHERE ${ofLeads}`,
    clickIds:
      await sql`SELECT lead_id, kind, value, clicked_at FROM click_ids WHERE ${ofLeads} OR ${ofSubmissions}`,
    notes: await sql`SELECT body, author, created_at FROM staff_notes WHERE ${ofLeads}`,
    onboarding:
      await sql`SELECT * FROM onboarding_submissions WHERE ${belongsTo(sql, mark, 'email_address')}`,
  }
}
