/** The tables of PostgreSQL as a move sees them: which there are, what they hold, and which of them speak of places in the log. */
import type { ISql, Sql } from 'postgres'

export type Table = { name: string; columns: string[] }

/** Of the log itself, and of consumers that have read it up to an offset. Another log has other offsets. */
export const OF_OFFSETS = new Set([
  ...['log_partitions', 'log_batches', 'log_consumers'],
  ...['checkpoints', 'event_counts', 'accounting', 'dead_letters'],
])
/** Change while read models are made, or are of the database itself: no records. */
const OF_READ_MODELS = new Set([
  ...OF_OFFSETS,
  'projector_leases',
  'reconciliations',
  'erasures_applied',
  'details_removed',
  'read_models',
  'migrations',
])

export const isRecord = ({ name }: Table): boolean => !OF_READ_MODELS.has(name)

/** A table comes after those that it refers to. Generated columns are left out: they come by themselves. */
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

/** What a table holds: how many rows, and one number of them all, whatever their order. */
export type Contents = Map<string, string>

/** Both servers are to write the same value as the same text. */
const AS_TEXT = {
  timezone: 'UTC',
  datestyle: 'ISO',
  intervalstyle: 'postgres',
  extra_float_digits: '1',
  bytea_output: 'hex',
}

export const contentsOf = async (sql: Sql, wanted: (table: Table) => boolean): Promise<Contents> => {
  const contents: Contents = new Map()
  await sql.begin(async tx => {
    await tx`SELECT set_config(key, value, true) FROM jsonb_each_text(${tx.json(AS_TEXT)})`
    for (const { name, columns } of (await tablesOf(tx)).filter(wanted)) {
      const [row] = await tx<{ rows: string; sum: string }[]>`
        SELECT count(*) AS rows, coalesce(sum(hashtextextended(ROW(${tx(columns)})::text, 0)::numeric), 0) AS sum
        FROM ${tx(name)}`
      contents.set(name, `${row?.rows} rows, ${row?.sum}`)
    }
  })
  return contents
}

export const differing = (a: Contents, b: Contents): string[] =>
  [...new Set([...a.keys(), ...b.keys()])].filter(name => a.get(name) !== b.get(name))
