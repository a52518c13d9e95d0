/** Opens and migrates all stores. A store without a server in the environment is embedded. */
import type { Log } from './log/log.ts'
import { openLog } from './log/open-log.ts'
import type { Env } from './platform/env.ts'
import { type ClickHouse, openClickHouse } from './stores/clickhouse.ts'
import { makeDataDir } from './stores/data-dir.ts'
import { migratePostgres, migrateReadModels } from './stores/migrate.ts'
import { openPostgres, type Sql } from './stores/postgres.ts'
import { reached } from './stores/reached.ts'
import { servingDatabase } from './stores/read-models.ts'
import { selectRows } from './stores/rows.ts'

export type Stores = {
  sql: Sql
  clickhouse: Pick<ClickHouse, 'client' | 'engine'>
  log: Log
  /** ClickHouse database of the read models that currently serve queries. */
  db: string
  close(): Promise<void>
}

/** The cheapest query for each store, for health checks. */
export const storeChecks = ({ sql, clickhouse, log }: Pick<Stores, 'sql' | 'clickhouse' | 'log'>) => {
  const client = clickhouse.client()
  return {
    postgres: async () => sql`SELECT 1`,
    clickhouse: () => selectRows(client, 'SELECT 1'),
    log: () => log.positions('health'),
  }
}

export type StoresEnv = Pick<
  Env,
  | 'DATA_DIR'
  | 'DATABASE_URL'
  | 'CLICKHOUSE_URL'
  | 'LOG_URL'
  | 'LOG_COLUMNS'
  | 'KAFKA_PARTITIONS'
  | 'KAFKA_REPLICATION_FACTOR'
>

export const openStores = async (env: StoresEnv): Promise<Stores> => {
  await using opened = new AsyncDisposableStack()
  const keep = <T extends { close(): Promise<void> }>(store: T): T => opened.adopt(store, one => one.close())
  if (!env.CLICKHOUSE_URL || !env.DATABASE_URL) await makeDataDir(env.DATA_DIR)
  // Open the engine first, because its lock on the directory tells a running process from a crashed one.
  const clickhouse = keep(await openClickHouse({ url: env.CLICKHOUSE_URL, dataDir: env.DATA_DIR }))
  const postgres = keep(await openPostgres({ url: env.DATABASE_URL, dataDir: env.DATA_DIR }))
  await migrate(postgres.url, env.DATA_DIR)
  const db = await servingDatabase(postgres.sql)
  await migrateReadModels(postgres.sql, clickhouse.client(), db)
  if (env.LOG_URL && /^kafkas?:/.test(env.LOG_URL))
    await makeTopic(env.LOG_URL, env.KAFKA_PARTITIONS, env.KAFKA_REPLICATION_FACTOR)
  const log = keep(await openLog(env.LOG_URL ?? postgres.url, { columns: env.LOG_COLUMNS === 'on' }))
  const stores = opened.move()
  return { sql: postgres.sql, clickhouse, log, db, close: () => stores.disposeAsync() }
}

/** Uses a separate connection, because a PostgreSQL process that created every table keeps 5 MB more memory. */
const migrate = async (url: string, dataDir: string): Promise<void> => {
  const { sql, close } = await openPostgres({ url, dataDir })
  await migratePostgres(sql).finally(close)
}

/** Imports kafkajs lazily, because kafkajs slows down the start. */
const makeTopic = async (url: string, partitions: number, replicationFactor: number): Promise<void> => {
  const { createTopic } = await import('./log/kafka/topic.ts')
  await reached('LOG_URL', url, () => createTopic(url, { partitions, replicationFactor }))
}
