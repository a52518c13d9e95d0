import type { Sql } from 'postgres'

/** Shorter than PostgreSQL's deadlock check, which might end the product's transaction instead. */
const LOCK_WITHIN = '200ms'
const LOCK_NOT_AVAILABLE = '55P03'
const TRIES = 300

/** Also empties tables that reference these. Retries, because the relay locks tables in another order. */
export const emptyTables = async (sql: Sql, ...tables: string[]): Promise<void> => {
  for (let tries = 1; ; tries += 1)
    try {
      await sql.begin(async tx => {
        await tx`SELECT set_config('lock_timeout', ${LOCK_WITHIN}, true)`
        await tx.unsafe(`TRUNCATE ${tables.map(table => `"${table}"`).join(', ')} CASCADE`)
      })
      return
    } catch (error) {
      const busy = error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE
      if (!busy || tries === TRIES) throw error
    }
}
