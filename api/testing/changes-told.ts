/** What open dashboards are told to read again. */
import { until } from '@firsttouch/infra/rigs/testing/until'
import type { Sql } from 'postgres'
import { RECORDS_CHANNEL } from '../live/live.ts'

const END = 'end'

/** Gives what was told while something was done, in its order. */
export const openChangesTold = async (sql: Sql) => {
  const told: string[] = []
  await sql.listen(RECORDS_CHANNEL, text => void told.push(...JSON.parse(text).changed))
  const upToNow = async (): Promise<string[]> => {
    // Notes come in the order of their transactions: what is told before this one is there before it.
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
