/**
 * Callers write outbox rows in the record's transaction. A row is a log entry or a reference to a record. The relay
 * replaces a reference with log entries.
 */
import { createHmac } from 'node:crypto'
import type { LogEntry } from '@firsttouch/infra/log/log'
import { withoutContactData } from '@firsttouch/infra/platform/contact-data/contact-data'
import { loadSecret } from '@firsttouch/infra/stores/form-secret'
import type { LogEnvelope, Utm } from '@firsttouch/ingest/events'
import type { Fragment, ISql } from 'postgres'
import { v7 } from 'uuid'
import { firstTouch } from '../contract/forms.ts'

export const CHANNEL = 'firsttouch_outbox'

export const enqueue = async (sql: ISql, entries: readonly LogEntry[], now: Date): Promise<void> => {
  if (entries.length === 0) return
  await sql`
    INSERT INTO outbox (key, value, created_at) SELECT key, value, ${now}
    FROM unnest(${entries.map(({ key }) => key)}::text[], ${entries.map(({ value }) => value)}::text[]) AS entry (key, value)`
  await sql`SELECT pg_notify(${CHANNEL}, '')`
}

/** `sender` means all leads of a person. `spend` means all costs of a campaign. The others mean one record. */
export type Reference = 'sender' | 'lead' | 'campaign' | 'spend' | 'experiment'

/** For `spend`, `ids` are values of `utm_campaign`. Otherwise they are ids of records. */
export const enqueueReferences = async (sql: ISql, record: Reference, ids: readonly string[]) => {
  if (ids.length === 0) return
  await sql`
    INSERT INTO outbox (record, record_id, created_at) SELECT ${record}, id, now() FROM unnest(${ids}::text[]) AS id`
  await sql`SELECT pg_notify(${CHANNEL}, '')`
}

/** Uses at least the current time, because after a restore the log may have newer versions than the database. */
export const nextVersion = (sql: ISql, previous: Fragment): Fragment =>
  sql`greatest(${previous} + 1, (extract(epoch FROM clock_timestamp()) * 1000000)::bigint)`

/** `time` must be equal for all versions of a record, so that their events share a bucket of the read model. */
export type EventId = (of: { record: string; version: string; time: Date }) => string
type Entry = { key: string; events: LogEnvelope['events'] }

/** Event ids depend on the form secret, so that a browser cannot guess the id of a record's event and use it first. */
export const enqueueEvents = async <Row>(
  sql: ISql,
  rows: readonly Row[],
  entryOf: (row: Row, idOf: EventId) => Entry,
): Promise<void> => {
  const secret = await loadSecret(sql)
  const idOf: EventId = ({ record, version, time }) =>
    v7({
      msecs: time.getTime(),
      random: createHmac('sha256', secret).update(`record:${record} ${version}`).digest().subarray(0, 16),
    })
  const now = new Date()
  const sent = { v: 1 as const, receivedAt: now.toISOString(), userAgent: '', network: '', bot: '' }
  const entries = rows.map(row => {
    const { key, events } = entryOf(row, idOf)
    const envelope: LogEnvelope = { ...sent, events }
    return { key, value: JSON.stringify(envelope) }
  })
  await enqueue(sql, entries, now)
}

export const utmOf = (tags: Partial<Record<keyof Utm, unknown>>): Utm => {
  const tag = (name: keyof Utm) => [name, withoutContactData(String(tags[name] ?? '').slice(0, 255))]
  return Object.fromEntries(firstTouch.keyof().options.map(tag))
}
