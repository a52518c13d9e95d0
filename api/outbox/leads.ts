/** Each event has a lead's state without contact data. It also has a version, so order and repeats do not matter. */
import { withoutContactData } from '@firsttouch/infra/platform/contact-data/contact-data'
import type { LeadEvent, Utm } from '@firsttouch/ingest/events'
import type { ISql } from 'postgres'
import { enqueueEvents, enqueueReferences, nextVersion, utmOf } from './enqueue.ts'

type Row = Pick<LeadEvent, 'status' | 'spam' | 'deleted' | 'variant' | 'trial' | 'onboarding'> & {
  id: string
  key: string
  version: string
  isNew: boolean
  form: string
  session: string
  firstTouch: Partial<Record<keyof Utm, unknown>>
  createdAt: Date
}

/**
 * Call this in the transaction that inserts leads or changes their status, spam mark, variant or deletion. It locks the
 * leads, so a concurrent erasure either finds these events in the outbox or has already deleted the leads.
 */
export const enqueueLeads = async (sql: ISql, ids: readonly string[], at: Date): Promise<void> => {
  if (ids.length === 0) return
  const rows = await sql<Row[]>`
    UPDATE leads SET event_version = ${nextVersion(sql, sql`event_version`)}, told_trial = found.trial, told_onboarding = found.onboarding
    FROM (
      SELECT lead.id, event_version = 0 AS is_new, ${hasSent(sql, 'trial')} AS trial, ${hasSent(sql, 'onboarding')} AS onboarding
      FROM leads AS lead WHERE lead.id = ANY(${ids}::uuid[]) ORDER BY lead.id FOR UPDATE
    ) AS found
    WHERE leads.id = found.id
    RETURNING leads.id, event_key AS key, event_version AS version, is_new AS "isNew", source AS form, session_id AS session,
      first_touch AS "firstTouch", created_at AS "createdAt", status, spam_reason <> '' AS spam,
      deleted_at IS NOT NULL AS deleted, variant, trial, onboarding`
  await enqueueEvents(sql, rows, (row, idOf) => {
    const { key, version, isNew, form, session, firstTouch, createdAt, id: _, ...state } = row
    const { utm_source, utm_medium, utm_campaign } = firstTouch
    return {
      key: session || `lead_${key}`,
      events: [
        {
          type: isNew ? 'lead_recorded' : 'lead_changed',
          id: idOf({ record: key, version, time: createdAt }),
          occurredAt: at.toISOString(),
          sessionId: session,
          lead: key,
          version: Number(version),
          recordedAt: createdAt.toISOString(),
          form: withoutContactData(form),
          ...state,
          utm: utmOf({ utm_source, utm_medium, utm_campaign }),
        },
      ],
    }
  })
  // Concurrent transactions with forms of one person do not see each other's rows, so the relay re-checks the person.
  const inserted = rows.filter(({ isNew, spam }) => isNew && !spam).map(({ id }) => id)
  await enqueueReferences(sql, 'sender', inserted)
}

/** Call this when a trial or onboarding form starts or stops counting for its sender, for example by a spam mark. */
export const enqueueSenders = async (sql: ISql, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return
  const senders = await sql<{ id: string }[]>`
    SELECT lead_id AS id FROM trial_signups WHERE lead_id = ANY(${ids}::uuid[])
    UNION ALL SELECT id FROM onboarding_submissions WHERE id = ANY(${ids}::uuid[])`
  const found = senders.map(({ id }) => id)
  await enqueueReferences(sql, 'sender', found)
}

type Took = 'trial' | 'onboarding'
type Sender = { took: Took | null; counts: boolean; emailKey: string; phoneKey: string }

/** Enqueues a person's leads with outdated `trial` or `onboarding`. `id` is any lead or submission of the person. */
export const enqueuePerson = async (sql: ISql, id: string, now: Date): Promise<void> => {
  const [sender] = await sql<Sender[]>`
    SELECT CASE WHEN EXISTS (SELECT FROM trial_signups WHERE lead_id = id) THEN 'trial' END AS took,
      spam_reason = '' AND deleted_at IS NULL AS counts, email_key AS "emailKey", phone_key AS "phoneKey"
    FROM leads WHERE id = ${id}
    UNION ALL
    SELECT 'onboarding', spam_reason = '' AND deleted_at IS NULL, email_key, phone_key
    FROM onboarding_submissions WHERE id = ${id}`
  if (!sender) return
  const { took, counts, emailKey, phoneKey } = sender
  const own = await sql<{ id: string }[]>`
    SELECT id FROM leads AS lead WHERE id = ${id}
      AND (told_trial, told_onboarding) IS DISTINCT FROM (${hasSent(sql, 'trial')}, ${hasSent(sql, 'onboarding')})`
  // If the form is neither spam nor deleted, it counts for all its sender's leads. Otherwise, other forms may count.
  const others = took
    ? await sql<{ id: string }[]>`
        SELECT id FROM leads AS lead WHERE id <> ${id}
          AND ((email_key = ${emailKey} AND email_key <> '') OR (phone_key = ${phoneKey} AND phone_key <> ''))
          AND ${sql(`told_${took}`)} IS DISTINCT FROM ${counts ? sql`true` : hasSent(sql, took)}`
    : []
  const outdated = [...own, ...others].map(lead => lead.id)
  await enqueueLeads(sql, outdated, now)
}

/** Matches by e-mail address or phone number, but not by session, because several people may share a session. */
const hasSent = (sql: ISql, took: Took) => sql`EXISTS (
  SELECT FROM ${took === 'trial' ? sql`trial_signups JOIN leads AS sent ON sent.id = lead_id` : sql`onboarding_submissions AS sent`}
  WHERE sent.spam_reason = '' AND sent.deleted_at IS NULL AND (
    (sent.email_key = lead.email_key AND sent.email_key <> '') OR (sent.phone_key = lead.phone_key AND sent.phone_key <> '')))`
