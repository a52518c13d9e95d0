/**
 * After an erasure the bytes of a deleted row stay in PostgreSQL's files until they are overwritten, and in its write-ahead log
 * until that is recycled. Here the tables are written anew and the old segments of the write-ahead log are deleted.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { ReservedSql } from 'postgres'
import type { Sql } from '../../stores/postgres.ts'

export type OnDisk = {
  at: string
  /** Sentences for the operator: what the files may still hold, and until when. Empty: nothing. */
  remains: string[]
}

/** Rewriting a table of this size locks it for some seconds. */
export const QUICK_BYTES = 256 * 1024 * 1024
const LOCK_WITHIN_MS = 3_000
const TRIES = 10
/** Longer than any statement of ours. A running backup is reported and not waited for. */
const READERS_WITHIN_MS = 60_000
const LOOK_EVERY_MS = 100
const RELOAD_WITHIN_MS = 10_000
const MOST_SEGMENTS = 256

type Options = {
  /** Larger tables are not rewritten, and the report names them. */
  mostBytes?: number
  readersWithinMs?: number
}

/** A step that fails does not throw: `remains` says what it left, and why. */
export const eraseOnDisk = async (sql: Sql, options: Options = {}): Promise<OnDisk> => {
  const { mostBytes = QUICK_BYTES, readersWithinMs = READERS_WITHIN_MS } = options
  const remains: string[] = []
  const step = (sentence: string, work: () => Promise<void>) =>
    work().catch(
      error => void remains.push(`${sentence}: ${error instanceof Error ? error.message : error}.`),
    )
  const one = await sql.reserve()
  try {
    await step('Older readers could not be waited for', () => waitForReaders(one, readersWithinMs))
    await step(SAMPLES, () => deleteSamples(one))
    for (const { name, bytes } of await tablesOf(one))
      await step(`The space of the table ${name} was not rewritten`, () =>
        Number(bytes) > mostBytes ? sample(one, name, bytes) : rewrite(one, 'public', name),
      )
    // Last: the samples that were just replaced are deleted rows themselves.
    await step(SAMPLES, () => waitForReaders(one, readersWithinMs))
    await step(SAMPLES, () => rewrite(one, 'pg_catalog', 'pg_statistic'))
    await step('The write-ahead log holds it until the server recycles it', () => letGoOfWal(one))
    return { at: new Date().toISOString(), remains }
  } finally {
    one.release()
  }
}

const SAMPLES =
  'Samples of the tables, for the planner (pg_statistic), may hold it until they are taken again'

/** A deleted row that an older transaction may still read would be copied with the rest of its table. */
const waitForReaders = async (sql: ReservedSql, withinMs: number): Promise<void> => {
  const [row] = await sql<{ xid: string }[]>`SELECT pg_current_xact_id()::xid::text AS xid`
  const end = performance.now() + withinMs
  // Twice: a transaction that begins during the first look may take its view from one that has ended by the time we see it.
  for (let looks = 0; looks < 2; ) {
    const older = await readersFromBefore(sql, row?.xid ?? '')
    looks = older === 0 ? looks + 1 : 0
    if (older === 0) continue
    if (performance.now() > end)
      throw new Error(`${older} transactions from before are still open, here or on a replica`)
    await sleep(LOOK_EVERY_MS)
  }
}

/** A process without a database may be a replica's, which reports what is read there. */
const readersFromBefore = async (sql: ReservedSql, xid: string): Promise<number> => {
  const older = await sql`
    WITH readers AS (
      SELECT greatest(age(backend_xmin), age(backend_xid)) AS age FROM pg_stat_activity
      WHERE coalesce(datname, current_database()) = current_database() AND pid <> pg_backend_pid()
      UNION ALL SELECT age(transaction) FROM pg_prepared_xacts WHERE database = current_database()
      UNION ALL SELECT greatest(age(xmin), age(catalog_xmin)) FROM pg_replication_slots)
    SELECT 1 FROM readers WHERE age > age(${xid}::xid)`
  return older.length
}

/** Samples hold the most common names and addresses; those of a table that is now empty would never be replaced. */
const deleteSamples = async (sql: ReservedSql): Promise<void> => {
  await sql`
    DELETE FROM pg_statistic USING pg_class
    WHERE pg_class.oid = starelid AND relnamespace = 'public'::regnamespace`
}

const tablesOf = (sql: ReservedSql) =>
  sql<{ name: string; bytes: string }[]>`
    SELECT relname AS name, pg_total_relation_size(oid) AS bytes FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 2`

const sample = async (sql: ReservedSql, name: string, bytes: string): Promise<void> => {
  await sql`ANALYZE ${sql(name)}`
  const size = Math.round(Number(bytes) / 1024 / 1024)
  throw new Error(
    `it has ${size} MB and would be locked for long. In a quiet hour: npm run erase -- --again RECEIPT --large-tables`,
  )
}

const LOCK_NOT_AVAILABLE = '55P03'

/** With its indexes and its TOAST table. Others queue behind the lock that it asks for, so each try is short. */
const rewrite = async (sql: ReservedSql, schema: string, name: string): Promise<void> => {
  await sql`SELECT set_config('lock_timeout', ${`${LOCK_WITHIN_MS}ms`}, false)`
  try {
    for (let tries = 1; ; tries += 1)
      try {
        await sql`VACUUM (FULL, ANALYZE) ${sql(schema)}.${sql(name)}`
        return
      } catch (error) {
        const busy = error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE
        if (!busy || tries === TRIES) throw error
        await sleep(LOOK_EVERY_MS * tries)
      }
  } finally {
    await sql`RESET lock_timeout`
  }
}

/**
 * Moves on segment by segment until no earlier one is left. Meanwhile segments are deleted instead of recycled, because a
 * recycled one keeps its old bytes.
 */
const letGoOfWal = async (sql: ReservedSql): Promise<void> => {
  const recycles = await setting(sql, 'wal_recycle')
  if (recycles === 'off') return leaveSegments(sql)
  await sql`ALTER SYSTEM SET wal_recycle = off`
  try {
    await reload(sql, 'wal_recycle', 'off')
    await leaveSegments(sql)
  } finally {
    await sql`ALTER SYSTEM RESET wal_recycle`
    await reload(sql, 'wal_recycle', recycles)
  }
}

const leaveSegments = async (sql: ReservedSql): Promise<void> => {
  await sql`CHECKPOINT`
  const before = await segments(sql)
  const last = before.toSorted().at(-1) ?? ''
  for (let switched = 0; (await currentSegment(sql)) <= last; switched += 1) {
    if (switched > MOST_SEGMENTS) throw new Error(`it has more than ${MOST_SEGMENTS} segments`)
    // The server does not switch away from an empty segment.
    await sql`SELECT pg_logical_emit_message(false, 'firsttouch', 'erased')`
    await sql`SELECT pg_switch_wal()`
  }
  await sql`CHECKPOINT`
  await sql`CHECKPOINT`
  const now = new Set(await segments(sql))
  const kept = before.filter(name => now.has(name)).length
  if (kept > 0) throw new Error(`${kept} segments are kept for a backup or a replica, and go with it`)
}

const segments = async (sql: ReservedSql): Promise<string[]> => {
  const rows = await sql<{ name: string }[]>`SELECT name FROM pg_ls_waldir() WHERE name ~ '^[0-9A-F]{24}$'`
  return rows.map(({ name }) => name)
}

const currentSegment = async (sql: ReservedSql): Promise<string> => {
  const [row] = await sql<{ name: string }[]>`
    SELECT pg_walfile_name(pg_current_wal_insert_lsn()) AS name`
  return row?.name ?? ''
}

/** Other processes of the server take the new setting at about the same time as our connection. */
const reload = async (sql: ReservedSql, name: string, value: string): Promise<void> => {
  await sql`SELECT pg_reload_conf()`
  const end = performance.now() + RELOAD_WITHIN_MS
  while ((await setting(sql, name)) !== value) {
    if (performance.now() > end) throw new Error(`the server does not take ${name} = ${value}`)
    await sleep(LOOK_EVERY_MS)
  }
  await sleep(LOOK_EVERY_MS)
}

const setting = async (sql: ReservedSql, name: string): Promise<string> => {
  const [row] = await sql<{ value: string }[]>`SELECT current_setting(${name}) AS value`
  return row?.value ?? ''
}
