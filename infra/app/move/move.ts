/** Moves the log and the records of an embedded installation to servers. The projector rebuilds the read models. */
import { readAll } from '../../log/postgres/read.ts'
import { openStores, type Stores } from '../../open-stores.ts'
import type { Env } from '../../platform/env.ts'
import { openClickHouse } from '../../stores/clickhouse.ts'
import { isThere } from '../../stores/data-dir.ts'
import { openPostgres } from '../../stores/postgres.ts'
import { reached } from '../../stores/reached.ts'
import { readProgress } from '../../stores/read-models.ts'
import { hasTable } from '../../stores/rows.ts'
import { eraseAsReceipted } from '../erasure/person.ts'
import { assertNotRunning } from '../start.ts'
import { copyRecords, filledTables } from './records.ts'

export type Servers = Env & { DATABASE_URL: string; CLICKHOUSE_URL: string }

export const isKafka = (url: string | undefined): url is string => /^kafkas?:/.test(url ?? '')

/** Throws if a setting or the embedded installation is missing. */
export const serversOf = async (env: Env): Promise<Servers> => {
  const { DATABASE_URL, CLICKHOUSE_URL, LOG_URL, DATA_DIR } = env
  if (!DATABASE_URL || !CLICKHOUSE_URL)
    throw new Error(
      'Name the target servers: DATABASE_URL, CLICKHOUSE_URL and, for a log in Kafka, LOG_URL, as the new services will have them.',
    )
  if (LOG_URL && !isKafka(LOG_URL) && LOG_URL !== DATABASE_URL)
    throw new Error('LOG_URL must name Kafka. Leave it out to move the log into PostgreSQL with the records.')
  if (!(await isThere(DATA_DIR, 'postgres')))
    throw new Error(`${DATA_DIR} holds no installation: set DATA_DIR to the one that is to move.`)
  return { ...env, DATABASE_URL, CLICKHOUSE_URL }
}

/** Opens the embedded stores, whose locks keep other processes out. Throws while another process uses them. */
export const openEmbedded = async (env: Env): Promise<Stores> => {
  const own = { ...env, DATABASE_URL: undefined, CLICKHOUSE_URL: undefined, LOG_URL: undefined }
  await assertNotRunning(own)
  const stores = await openStores(own)
  await eraseAsReceipted(stores.sql, env.DATA_DIR)
  return stores
}

export const countEntries = async ({ log }: Stores): Promise<number> =>
  (await log.positions('firsttouch-move')).reduce((sum, { start, end }) => sum + end - start, 0)

/** Throws when a server already holds data. Writes nothing. */
export const assertServersEmpty = async (env: Servers, { db }: Stores): Promise<void> => {
  const { LOG_URL } = env
  if (isKafka(LOG_URL)) {
    const { assertEmpty } = await import('../../log/kafka/fill.ts')
    await reached('LOG_URL', LOG_URL, () => assertEmpty(LOG_URL))
  }
  const postgres = await openPostgres({ url: env.DATABASE_URL, dataDir: '' })
  const filled = await filledTables(postgres.sql).finally(postgres.close)
  if (filled.length > 0)
    throw new Error(
      `The database of DATABASE_URL is not empty: ${filled.join(', ')} have rows. Name an empty database. If a move ` +
        'into it has succeeded, nothing is left to move: start the new services.',
    )
  const clickhouse = await openClickHouse({ url: env.CLICKHOUSE_URL, dataDir: env.DATA_DIR })
  const client = clickhouse.client()
  const holdsFigures = async () =>
    (await hasTable(client, db, 'progress')) && (await readProgress(client, db)).length > 0
  if (await holdsFigures().finally(clickhouse.close))
    throw new Error(`ClickHouse has figures of another installation in ${db}: name another server.`)
}

/** If the log goes to Kafka, copies it first. Copies records in one transaction. May be repeated after a failure. */
export const move = async (env: Servers, { sql }: Stores, onWritten: (entries: number) => void) => {
  if (isKafka(env.LOG_URL)) {
    // Loads kafkajs only when needed.
    const [{ fillTopic }, { createTopic }] = await Promise.all([
      import('../../log/kafka/fill.ts'),
      import('../../log/kafka/topic.ts'),
    ])
    await createTopic(env.LOG_URL, {
      partitions: env.KAFKA_PARTITIONS,
      replicationFactor: env.KAFKA_REPLICATION_FACTOR,
    })
    await fillTopic(env.LOG_URL, readAll(sql), onWritten)
  }
  const server = await openPostgres({ url: env.DATABASE_URL, dataDir: '' })
  await copyRecords(sql, server.sql, { withLog: !isKafka(env.LOG_URL) }).finally(server.close)
}
