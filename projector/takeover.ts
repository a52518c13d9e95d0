/** What a new leader does before its first batch. */
import type { ClickHouseClient } from '@clickhouse/client'
import { pause } from '@firsttouch/infra/platform/timing'
import { INSERT_SETTINGS } from '@firsttouch/infra/stores/clickhouse'
import { groupOf } from '@firsttouch/infra/stores/read-models'
import type { Sql } from 'postgres'
import { ROLLUPS } from './projections/index.ts'
import { type Bucket, bucketSql } from './projections/rollup.ts'
import { readOffsets } from './steps/commit.ts'
import type { Store } from './steps/store.ts'

type Generation = { clickhouse: ClickHouseClient; db: string }

const ask = async <Row>(
  client: ClickHouseClient,
  query: string,
  query_params: Record<string, unknown> = {},
): Promise<Row[]> => (await client.query({ query, query_params, format: 'JSONEachRow' })).json<Row>()

export const highestEpoch = async ({ clickhouse, db }: Generation): Promise<number> => {
  const [row] = await ask<{ epoch: number | string }>(
    clickhouse,
    `SELECT max(epoch) AS epoch FROM ${db}.leaders`,
  )
  return Number(row?.epoch ?? 0)
}

const LOOK_EVERY_MS = 100

/** From here on no refresh of a former leader begins to write, and none of them is still writing. */
export const fenceOff = async (
  { clickhouse, db }: Generation,
  epoch: number,
  signal: AbortSignal,
): Promise<void> => {
  await clickhouse.command({
    query: `INSERT INTO ${db}.leaders (epoch) VALUES (${epoch})`,
    clickhouse_settings: INSERT_SETTINGS,
  })
  // By their text: the embedded engine gives statements ids of its choice.
  const running = `match(query, '^\\\\s*(INSERT INTO|DELETE FROM) ${db}\\\\.')`
  while (!signal.aborted) {
    const left = await ask(clickhouse, `SELECT 1 FROM system.processes WHERE ${running} LIMIT 1`)
    if (left.length === 0) return
    await clickhouse.command({ query: `KILL QUERY WHERE ${running} ASYNC` })
    await pause(LOOK_EVERY_MS, signal)
  }
}

/** What the operating system may still hold back from the disk is seconds old; ten minutes are generous. */
const RECENT_S = 600

/** Roll-ups reach the disk later than the checkpoint moves on, so a power cut may have taken the newest of them. */
export const refreshRecent = async (
  { clickhouse, db, store }: Generation & { store: Pick<Store, 'refresh'> },
  signal?: AbortSignal,
): Promise<void> => {
  await refreshRecentWith(
    { recentBuckets: bucket => recentBuckets({ clickhouse, db }, bucket), store },
    signal,
  )
}

type RecentPorts = {
  recentBuckets: (bucket: Bucket) => Promise<number[]>
  store: Pick<Store, 'refresh'>
}

export const refreshRecentWith = async (
  { recentBuckets, store }: RecentPorts,
  signal?: AbortSignal,
): Promise<void> => {
  for (const rollup of ROLLUPS) {
    if (signal?.aborted) return
    const buckets = await recentBuckets(rollup.bucket)
    await store.refresh([[rollup, { buckets }]])
  }
}

/** The buckets of the events that reached the disk within ten minutes of the newest ones; of merged parts, of all. */
const recentBuckets = async ({ clickhouse, db }: Generation, bucket: Bucket): Promise<number[]> => {
  const parts = `system.parts WHERE database = '${db}' AND table = 'events'`
  const found = await ask<{ bucket: number }>(
    clickhouse,
    `SELECT DISTINCT toUnixTimestamp(${bucketSql(bucket)}) AS bucket FROM ${db}.events WHERE _part NOT IN (
      SELECT name FROM ${parts} AND modification_time < (SELECT max(modification_time) - ${RECENT_S} FROM ${parts} AND active)
    )`,
  )
  return found.map(row => row.bucket)
}

type ResumeDeps = Generation & { sql: Sql; store: Pick<Store, 'saveProgress'> }

export const openResume = ({ clickhouse, sql, db, store }: ResumeDeps) =>
  resumeWith({
    checkpoint: async partition => (await readOffsets(sql, groupOf(db))).get(partition) ?? 0,
    nextOffset: partition => nextOffset({ clickhouse, db }, partition),
    readProgress: partition => readProgress({ clickhouse, db }, partition),
    recentOffset: partition => recentOffset({ clickhouse, db }, partition),
    takeBackProgress: (partition, offset) => takeBackProgress({ clickhouse, db }, partition, offset),
    saveProgress: store.saveProgress,
  })

export type ResumePorts = Pick<Store, 'saveProgress'> & {
  checkpoint: (partition: number) => Promise<number>
  nextOffset: (partition: number) => Promise<number>
  readProgress: (partition: number) => Promise<{ next: number; keptTo: number }>
  recentOffset: (partition: number) => Promise<{ offset: number; newest: Date }>
  takeBackProgress: (partition: number, nextOffset: number) => Promise<void>
}

/** Where the leader begins to read a partition: at the checkpoint, or earlier where `events` lost entries before it in a power cut. */
export const resumeWith = (ports: ResumePorts) => {
  return async (partition: number): Promise<number> => {
    const checkpoint = await ports.checkpoint(partition)
    const [held, saved] = await Promise.all([ports.nextOffset(partition), ports.readProgress(partition)])
    // What came last may have been repeats and dead letters alone: of these `events` keeps nothing.
    const isWhole = saved.next >= checkpoint && held >= saved.keptTo
    if (held < checkpoint && !isWhole) {
      const { offset } = await ports.recentOffset(partition)
      await ports.takeBackProgress(partition, offset)
      return Math.min(offset, checkpoint)
    }
    if (saved.next < checkpoint) {
      const { newest } = await ports.recentOffset(partition)
      await ports.saveProgress([{ partition, nextOffset: checkpoint, appendedAt: newest, keptTo: held }])
    }
    return checkpoint
  }
}

const OF_PARTITION = 'WHERE log_partition = {partition: UInt16}'

/** The first offset of the partition that `events` may lack. */
const nextOffset = async ({ clickhouse, db }: Generation, partition: number): Promise<number> => {
  const query = `SELECT if(count() = 0, 0, max(log_offset) + 1) AS next FROM ${db}.events ${OF_PARTITION}`
  const [row] = await ask<{ next: number }>(clickhouse, query, { partition })
  return Number(row?.next ?? 0)
}

const readProgress = async ({ clickhouse, db }: Generation, partition: number) => {
  const [row] = await ask<{ next: number; keptTo: number }>(
    clickhouse,
    `SELECT next_offset AS next, kept_to AS keptTo FROM ${db}.progress FINAL WHERE partition = {partition: UInt16}`,
    { partition },
  )
  return { next: Number(row?.next ?? 0), keptTo: Number(row?.keptTo ?? 0) }
}

/** Where the partition's log was ten minutes before the newest entry that `events` holds, and when that one came. */
const recentOffset = async ({ clickhouse, db }: Generation, partition: number) => {
  const [row] = await ask<{ recent: number; newest: number }>(
    clickhouse,
    `SELECT minIf(log_offset, received_at >= newest_at - ${RECENT_S}) AS recent, toUnixTimestamp64Milli(newest_at) AS newest
     FROM ${db}.events, (SELECT max(received_at) AS newest_at FROM ${db}.events ${OF_PARTITION}) AS last
     ${OF_PARTITION} GROUP BY newest_at`,
    { partition },
  )
  return { offset: Number(row?.recent ?? 0), newest: new Date(Number(row?.newest ?? 0)) }
}

/** Withdraws later progress: the tables hold the partition only up to here. */
const takeBackProgress = async (
  { clickhouse, db }: Generation,
  partition: number,
  nextOffset: number,
): Promise<void> => {
  await clickhouse.command({
    query: `DELETE FROM ${db}.progress WHERE partition = {partition: UInt16} AND next_offset > {nextOffset: UInt64}`,
    query_params: { partition, nextOffset },
    clickhouse_settings: INSERT_SETTINGS,
  })
}
