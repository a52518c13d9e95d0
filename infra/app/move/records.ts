/** Copies all records from one PostgreSQL to an empty one, in a single transaction. */
import type { ISql, Sql } from 'postgres'
import { inTransaction } from '../../stores/holding.ts'
import { migratePostgres } from '../../stores/migrate.ts'

type Table = { name: string; columns: string[] }

/** Tables that refer to offsets of the log. The offsets are invalid in another log. */
export const OF_OFFSETS = new Set([
  ...['log_partitions', 'log_batches', 'log_consumers'],
  ...['checkpoints', 'event_counts', 'accounting', 'dead_letters'],
])

/** Tables that migrations fill. A test checks this list. */
const FILLED_BY_MIGRATIONS = new Set(['migrations', 'read_models', 'conversion_rules', 'log_partitions'])

export const filledTables = async (sql: Sql): Promise<string[]> => {
  const filled: string[] = []
  for (const { name } of await tablesOf(sql)) {
    const [row] = FILLED_BY_MIGRATIONS.has(name) ? [] : await sql`SELECT FROM ${sql(name)} LIMIT 1`
    if (row) filled.push(name)
  }
  return filled
}

/** Returns every table after the tables that its foreign keys refer to. Leaves out generated columns. */
export const tablesOf = async (sql: ISql): Promise<Table[]> => {
  const tables = await sql<(Table & { refers_to: string[] })[]>`
    SELECT relname AS name,
      ARRAY(SELECT attname::text FROM pg_attribute
        WHERE attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attname) AS columns,
      ARRAY(SELECT confrelid::regclass::text FROM pg_constraint
        WHERE conrelid = pg_class.oid AND contype = 'f' AND confrelid <> conrelid) AS refers_to
    FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = current_schema()::regnamespace ORDER BY relname`
  const sorted: Table[] = []
  let left = [...tables]
  while (left.length > 0) {
    const ready = left.filter(({ refers_to }) => left.every(({ name }) => !refers_to.includes(name)))
    if (ready.length === 0)
      throw new Error(`Tables refer to one another in a circle: ${left.map(({ name }) => name).join(', ')}.`)
    sorted.push(...ready)
    left = left.filter(table => !ready.includes(table))
  }
  return sorted.map(({ name, columns }) => ({ name, columns }))
}

/** Without `withLog`, leaves out every table that refers to offsets of the log. */
export const copyRecords = async (from: Sql, to: Sql, { withLog }: { withLog: boolean }): Promise<void> => {
  await migratePostgres(to)
  const tables = (await tablesOf(from)).filter(
    ({ name }) => name !== 'migrations' && (withLog || !OF_OFFSETS.has(name)),
  )
  await inTransaction(to, async tx => {
    // Disable triggers, because the copied rows already include what the triggers wrote.
    for (const { name } of tables) await tx`ALTER TABLE ${tx(name)} DISABLE TRIGGER USER`
    for (const { name } of tables.toReversed()) await tx`DELETE FROM ${tx(name)}`
    for (const table of tables) await copyTable(from, tx, table)
    for (const { name } of tables) await tx`ALTER TABLE ${tx(name)} ENABLE TRIGGER USER`
    await tx`DELETE FROM read_models WHERE state <> 'serving'`
    await copySequences(from, tx)
  })
}

/** Few, because a row of the log may be as large as a megabyte. */
const ROWS_AT_ONCE = 50

/** Copies rows as JSON. Do not use COPY, because the driver (3.4.9) swallows an error at the end of a COPY. */
const copyTable = async (from: Sql, to: ISql, { name, columns }: Table): Promise<void> => {
  const rows = from<{ json: string }[]>`
    SELECT to_json(wanted)::text AS json FROM (SELECT ${from(columns)} FROM ${from(name)}) AS wanted`
  for await (const some of rows.cursor(ROWS_AT_ONCE))
    await to`
      INSERT INTO ${to(name)} (${to(columns)}) OVERRIDING SYSTEM VALUE
      SELECT ${to(columns)} FROM json_populate_recordset(
        NULL::${to(name)}, ${`[${some.map(({ json }) => json).join(',')}]`}::text::json)`
}

const copySequences = async (from: Sql, to: ISql): Promise<void> => {
  const sequences = await from<{ name: string; last: string | null }[]>`
    SELECT sequencename AS name, last_value AS last FROM pg_sequences WHERE schemaname = current_schema()`
  for (const { name, last } of sequences)
    if (last !== null) await to`SELECT setval(quote_ident(${name})::regclass, ${last})`
}
