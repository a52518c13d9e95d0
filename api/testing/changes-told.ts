/** Records the query keys that open dashboards must refetch. */
import { until } from '@firsttouch/infra/rigs/testing/until'
import type { Sql } from 'postgres'
import { RECORDS_CHANNEL } from '../live/live.ts'

const END = 'end'

/** Returns the announced keys, in order. */
export const openChangesTold = async (sql: Sql) => {
  const told: string[] = []
  await sql.listen(RECORDS_CHANNEL, text => void told.push(...JSON.parse(text).changed))
  const upToNow = async (): Promise<string[]> => {
    // Notifications arrive in commit order, so all earlier ones have arrived with this one.
    await sql`SELECT pg_notify(${RECORDS_CHANNEL}, ${JSON.stringify({ changed: [END] })})`
    await until(() => told.at(-1) === END, 10_000)
    return told.splice(0).slice(0, -1)
  }
  return async (work: () => PromiseLike<unknown>): Promise<string[]> => {
    await upToNow()
    await work()
    return upToNow()
  }
}
