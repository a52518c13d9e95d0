/** Erases a person from PostgreSQL in one transaction. The projectors then redact the read models in ClickHouse. */

import { setTimeout as sleep } from 'node:timers/promises'
import { audit } from '@firsttouch/api/auth/audit'
import {
  type Erased,
  eraseRecords,
  findRecords,
  markOf,
  type Subject,
  sessionsOf,
} from '@firsttouch/api/inbox/erasure'
import { type Aliases, aliasFor, sessionHash } from '@firsttouch/projector/privacy/erasures'
import { eraseFromLog } from '@firsttouch/projector/privacy/redact-log'
import type { ISql } from 'postgres'
import { v7 } from 'uuid'
import { readAll } from '../../log/postgres/read.ts'
import { LOCKS } from '../../stores/locks.ts'
import type { Sql } from '../../stores/postgres.ts'
import { liveGroups } from '../../stores/read-models.ts'
import { eraseOnDisk } from './on-disk.ts'
import { type Receipt, readReceipts } from './receipt.ts'

const APPLIED_WITHIN_MS = 300_000

/** May be repeated for the same person. It then also erases the records that have arrived since. */
export const erasePerson = async (sql: Sql, subject: Subject, now: Date): Promise<Receipt> => {
  const mark = markOf({ ...subject, until: now, found: await findRecords(sql, subject) })
  const found = 'session' in subject ? [subject.session] : await sessionsOf(sql, mark)
  const sessions = found.map(session => ({ hash: sessionHash(session), alias: aliasFor(session) }))
  return carryOut(sql, { id: v7(), mark, sessions, erased: {} }, now)
}

export const eraseAgain = (sql: Sql, receipt: Receipt): Promise<Receipt> => carryOut(sql, receipt, new Date())

/** Runs at every start. Repeats erasures that the database lacks, for example after a restore. Returns messages. */
export const eraseAsReceipted = async (sql: Sql, dataDir: string): Promise<string[]> => {
  const receipts = await readReceipts(dataDir)
  if (receipts.length === 0) return []
  const known = new Set((await sql<{ id: string }[]>`SELECT id FROM erasures`).map(row => row.id))
  const missing = receipts.filter(({ id }) => !known.has(id))
  for (const receipt of missing) await eraseAgain(sql, receipt)
  if (missing.length === 0) return []
  const { remains } = await eraseOnDisk(sql)
  return [`Carried out ${missing.length} erasures that the restored database did not know.`, ...remains]
}

const carryOut = async (sql: Sql, { id, mark, sessions }: Receipt, now: Date): Promise<Receipt> => {
  let erased: Record<string, number> = {}
  await sql.begin(async tx => {
    await tx`SELECT pg_advisory_xact_lock(${LOCKS.erasures})`
    const records: Erased = await eraseRecords(tx, mark)
    await tx`
      INSERT INTO erasures (id, erased_at, receipt) VALUES (${id}, ${now}, '{}') ON CONFLICT (id) DO NOTHING`
    for (const { hash, alias } of sessions)
      await tx`
        INSERT INTO erased_sessions (session_hash, alias, erasure_id) VALUES (${hash}, ${alias}, ${id})
        ON CONFLICT (session_hash) DO NOTHING`
    const aliases = await aliasesOf(tx, sessions)
    erased = { ...records, ...(await eraseFromLog(tx, aliases)) }
    await audit(tx, { at: now, actor: 'command line', action: 'person.erase', detail: { id, ...erased } })
    await tx`UPDATE erasures SET receipt = ${tx.json({ id, mark, sessions, erased })} WHERE id = ${id}`
  })
  return { id, mark, sessions, erased }
}

/** Returns the alias of each erased session. A session that was erased before keeps its first alias. */
const aliasesOf = async (sql: ISql, sessions: Receipt['sessions']): Promise<Aliases> => {
  const rows = await sql<{ hash: string; alias: string }[]>`
    SELECT session_hash AS hash, alias FROM erased_sessions WHERE session_hash = ANY(${sessions.map(({ hash }) => hash)})`
  return new Map(rows.map(({ hash, alias }) => [hash, alias]))
}

/** Resolves when every live generation has applied the erasures. Throws after `withinMs`. */
export const appliedEverywhere = async (sql: Sql, withinMs = APPLIED_WITHIN_MS): Promise<void> => {
  const end = performance.now() + withinMs
  for (;;) {
    const waiting = await sql`
      SELECT consumer_group FROM unnest(${await liveGroups(sql)}::text[]) AS consumer_group
        LEFT JOIN erasures_applied USING (consumer_group)
      WHERE coalesce(seq, 0) < (SELECT coalesce(max(seq), 0) FROM erased_sessions)`
    if (waiting.length === 0) return
    if (performance.now() > end)
      throw new Error(
        'The records are erased and the receipt is stored, but no projector has taken the sessions out of the read ' +
          'models yet: is one running? It will do so as soon as it does.',
      )
    await sleep(200)
  }
}

/** Tables in PostgreSQL that still contain one of the texts. */
export const tracesOf = async (sql: Sql, texts: string[]): Promise<string[]> => {
  if (texts.length === 0) return []
  const tables = await sql<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1`
  const found: string[] = []
  for (const { name } of tables)
    for (const text of texts) {
      const [row] = await sql`
        SELECT 1 FROM ${sql(name)} AS t WHERE position(lower(${text}) IN lower(t::text)) > 0 LIMIT 1`
      if (row) found.push(name)
    }
  for await (const { key, value } of readAll(sql)) {
    const entry = `${key} ${value}`.toLowerCase()
    if (texts.some(text => entry.includes(text.toLowerCase()))) found.push('log_batches')
  }
  return [...new Set(found)]
}
