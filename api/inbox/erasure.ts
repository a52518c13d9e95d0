/** The records of one person: found again by hashes, so that a receipt that names nobody can be carried out once more. */
import { createHash, randomBytes } from 'node:crypto'
import type { ISql } from 'postgres'
import { forgetNewsOf } from '../notifications/queue.ts'
import { LEADS, SUBMISSIONS } from './records/kind.ts'

export type Subject = { email: string } | { session: string }

/** Finds the records again without naming anybody. `emailHash`: of the salt and the address in lower case. */
export type Mark = {
  salt: string
  emailHash: string | null
  sessionHashes: string[]
  /** A record of these sessions is the person's, whatever address it names. */
  recordsOfSessions: boolean
  /** Later records are another matter. */
  until: string
}

export const markOf = ({ until, ...subject }: Subject & { until: Date }): Mark => {
  const salt = randomBytes(16).toString('hex')
  const hash = (text: string) => createHash('sha256').update(text).digest('hex')
  const rest = { salt, until: until.toISOString() }
  return 'email' in subject
    ? {
        ...rest,
        emailHash: hash(salt + subject.email.trim().toLowerCase()),
        sessionHashes: [],
        recordsOfSessions: false,
      }
    : { ...rest, emailHash: null, sessionHashes: [hash(subject.session)], recordsOfSessions: true }
}

const INBOXES = [LEADS, SUBMISSIONS]

const belongsTo = (
  sql: ISql,
  { salt, emailHash, sessionHashes, recordsOfSessions, until }: Mark,
  email: string,
) => {
  const byEmail = sql`encode(sha256(convert_to(${salt} || lower(${sql(email)}), 'UTF8')), 'hex') = ${emailHash}`
  const bySession = sql`encode(sha256(convert_to(session_id, 'UTF8')), 'hex') = ANY(${sessionHashes})`
  return sql`created_at <= ${until} AND (${byEmail} OR (${recordsOfSessions} AND session_id <> '' AND ${bySession}))`
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

/** Trial signup, notes and history go with their record. */
export const eraseRecords = async (sql: ISql, mark: Mark): Promise<Erased> => {
  const [trials] = await sql<{ n: number }[]>`
    SELECT count(*)::int AS n FROM trial_signups
    WHERE lead_id IN (SELECT id FROM leads WHERE ${belongsTo(sql, mark, 'email')})`
  const counts: number[] = []
  for (const { table, email } of INBOXES) {
    // Locked by their ids, as staff's changes of many records are: neither waits for the other for ever.
    const rows = await sql<{ id: string }[]>`
      DELETE FROM ${sql(table)} WHERE id IN (
        SELECT id FROM ${sql(table)} WHERE ${belongsTo(sql, mark, email)} ORDER BY id FOR UPDATE) RETURNING id`
    const ids = rows.map(row => row.id)
    await sql`DELETE FROM form_submissions WHERE record_id = ANY(${ids})`
    await forgetNewsOf(sql, ids)
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
