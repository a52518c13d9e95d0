/** The same in what PostgreSQL holds: the log, dead deadLetters, and what is to be sent to the log. Kafka's log stays as it is. */
import type { ISql } from 'postgres'
import type { Redact } from '../pipeline/project.ts'
import { readEntry } from '../pipeline/read.ts'
import { type Aliases, redactErased, sessionHash } from './erasures.ts'
import { redacting } from './events.ts'
import { agedName, redactOld } from './retention.ts'

export type Rewritten = { logEntries: number; outbox: number; deadLetters: number }

/** An entry that nobody can read stays one, without its bytes. */
const UNREADABLE = '{"v":1,"erased":true}'

/** Part of the transaction that erases. */
export const eraseFromLog = async (sql: ISql, aliases: Aliases): Promise<Rewritten> => {
  const hashes = [...aliases.keys()]
  if (hashes.length === 0) return { logEntries: 0, outbox: 0, deadLetters: 0 }
  const redact = redacting(redactErased(aliases))
  const aliasOf = (session: string) => aliases.get(sessionHash(session)) ?? ''
  const isErased = sql`encode(sha256(convert_to(key, 'UTF8')), 'hex') = ANY(${hashes})`
  // First: a relay that is sending has these rows until the log has what it sends.
  const outbox = await sql<{ id: string; key: string; value: string }[]>`
    SELECT id, key, value FROM outbox WHERE ${isErased} FOR UPDATE`
  for (const { id, key, value } of outbox)
    await sql`
      UPDATE outbox SET key = ${aliasOf(key)}, value = ${redactedValue(value, redact)} WHERE id = ${id}`
  const entries = await sql<Entry[]>`
    SELECT partition, "offset", key, value FROM log_entries WHERE ${isErased}`
  await rewrite(sql, entries, redact, aliasOf)
  const deadLetters = await sql`
    UPDATE dead_letters SET key = '', value = ${Buffer.from(UNREADABLE)}, detail = ''
    WHERE encode(sha256(key), 'hex') = ANY(${hashes})`
  return { logEntries: entries.length, outbox: outbox.length, deadLetters: deadLetters.count }
}

const AT_ONCE = 500

export const redactOldInLog = async (sql: ISql, until: number): Promise<void> => {
  const old = sql`
    CASE WHEN key ~ '^utm_[0-9]{13}_' AND key !~ '_aged[0-9a-f]{24}$'
      THEN substr(key, 5, 13)::bigint BETWEEN 1577836800000 AND ${until * 1000 - 1} ELSE false END`
  for (;;) {
    const entries = await sql<Entry[]>`
      SELECT partition, "offset", key, value FROM log_entries WHERE ${old} LIMIT ${AT_ONCE}`
    await rewrite(sql, entries, redacting(redactOld(until)), key => agedName(key, until))
    if (entries.length < AT_ONCE) return
  }
}

type Entry = { partition: number; offset: string; key: string; value: string }
const rewrite = async (
  sql: ISql,
  entries: Entry[],
  redact: Redact,
  nameOf: (session: string) => string,
): Promise<void> => {
  for (const { partition, offset, key, value } of entries)
    await sql`
      UPDATE log_entries SET key = ${nameOf(key)}, value = ${redactedValue(value, redact)}
      WHERE partition = ${partition} AND "offset" = ${offset}`
}

const redactedValue = (value: string, redact: Redact): string => {
  const reading = readEntry({ value })
  return reading.ok ? JSON.stringify(redact(reading.envelope)) : UNREADABLE
}
