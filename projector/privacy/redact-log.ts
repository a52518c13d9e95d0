/** Redacts what PostgreSQL stores: the log, dead letters and the outbox. Kafka's log cannot be rewritten. */

import { rewriteLog } from '@firsttouch/infra/log/postgres/rewrite'
import { inTransaction } from '@firsttouch/infra/stores/holding'
import type { ISql, Sql } from 'postgres'
import { readEntry } from '../entries/read.ts'
import type { Redaction } from '../steps/read.ts'
import { type Aliases, redactErased, sessionHash } from './erasures.ts'
import { redacting } from './events.ts'
import { agedName, redactOld } from './retention.ts'

export type Rewritten = { logEntries: number; outbox: number; deadLetters: number }

/** An unreadable entry stays a dead letter, without its bytes. */
const UNREADABLE = '{"v":1,"erased":true}'

/** Part of the transaction that erases. */
export const eraseFromLog = async (sql: ISql, aliases: Aliases): Promise<Rewritten> => {
  const hashes = [...aliases.keys()]
  if (hashes.length === 0) return { logEntries: 0, outbox: 0, deadLetters: 0 }
  const redaction = redacting(redactErased(aliases))
  const aliasOf = (session: string) => aliases.get(sessionHash(session)) ?? ''
  const isErased = sql`encode(sha256(convert_to(key, 'UTF8')), 'hex') = ANY(${hashes})`
  // First: a relay that is sending has these rows until the log has what it sends.
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
  const deadLetters = await sql`
    UPDATE dead_letters SET key = '', value = ${Buffer.from(UNREADABLE)}, detail = ''
    WHERE encode(sha256(key), 'hex') = ANY(${hashes})`
  return { logEntries, outbox: outbox.length, deadLetters: deadLetters.count }
}

export const redactOldInLog = async (sql: Sql, until: number): Promise<void> => {
  const redaction = redacting(redactOld(until))
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
  return reading.ok ? JSON.stringify(redaction.of(reading.envelope)) : UNREADABLE
}
