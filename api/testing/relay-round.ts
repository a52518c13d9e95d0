import { until } from '@firsttouch/infra/rigs/testing/until'
import type { Sql } from 'postgres'

/** The API's relay may have asked who projects before a test changed it: what it does after this, it asks anew. */
export const relayRound = async (sql: Sql): Promise<void> => {
  for (const value of ['one', 'another']) {
    await sql`INSERT INTO outbox (key, value, created_at) VALUES ('', ${value}, now())`
    await sql`SELECT pg_notify('firsttouch_outbox', '')`
    await until(async () => (await sql`SELECT 1 FROM outbox WHERE sent_at IS NULL`).count === 0, 10_000)
  }
  await sql`DELETE FROM outbox`
}
