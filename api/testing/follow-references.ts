import { until } from '@firsttouch/infra/rigs/testing/until'
import type { Sql } from 'postgres'
import { followReference } from '../outbox/outbox.ts'

/** Until the outbox holds entries only. The API's own relay may work at the same time, and hold a reference for a moment. */
export const followReferences = (sql: Sql): Promise<void> =>
  until(async () => {
    await followReference(sql, new Date())
    return (await sql`SELECT FROM outbox WHERE record IS NOT NULL LIMIT 1`).count === 0
  }, 20_000)
