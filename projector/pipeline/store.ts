/** What the projector writes to ClickHouse: rows of events, refreshed roll-ups, and how far it has come. */
import type { ClickHouseClient } from '@clickhouse/client'
import { allEnded } from '@firsttouch/infra/platform/timing'
import { INSERT_SETTINGS } from '@firsttouch/infra/stores/clickhouse'
import { change } from '@firsttouch/infra/stores/cluster'
import { COMPLETE_FROM, EDITION, ROLLUPS } from '../projections/index.ts'
import {
  amongTimes,
  type Bucket,
  bucketSql,
  isBySession,
  type Minutes,
  type Rollup,
  refreshSql,
  type Scope,
} from '../projections/rollup.ts'
import type { NextVersion } from '../projections/versions.ts'
import { reopenDays } from './closed-days.ts'
import { findKnown, type Known } from './known.ts'
import { clickHouseTime, EVENT_COLUMNS, type EventRow } from './rows.ts'

export type Progress = {
  partition: number
  nextOffset: number
  appendedAt: Date
  /** Up to where `events` keeps something of the partition; absent where nothing has been added to it. */
  keptTo?: number | undefined
}
/** `keptTo` is null where a release wrote it that did not say so. */
type Place = { next: number; keptTo: number | null }

const BUCKETS_PER_REFRESH = 20_000

/** What the operating system may still hold back from the disk is seconds old; ten minutes are generous. */
const RECENT_S = 600

export type Store = ReturnType<typeof openStore>

/** `db` is the generation's database. */
export const openStore = (client: ClickHouseClient, db: string) => {
  const rows = async <Row>(query: string, query_params: Record<string, unknown>): Promise<Row[]> =>
    (await client.query({ query, query_params, format: 'JSONEachRow' })).json<Row>()
  /** All have ended when it does, also when one fails: whoever waits for the batch must not be written over. */
  const refreshAt = async (parts: [Rollup, Scope][], version: string): Promise<void> => {
    await reopenDays(client, db, parts, version)
    const refresh = (part: [Rollup, Scope]) =>
      client.command({
        query: refreshSql(db, ...part, version),
        clickhouse_settings: INSERT_SETTINGS,
      })
    await allEnded(parts.map(refresh))
  }
  const refreshTier = async (parts: [Rollup, Scope][], nextVersion: NextVersion): Promise<void> => {
    for (const some of slices(parts)) await refreshAt(some, await nextVersion())
  }

  const placeOf = async (partition: number): Promise<Place> => {
    const [row] = await rows<Place>(
      `SELECT next_offset AS next, kept_to AS keptTo FROM ${db}.progress FINAL WHERE partition = {partition: UInt16}`,
      { partition },
    )
    return row ?? { next: 0, keptTo: 0 }
  }

  return {
    insertEvents: async (rows: EventRow[]): Promise<void> => {
      if (rows.length === 0) return
      await client.insert({
        table: `${db}.events`,
        columns: [...EVENT_COLUMNS] as [string, ...string[]],
        values: rows,
        format: 'JSONCompactEachRow',
        // Times as they are in the log.
        clickhouse_settings: { ...INSERT_SETTINGS, date_time_input_format: 'best_effort' },
      })
    },

    known: (ids: string[]): Promise<Known[]> => findKnown(client, db, ids),

    refreshTier,

    refresh: (rollup: Rollup, buckets: number[], nextVersion: NextVersion): Promise<void> =>
      refreshTier([[rollup, { buckets }]], nextVersion),

    /** With one version, which is returned. No other refresh may run meanwhile. */
    refreshAll: async (rollup: Rollup, buckets: number[], nextVersion: NextVersion): Promise<string> => {
      const version = await nextVersion()
      for (const some of slices([[rollup, { buckets }]])) await refreshAt(some, version)
      return version
    },

    placeOf,

    saveProgress: async (progress: Progress[]): Promise<void> => {
      const values = progress.map(async ({ partition, nextOffset, appendedAt, keptTo }) => {
        const kept = keptTo ?? (await placeOf(partition)).keptTo
        return [partition, nextOffset, clickHouseTime(appendedAt.toISOString()), EDITION, kept]
      })
      await client.insert({
        table: `${db}.progress`,
        columns: ['partition', 'next_offset', 'appended_at', 'edition', 'kept_to'],
        values: await Promise.all(values),
        format: 'JSONCompactEachRow',
        clickhouse_settings: INSERT_SETTINGS,
      })
    },

    /** Whether the partition was last written by a release that did not keep all of these read models. */
    isOfOlderRelease: async (partition: number): Promise<boolean> => {
      const found = await rows(
        `SELECT 1 FROM ${db}.progress FINAL WHERE partition = {partition: UInt16} AND edition < ${COMPLETE_FROM}`,
        { partition },
      )
      return found.length > 0
    },

    /** Minutes of the sessions that tables have rows of in these minutes. */
    sessionsIn: async (minutes: Set<number>): Promise<Minutes[]> => {
      const found: Minutes[] = []
      const all = [...minutes]
      for (let from = 0; from < all.length; from += BUCKETS_PER_REFRESH) {
        const some = amongTimes('minute', all.slice(from, from + BUCKETS_PER_REFRESH))
        const tables = ROLLUPS.filter(isBySession).map(
          ({ table }) => `SELECT minute, session_minute FROM ${db}.${table} WHERE ${some}`,
        )
        const answer = await client.query({
          query: `SELECT DISTINCT toUnixTimestamp(minute) AS minute, toUnixTimestamp(session_minute) AS sessionMinute
            FROM (${tables.join(' UNION ALL ')})`,
          format: 'JSONEachRow',
        })
        found.push(...(await answer.json<Minutes>()))
      }
      return found
    },

    /** The tables hold the partition only up to here, whatever `saveProgress` was told before. */
    takeBackProgress: async (partition: number, nextOffset: number): Promise<void> => {
      await change(client, db, {
        query:
          'DELETE FROM {db}.progress WHERE partition = {partition: UInt16} AND next_offset > {nextOffset: UInt64}',
        query_params: { partition, nextOffset },
        clickhouse_settings: INSERT_SETTINGS,
      })
    },

    /** The first offset of the partition that `events` may lack; the checkpoint can be ahead after a power cut. */
    nextOffset: async (partition: number): Promise<number> => {
      const [row] = await rows<{ next: number }>(
        `SELECT if(count() = 0, 0, max(log_offset) + 1) AS next FROM ${db}.events WHERE log_partition = {partition: UInt16}`,
        { partition },
      )
      return row?.next ?? 0
    },

    /** Where the partition's log was ten minutes before the newest entry that `events` holds, and when that one came. */
    recentOffset: async (partition: number): Promise<{ offset: number; newest: Date }> => {
      const [row] = await rows<{ recent: number; newest: number }>(
        `SELECT minIf(log_offset, received_at >= newest_at - ${RECENT_S}) AS recent, toUnixTimestamp64Milli(newest_at) AS newest
         FROM ${db}.events, (SELECT max(received_at) AS newest_at FROM ${db}.events WHERE log_partition = {partition: UInt16}) AS last
         WHERE log_partition = {partition: UInt16} GROUP BY newest_at`,
        { partition },
      )
      return { offset: row?.recent ?? 0, newest: new Date(row?.newest ?? 0) }
    },

    /** The buckets of the events that reached the disk within ten minutes of the newest ones; of merged parts, of all. */
    recentBuckets: async (bucket: Bucket): Promise<number[]> => {
      const parts = `system.parts WHERE database = '${db}' AND table = 'events'`
      const found = await rows<{ bucket: number }>(
        `SELECT DISTINCT toUnixTimestamp(${bucketSql(bucket)}) AS bucket FROM ${db}.events WHERE _part NOT IN (
          SELECT name FROM ${parts} AND modification_time < (SELECT max(modification_time) - ${RECENT_S} FROM ${parts} AND active)
        )`,
        {},
      )
      return found.map(row => row.bucket)
    },
  }
}

const slices = (parts: [Rollup, Scope][]): [Rollup, Scope][][] => {
  const most = Math.max(0, ...parts.map(([, { buckets }]) => buckets.length))
  return Array.from({ length: Math.ceil(most / BUCKETS_PER_REFRESH) }, (_, i) =>
    parts
      .map(([rollup, { buckets, sessions }]): [Rollup, Scope] => {
        const from = i * BUCKETS_PER_REFRESH
        return [rollup, { buckets: buckets.slice(from, from + BUCKETS_PER_REFRESH), sessions }]
      })
      .filter(([, { buckets }]) => buckets.length > 0),
  )
}
