/** For tests of a sort order: with an index, a query without ORDER BY may return rows in the right order by chance. */
import type { Sql } from 'postgres'

/** Drops all indexes except those of constraints. Only for a test's own database. */
export const dropIndexes = async (sql: Sql, table: string): Promise<void> => {
  const indexes = await sql<{ name: string }[]>`
    SELECT indexrelid::regclass::text AS name FROM pg_index WHERE indrelid = ${table}::regclass AND NOT indisunique`
  for (const { name } of indexes) await sql`DROP INDEX ${sql(name)}`
}
