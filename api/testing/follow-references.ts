import { until } from '@firsttouch/infra/rigs/testing/until'
import type { Sql } from 'postgres'
import { followReference } from '../outbox/outbox.ts'

/** Waits until the outbox has no references. The API's relay may run concurrently and lock one. */
export const followReferences = (sql: Sql): Promise<void> =>
  until(async () => {
    await followReference(sql, new Date())
    return (await sql`SELECT FROM outbox WHERE record IS NOT NULL LIMIT 1`).count === 0
  }, 20_000)
