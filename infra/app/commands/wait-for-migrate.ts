/** Waits until `npm run migrate`, which starts at the same time, has finished. */
import { setTimeout as sleep } from 'node:timers/promises'
import { withLog } from '../../log/open-log.ts'
import type { Env } from '../../platform/env.ts'
import { openClickHouse } from '../../stores/clickhouse.ts'
import { pendingInClickHouse, pendingInPostgres } from '../../stores/migrate.ts'
import { openPostgres } from '../../stores/postgres.ts'
import { servingDatabase } from '../../stores/read-models.ts'

const EVERY_MS = 1_000

/** Also waits for stores that are not reachable yet. Prints the reason whenever it changes. */
export const waitForMigrate = async (env: Env, log: (sentence: string) => void): Promise<void> => {
  const { DATABASE_URL: records, CLICKHOUSE_URL: figures, DATA_DIR: dataDir } = env
  if (!records || !figures)
    throw new Error('DATABASE_URL and CLICKHOUSE_URL must both be set to wait for servers.')
  let logged = ''
  for (;;) {
    const missing = await missingIn(env, records, figures, dataDir).catch(
      (error: unknown) =>
        `a store does not answer as it should: ${error instanceof Error ? error.message : error}`,
    )
    if (missing === '') return
    if (missing !== logged) log(`Waiting for npm run migrate, as ${missing}`)
    logged = missing
    await sleep(EVERY_MS)
  }
}

const missingIn = async (env: Env, records: string, figures: string, dataDir: string): Promise<string> => {
  await using opened = new AsyncDisposableStack()
  const postgres = await openPostgres({ url: records, dataDir })
  opened.defer(postgres.close)
  const [ofRecords] = await pendingInPostgres(postgres.sql)
  if (ofRecords) return `PostgreSQL lacks ${ofRecords}`
  const clickhouse = await openClickHouse({ url: figures, dataDir })
  opened.defer(clickhouse.close)
  const [ofFigures] = await pendingInClickHouse(clickhouse.client(), await servingDatabase(postgres.sql))
  if (ofFigures) return `ClickHouse lacks ${ofFigures}`
  await withLog(env.LOG_URL ?? records, log => log.positions('health'))
  return ''
}
