/** Takes erased sessions out of what PostgreSQL holds of the log, of its dead letters and of what is to be sent to it. */
import type { ISql } from 'postgres'
import { readEntry } from '../pipeline/read.ts'
import { type Aliases, type Forget, forgetting } from './erasures.ts'
import { agedName, ageing } from './retention.ts'

export type Rewritten = { logEntries: number; outbox: number; deadLetters: number }

/** An entry that nobody can read stays one, without its bytes. */
const UNREADABLE = '{"v":1,"erased":true}'

/** Part of the transaction that erases. Kafka's log stays as it is: there the aliases alone do the work. */
export const eraseFromLog = async (sql: ISql, aliases: Aliases): Promise<Rewritten> => {
  const hashes = [...aliases.keys()]
  if (hashes.length === 0) return { logEntries: 0, outbox: 0, deadLetters: 0 }
  const forget = forgetting(aliases)
  const keyed = sql`encode(sha256(convert_to(key, 'UTF8')), 'hex')`
  // First: a relay that is sending has these rows until the log has what it sends.
  const outbox = await sql<(Row & { id: string })[]>`
    SELECT id, value, ${keyed} AS hash FROM outbox WHERE ${keyed} = ANY(${hashes}) FOR UPDATE`
  for (const { id, value, hash } of outbox)
    await sql`
      UPDATE outbox SET key = ${aliases.get(hash) ?? ''}, value = ${forgottenValue(value, forget)} WHERE id = ${id}`
  const entries = await sql<(Row & { partition: number; offset: string })[]>`
    SELECT partition, "offset", value, ${keyed} AS hash FROM log_entries WHERE ${keyed} = ANY(${hashes})`
  for (const { partition, offset, value, hash } of entries)
    await sql`
      UPDATE log_entries SET key = ${aliases.get(hash) ?? ''}, value = ${forgottenValue(value, forget)}
      WHERE partition = ${partition} AND "offset" = ${offset}`
  const letters = await sql`
    UPDATE dead_letters SET key = '', value = ${Buffer.from(UNREADABLE)}, detail = ''
    WHERE encode(sha256(key), 'hex') = ANY(${hashes})`
  return { logEntries: entries.length, outbox: outbox.length, deadLetters: letters.count }
}

const AT_ONCE = 500

/** Entries of sessions from before, in PostgreSQL's log, lose what the read models no longer have of them. */
export const ageInLog = async (sql: ISql, until: number): Promise<void> => {
  const forget = ageing(until)
  const old = sql`
    CASE WHEN key ~ '^utm_[0-9]{13}_' AND key !~ '_aged[0-9a-f]{24}$'
      THEN substr(key, 5, 13)::bigint BETWEEN 1577836800000 AND ${until * 1000 - 1} ELSE false END`
  for (;;) {
    const rows = await sql<{ partition: number; offset: string; key: string; value: string }[]>`
      SELECT partition, "offset", key, value FROM log_entries WHERE ${old} LIMIT ${AT_ONCE}`
    for (const { partition, offset, key, value } of rows)
      await sql`
        UPDATE log_entries SET key = ${agedName(key, until)}, value = ${forgottenValue(value, forget)}
        WHERE partition = ${partition} AND "offset" = ${offset}`
    if (rows.length < AT_ONCE) return
  }
}

type Row = { value: string; hash: string }

const forgottenValue = (value: string, forget: Forget): string => {
  const reading = readEntry({ value })
  return reading.ok ? JSON.stringify(forget(reading.envelope)) : UNREADABLE
}
