/** Emptying tables of PostgreSQL beside a product that works in them. */
import type { Sql } from 'postgres'

/** Shorter than PostgreSQL waits before it looks for a deadlock and ends somebody, who may be the one at work. */
const LOCK_WITHIN = '200ms'
const LOCK_NOT_AVAILABLE = '55P03'
const TRIES = 300

/** With what hangs on them. It locks one table after another, as the relay does in another order, so it is the one to give way. */
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
