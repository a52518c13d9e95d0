/** Removes erased bytes from PostgreSQL's files. Deleted rows stay in table files and in the write-ahead log. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { PendingQuery, ReservedSql } from 'postgres'
import type { Sql } from '../../stores/postgres.ts'

export type OnDisk = {
  at: string
  /** Messages for the operator. Each says what the files may still hold, and until when. */
  remains: string[]
}

/** Bytes. Rewriting a table of this size locks it for a few seconds. */
export const QUICK_BYTES = 256 * 1024 * 1024
const LOCK_WITHIN_MS = 3_000
const TRIES = 10
/** Milliseconds to wait for older transactions to end. Only a backup should last longer. */
const READERS_WITHIN_MS = 60_000
const LOOK_EVERY_MS = 100
const RELOAD_WITHIN_MS = 10_000
const MOST_SEGMENTS = 256

type Options = {
  /** Bytes. A larger table is not rewritten but reported in `remains`. */
  mostBytes?: number
  readersWithinMs?: number
}

/** Goes on when a step fails. A message in `remains` then says what the step left in the files, and why. */
export const eraseOnDisk = async (sql: Sql, options: Options = {}): Promise<OnDisk> => {
  const { mostBytes = QUICK_BYTES, readersWithinMs = READERS_WITHIN_MS } = options
  const remains: string[] = []
  const step = (sentence: string, work: () => Promise<void>) =>
    work().catch(
      error => void remains.push(`${sentence}: ${error instanceof Error ? error.message : error}.`),
    )
  const one = await sql.reserve()
  try {
    await step('Older transactions did not end in time', () => waitForReaders(one, readersWithinMs))
    await step(SAMPLES, () => deleteSamples(one))
    for (const { name, bytes } of await tablesOf(one))
      await step(`The table ${name} was not rewritten`, () =>
        Number(bytes) > mostBytes ? sample(one, name, bytes) : rewrite(one, 'public', name),
      )
    // Rewrite pg_statistic last. Its file still holds the rows that the ANALYZE above has replaced.
    await step(SAMPLES, () => waitForReaders(one, readersWithinMs))
    await step(SAMPLES, () => rewrite(one, 'pg_catalog', 'pg_statistic'))
    await step('The write-ahead log holds erased data until the server recycles it', () => letGoOfWal(one))
    return { at: new Date().toISOString(), remains }
  } finally {
    one.release()
  }
}

const SAMPLES = 'Planner statistics (pg_statistic) may hold erased data until the next ANALYZE'

/** Waits for older transactions to end. VACUUM FULL also copies deleted rows that such a transaction may still read. */
const waitForReaders = async (sql: ReservedSql, withinMs: number): Promise<void> => {
  const xid = await textOf(sql`SELECT pg_current_xact_id()::xid::text AS text`)
  const end = performance.now() + withinMs
  // Check twice, because a new transaction may have taken over the snapshot of one that just ended.
  for (let looks = 0; looks < 2; ) {
    const older = await readersFromBefore(sql, xid)
    looks = older === 0 ? looks + 1 : 0
    if (older === 0) continue
    if (performance.now() > end)
      throw new Error(`${older} transactions from before the erasure are still open, here or on a replica`)
    await sleep(LOOK_EVERY_MS)
  }
}

/** Counts transactions older than `xid`, including those without a database, such as a replica's WAL sender. */
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

/** Deletes planner statistics, which contain the most frequent names and addresses. ANALYZE would keep them for an empty table. */
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
    `it has ${size} MB and would be locked for long. In a quiet hour run npm run erase -- --again RECEIPT --large-tables`,
  )
}

const LOCK_NOT_AVAILABLE = '55P03'

/** Each try waits only briefly for the lock, because other statements queue behind it. */
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

/** Switches WAL segments until the old ones are deleted. Recycling is off meanwhile, because it keeps old bytes. */
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
    // Write a message first, because the server does not switch away from an empty segment.
    await sql`SELECT pg_logical_emit_message(false, 'firsttouch', 'erased')`
    await sql`SELECT pg_switch_wal()`
  }
  await sql`CHECKPOINT`
  await sql`CHECKPOINT`
  const now = new Set(await segments(sql))
  const kept = before.filter(name => now.has(name)).length
  if (kept > 0) throw new Error(`${kept} segments are kept for a backup or a replica`)
}

const segments = async (sql: ReservedSql): Promise<string[]> => {
  const rows = await sql<{ name: string }[]>`SELECT name FROM pg_ls_waldir() WHERE name ~ '^[0-9A-F]{24}$'`
  return rows.map(({ name }) => name)
}

const currentSegment = (sql: ReservedSql): Promise<string> =>
  textOf(sql`SELECT pg_walfile_name(pg_current_wal_insert_lsn()) AS text`)

/** Waits until our connection sees the setting, and a moment longer for the server's other processes. */
const reload = async (sql: ReservedSql, name: string, value: string): Promise<void> => {
  await sql`SELECT pg_reload_conf()`
  const end = performance.now() + RELOAD_WITHIN_MS
  while ((await setting(sql, name)) !== value) {
    if (performance.now() > end) throw new Error(`the server does not apply ${name} = ${value}`)
    await sleep(LOOK_EVERY_MS)
  }
  await sleep(LOOK_EVERY_MS)
}

const setting = (sql: ReservedSql, name: string): Promise<string> =>
  textOf(sql`SELECT current_setting(${name}) AS text`)

const textOf = async (query: PendingQuery<{ text: string }[]>): Promise<string> =>
  (await query)[0]?.text ?? ''
