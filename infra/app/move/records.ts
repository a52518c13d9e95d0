/** Records from one PostgreSQL into another that is migrated and empty, in one transaction: all of them or none. */
import type { ISql, Sql } from 'postgres'
import { inTransaction } from '../../stores/holding.ts'
import { migratePostgres } from '../../stores/migrate.ts'
import { contentsOf, differing, isRecord, OF_OFFSETS, type Table, tablesOf } from './tables.ts'

/** `empty`: nothing but what migrations put there. `same`: the records are there already. */
export type Target = { state: 'empty' | 'same' } | { state: 'other'; tables: string[] }

/** Filled by migrations; a test holds this against a new database. */
export const FILLED_BY_MIGRATIONS = new Set([
  'migrations',
  'read_models',
  'conversion_rules',
  'log_partitions',
])

export const lookAtTarget = async (from: Sql, to: Sql): Promise<Target> => {
  const held = await contentsOf(to, () => true)
  const filled = [...held].filter(([name, rows]) => !FILLED_BY_MIGRATIONS.has(name) && !rows.startsWith('0 '))
  if (filled.length === 0) return { state: 'empty' }
  const tables = differing(await contentsOf(from, isRecord), await contentsOf(to, isRecord))
  return tables.length === 0 ? { state: 'same' } : { state: 'other', tables }
}

/** With `withLog` also the log and how far it was read; without, all that speaks of its offsets stays behind. */
export const copyRecords = async (
  from: Sql,
  to: Sql,
  { withLog, onCopied }: { withLog: boolean; onCopied?: (table: string) => void },
): Promise<void> => {
  await migratePostgres(to)
  const tables = (await tablesOf(from)).filter(
    ({ name }) => name !== 'migrations' && (withLog || !OF_OFFSETS.has(name)),
  )
  await inTransaction(to, async tx => {
    // What was done when a row was made is among the rows.
    for (const { name } of tables) await tx`ALTER TABLE ${tx(name)} DISABLE TRIGGER USER`
    for (const { name } of tables.toReversed()) await tx`DELETE FROM ${tx(name)}`
    for (const table of tables) {
      await copyTable(from, tx, table)
      onCopied?.(table.name)
    }
    for (const { name } of tables) await tx`ALTER TABLE ${tx(name)} ENABLE TRIGGER USER`
    // A rebuild that was under way, and what is kept for a roll-back, stay behind.
    await tx`DELETE FROM read_models WHERE state <> 'serving'`
    await copySequences(from, tx)
  })
}

/** A row of the log may be a megabyte. */
const ROWS_AT_ONCE = 50

/** As JSON, which keeps every type of ours: what the driver (3.4.9) is told of a COPY that fails at its end, it never passes on. */
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
