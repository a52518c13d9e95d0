/** Step 7 of a batch. Tells open dashboards which queries to refetch. No number depends on it. */
import type { LogRecord } from '@firsttouch/infra/log/log'
import { CHANGED_CHANNEL } from '@firsttouch/infra/stores/read-models'
import type { Sql } from 'postgres'

/** `changed` has the API's query keys that dashboards must refetch. */
export const notify = async (sql: Sql, records: LogRecord[], changed: string[]): Promise<void> => {
  if (changed.length === 0) return
  const now = new Date()
  const oldest = Math.min(...records.map(({ appendedAt }) => appendedAt.getTime()))
  const message = { changed, asOf: now.toISOString(), lagMs: now.getTime() - oldest }
  await sql.notify(CHANGED_CHANNEL, JSON.stringify(message))
}
