/**
 * Moves an embedded installation to the servers that the environment names. Nothing is noted anywhere of how far it came: each step
 * looks at what is there and does what is missing, so that a move that was killed is started again like a new one.
 */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Difference } from '@firsttouch/projector/generations/parity'
import { differenceOf, openDigests } from '../../log/digest.ts'
import { readAll } from '../../log/postgres/read-all.ts'
import { openStores, type Stores } from '../../open-stores.ts'
import type { Env } from '../../platform/env.ts'
import { openClickHouse } from '../../stores/clickhouse.ts'
import { hasTable } from '../../stores/has-table.ts'
import { openPostgres, type Sql } from '../../stores/postgres.ts'
import { readProgress } from '../../stores/read-models.ts'
import { eraseAsReceipted } from '../erasure/person.ts'
import { differencesOf, figuresOf, makeFigures } from './figures.ts'
import { copyRecords, lookAtTarget, type Target } from './records.ts'
import { contentsOf, differing, isRecord } from './tables.ts'

export type Servers = Env & { DATABASE_URL: string; CLICKHOUSE_URL: string }
export type Say = (line: string) => void
export type Progress = (what: string, done: number, of: number) => void
export type Plan = { entries: number; held: number; target: 'empty' | 'same' }
export type Outcome = { compared: number; differences: Difference[] }

export const isKafka = (url: string | undefined): url is string => /^kafkas?:/.test(url ?? '')

/** Throws an Error that says what is missing or in the way. */
export const serversOf = async (env: Env): Promise<Servers> => {
  const { DATABASE_URL, CLICKHOUSE_URL, LOG_URL, DATA_DIR } = env
  if (!DATABASE_URL || !CLICKHOUSE_URL)
    throw new Error(
      'Name where to: DATABASE_URL, CLICKHOUSE_URL and, for a log in Kafka, LOG_URL, as the new services will have them.',
    )
  if (LOG_URL && !isKafka(LOG_URL) && LOG_URL !== DATABASE_URL)
    throw new Error(
      'The log goes to Kafka, or into the PostgreSQL of the records: leave LOG_URL out for that.',
    )
  const isThere = await stat(join(DATA_DIR, 'postgres')).then(Boolean, () => false)
  if (!isThere) throw new Error(`${DATA_DIR} holds no installation: set DATA_DIR to the one that is to move.`)
  return { ...env, DATABASE_URL, CLICKHOUSE_URL }
}

/** Throws where it is in use: by the process that runs, or by another move. It is kept from starting until it is closed. */
export const openEmbedded = async (env: Env): Promise<Stores> => {
  const stores = await openStores({
    ...env,
    DATABASE_URL: undefined,
    CLICKHOUSE_URL: undefined,
    LOG_URL: undefined,
  })
  await eraseAsReceipted(stores.sql, env.DATA_DIR)
  return stores
}

/** What there is, and what is there already. Writes nothing; throws where the servers hold something else. */
export const planOf = async (env: Servers, source: Stores): Promise<Plan> => {
  const entries = await countEntries(source)
  const server = await openPostgres({ url: env.DATABASE_URL, dataDir: '' })
  try {
    const target = await lookAtTarget(source.sql, server.sql)
    const state = stateOf(target)
    if (state === 'empty') await refuseFigures(env, source.db)
    return { entries, held: isKafka(env.LOG_URL) ? await heldIn(env.LOG_URL, source.sql) : 0, target: state }
  } finally {
    await server.close()
  }
}

const countEntries = async ({ log }: Stores): Promise<number> =>
  (await log.positions('firsttouch-move')).reduce((sum, { start, end }) => sum + end - start, 0)

const stateOf = (target: Target): 'empty' | 'same' => {
  if (target.state !== 'other') return target.state
  throw new Error(
    `The database of DATABASE_URL is not empty, and not this installation's: ${target.tables.join(', ')} ` +
      'hold something else. Name an empty one. If the new services ran already, the move is over: go on with them.',
  )
}

const refuseFigures = async ({ CLICKHOUSE_URL, DATA_DIR }: Servers, db: string): Promise<void> => {
  const server = await openClickHouse({ url: CLICKHOUSE_URL, dataDir: DATA_DIR })
  try {
    const client = server.client()
    if (!(await hasTable(client, db, 'progress')) || (await readProgress(client, db)).length === 0) return
    throw new Error(`ClickHouse holds figures in ${db} that are another installation's: name another server.`)
  } finally {
    await server.close()
  }
}

/** kafkajs is loaded only where it is used. */
const heldIn = async (url: string, sql: Sql): Promise<number> => {
  const [{ heldOf }, { hasTopic }] = await Promise.all([
    import('../../log/kafka/fill.ts'),
    import('../../log/kafka/topic.ts'),
  ])
  return (await hasTopic(url)) ? heldOf(url, () => readAll(sql)) : 0
}

/** Log, records, figures; then everything is held against the embedded installation, which stays as it is. */
export const move = async (
  env: Servers,
  source: Stores,
  { target, entries }: Plan,
  { say, progress }: { say: Say; progress: Progress },
): Promise<Outcome> => {
  let said = ''
  const onError = (error: unknown) => {
    const sentence = error instanceof Error ? error.message : String(error)
    if (sentence !== said) say(sentence)
    said = sentence
  }
  const makingOf = (what: string) => ({
    onError,
    onProgress: (done: number, of: number) => progress(what, done, of),
  })
  await makeFigures(source, makingOf('entries in the figures here'))
  if (isKafka(env.LOG_URL))
    await moveLog(env, source.sql, written => progress('entries in the log there', written, entries))
  if (target === 'empty') await moveRecords(env, source.sql)
  const there = await openStores(env)
  try {
    await makeFigures(there, makingOf('entries in the figures there'))
    return await compare(env, source, there)
  } finally {
    await there.close()
  }
}

const moveLog = async (env: Servers, sql: Sql, onWritten: (entries: number) => void): Promise<void> => {
  const [{ fillTopic }, { createTopic }] = await Promise.all([
    import('../../log/kafka/fill.ts'),
    import('../../log/kafka/topic.ts'),
  ])
  const url = env.LOG_URL ?? ''
  await createTopic(url, {
    partitions: env.KAFKA_PARTITIONS,
    replicationFactor: env.KAFKA_REPLICATION_FACTOR,
  })
  await fillTopic(url, () => readAll(sql), onWritten)
}

const moveRecords = async (env: Servers, from: Sql): Promise<void> => {
  const server = await openPostgres({ url: env.DATABASE_URL, dataDir: '' })
  try {
    await copyRecords(from, server.sql, { withLog: !isKafka(env.LOG_URL) })
  } finally {
    await server.close()
  }
}

const compare = async (env: Servers, here: Stores, there: Stores): Promise<Outcome> => {
  const [before, after] = [await figuresOf(here), await figuresOf(there)]
  const [held, moved] = [await contentsOf(here.sql, isRecord), await contentsOf(there.sql, isRecord)]
  const rowsIn = (contents: typeof held, name: string) => Number.parseInt(contents.get(name) ?? '0', 10)
  const differences = [
    ...differencesOf(before, after),
    ...differing(held, moved).map(name => ({
      what: 'rows of',
      key: name,
      before: rowsIn(held, name),
      after: rowsIn(moved, name),
    })),
    ...(isKafka(env.LOG_URL) ? [] : await differencesOfLogs(here.sql, there.sql)),
  ]
  return { compared: before.size + held.size, differences }
}

/** A log that went into Kafka was compared when it had been written. */
const differencesOfLogs = async (here: Sql, there: Sql): Promise<Difference[]> => {
  const [before, after] = [await digestsOf(here), await digestsOf(there)]
  const partition = differenceOf(before, after)
  if (partition === null) return []
  const entries = (of: typeof before) => of[partition]?.entries ?? 0
  return [{ what: 'the log', key: `partition ${partition}`, before: entries(before), after: entries(after) }]
}

const digestsOf = async (sql: Sql) => {
  const [row] = await sql<{ partitions: number }[]>`SELECT count(*)::int AS partitions FROM log_partitions`
  const digests = openDigests(row?.partitions ?? 0)
  for await (const record of readAll(sql)) digests.take(record.partition, record)
  return digests.read()
}
