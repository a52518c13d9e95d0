/** Redacts the data in PostgreSQL: the log, the dead letters and the outbox. Kafka's log is immutable. */

import { rewriteLog } from '@firsttouch/infra/log/postgres/rewrite'
import { inTransaction } from '@firsttouch/infra/stores/holding'
import type { ISql, Sql } from 'postgres'
import { readEntry } from '../entries/read.ts'
import { ERASED_ENTRY, eraseDeadLetters } from '../steps/dead-letters.ts'
import type { Redaction } from '../steps/read.ts'
import { type Aliases, redactErased, sessionHash } from './erasures.ts'
import { redacting } from './events.ts'
import { agedName, redactOld } from './retention.ts'

type Rewritten = { logEntries: number; outbox: number; deadLetters: number }

/** `sql` must be the transaction that stores the erasure. */
export const eraseFromLog = async (sql: ISql, aliases: Aliases): Promise<Rewritten> => {
  const hashes = [...aliases.keys()]
  if (hashes.length === 0) return { logEntries: 0, outbox: 0, deadLetters: 0 }
  const redaction = redacting(redactErased(aliases))
  const aliasOf = (session: string) => aliases.get(sessionHash(session)) ?? ''
  const isErased = sql`encode(sha256(convert_to(key, 'UTF8')), 'hex') = ANY(${hashes})`
  // Redact the outbox before the log. FOR UPDATE waits until a relay has appended the rows that it has locked.
  const outbox = await sql<{ id: string; key: string; value: string }[]>`
    SELECT id, key, value FROM outbox WHERE ${isErased} FOR UPDATE`
  for (const { id, key, value } of outbox)
    await sql`
      UPDATE outbox SET key = ${aliasOf(key)}, value = ${redactedValue(value, redaction)} WHERE id = ${id}`
  const logEntries = await rewriteLog(work => work(sql), {
    batches: sql`true`,
    rewrite: ({ key, value }) =>
      aliases.has(sessionHash(key)) ? { key: aliasOf(key), value: redactedValue(value, redaction) } : null,
  })
  const deadLetters = await eraseDeadLetters(sql, sql`encode(sha256(key), 'hex') = ANY(${hashes})`)
  return { logEntries, outbox: outbox.length, deadLetters }
}

/** `until` is in seconds since 1970. Erases the whole content of older dead letters, because it may be unreadable. */
export const redactOldInLog = async (sql: Sql, until: number): Promise<void> => {
  const redaction = redacting(redactOld(until))
  await eraseDeadLetters(sql, sql`appended_at < ${new Date(until * 1000)}`)
  await rewriteLog(work => inTransaction(sql, work), {
    batches: sql`oldest_session BETWEEN 1577836800000 AND ${until * 1000 - 1}`,
    rewrite: ({ key, value }) =>
      agedName(key, until) === key
        ? null
        : { key: agedName(key, until), value: redactedValue(value, redaction) },
  })
}

const redactedValue = (value: string, redaction: Redaction): string => {
  const reading = readEntry({ value })
  return reading.ok ? JSON.stringify(redaction.of(reading.envelope)) : ERASED_ENTRY
}
