/** For tests of an order: an index that the planner happens to read may give it although no statement asks for it. */
import type { Sql } from 'postgres'

/** All but those that hold a constraint. The database is the test's own. */
export const dropIndexes = async (sql: Sql, table: string): Promise<void> => {
  const indexes = await sql<{ name: string }[]>`
    SELECT indexrelid::regclass::text AS name FROM pg_index WHERE indrelid = ${table}::regclass AND NOT indisunique`
  for (const { name } of indexes) await sql`DROP INDEX ${sql(name)}`
}
