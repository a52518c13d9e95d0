/** Step 7. Tells open dashboards which queries to refetch. Best effort: no number depends on it. */
import type { LogRecord } from '@firsttouch/infra/log/log'
import { CHANGED_CHANNEL } from '@firsttouch/infra/stores/read-models'
import type { Sql } from 'postgres'

/** `changed`: invalidated query keys of the API. */
export const notify = async (sql: Sql, records: LogRecord[], changed: string[]): Promise<void> => {
  if (changed.length === 0) return
  const now = new Date()
  const oldest = Math.min(...records.map(({ appendedAt }) => appendedAt.getTime()))
  const message = { changed, asOf: now.toISOString(), lagMs: now.getTime() - oldest }
  await sql.notify(CHANGED_CHANNEL, JSON.stringify(message))
}
