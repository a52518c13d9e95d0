/** Queries of a new leader and of a rebuild. The simulator (`simulation/`) has a model of them. */
import type { ClickHouseClient } from '@clickhouse/client'
import { pause } from '@firsttouch/infra/platform/timing'
import { INSERT_SETTINGS } from '@firsttouch/infra/stores/clickhouse'
import { selectRows } from '@firsttouch/infra/stores/rows'
import { type Bucket, bucketSql, type Span } from '../projections/rollup.ts'

/** Seconds. A power cut may lose writes that are younger than this. */
const RECENT_S = 600
/** ClickHouse needs about 300 bytes of memory per event and per replaced row. */
const EVENTS_PER_STATEMENT = 500_000
const HOUR_S = 3_600
const LOOK_EVERY_MS = 100
const OF_PARTITION = 'WHERE log_partition = {partition: UInt16}'

export type Questions = ReturnType<typeof openQuestions>

export const openQuestions = (clickhouse: ClickHouseClient, db: string) => {
  const ask = <Row>(query: string, params?: Record<string, unknown>) =>
    selectRows<Row>(clickhouse, query, params)

  return {
    highestEpoch: async (): Promise<number> => {
      const [row] = await ask<{ epoch: number | string }>(`SELECT max(epoch) AS epoch FROM ${db}.leaders`)
      return Number(row?.epoch ?? 0)
    },

    /** Kills all running writes. At the time of a call, they come only from a former leader or a broken connection. */
    endWrites: async (signal: AbortSignal = new AbortController().signal): Promise<void> => {
      // Match the statement's text, because the embedded engine chooses query ids itself.
      const running = `match(query, '^\\\\s*(INSERT INTO|DELETE FROM) ${db}\\\\.')`
      while (!signal.aborted) {
        const left = await ask(`SELECT 1 FROM system.processes WHERE ${running} LIMIT 1`)
        if (left.length === 0) return
        await clickhouse.command({ query: `KILL QUERY WHERE ${running} ASYNC` })
        await pause(LOOK_EVERY_MS, signal)
      }
    },

    /** Returns the offset after the last entry in `events`, for each partition. */
    held: async (): Promise<{ partition: number; next: number }[]> => {
      const found = await ask<{ partition: number; next: number | string }>(
        `SELECT log_partition AS partition, max(log_offset) + 1 AS next FROM ${db}.events GROUP BY partition`,
      )
      return found.map(({ partition, next }) => ({ partition, next: Number(next) }))
    },

    /** Returns the offset after the partition's last entry in `events`, or 0 without entries. */
    nextOffset: async (partition: number): Promise<number> => {
      const query = `SELECT if(count() = 0, 0, max(log_offset) + 1) AS next FROM ${db}.events ${OF_PARTITION}`
      const [row] = await ask<{ next: number | string }>(query, { partition })
      return Number(row?.next ?? 0)
    },

    readProgress: async (partition: number): Promise<{ next: number; keptTo: number }> => {
      const [row] = await ask<{ next: number | string; keptTo: number | string }>(
        `SELECT next_offset AS next, kept_to AS keptTo FROM ${db}.progress FINAL WHERE partition = {partition: UInt16}`,
        { partition },
      )
      return { next: Number(row?.next ?? 0), keptTo: Number(row?.keptTo ?? 0) }
    },

    /** Returns the time of the newest entry in `events` and the first offset of the ten minutes up to this time. */
    recentOffset: async (partition: number): Promise<{ offset: number; newest: Date }> => {
      const [row] = await ask<{ recent: number | string; newest: number | string }>(
        `SELECT minIf(log_offset, received_at >= newest_at - ${RECENT_S}) AS recent, toUnixTimestamp64Milli(newest_at) AS newest
         FROM ${db}.events, (SELECT max(received_at) AS newest_at FROM ${db}.events ${OF_PARTITION}) AS last
         ${OF_PARTITION} GROUP BY newest_at`,
        { partition },
      )
      return { offset: Number(row?.recent ?? 0), newest: new Date(Number(row?.newest ?? 0)) }
    },

    /** Deletes progress beyond `nextOffset`, because the tables lost rows after this offset. */
    takeBackProgress: async (partition: number, nextOffset: number): Promise<void> => {
      await clickhouse.command({
        query: `DELETE FROM ${db}.progress WHERE partition = {partition: UInt16} AND next_offset > {nextOffset: UInt64}`,
        query_params: { partition, nextOffset },
        clickhouse_settings: INSERT_SETTINGS,
      })
    },

    /** Returns the buckets in the parts of `events` that were written at most ten minutes before the newest part. */
    recentBuckets: async (bucket: Bucket): Promise<number[]> => {
      const parts = `system.parts WHERE database = '${db}' AND table = 'events'`
      const found = await ask<{ bucket: number }>(
        `SELECT DISTINCT toUnixTimestamp(${bucketSql(bucket)}) AS bucket FROM ${db}.events WHERE _part NOT IN (
          SELECT name FROM ${parts} AND modification_time < (SELECT max(modification_time) - ${RECENT_S} FROM ${parts} AND active)
        )`,
      )
      return found.map(row => row.bucket)
    },

    /** Each span has about `EVENTS_PER_STATEMENT` events. It covers whole hours, so no quarter-hour is split. */
    spansOf: async (column: 'minute' | 'session_minute'): Promise<Span[]> => {
      const spans: Span[] = []
      let left = 0
      const hours = await ask<{ hour: number; events: number | string }>(
        `SELECT toUnixTimestamp(toStartOfHour(${column})) AS hour, count() AS events FROM ${db}.events GROUP BY hour ORDER BY hour`,
      )
      for (const { hour, events } of hours) {
        const last = spans.at(-1)
        if (last && left >= Number(events)) last.to = hour + HOUR_S
        else {
          spans.push({ from: hour, to: hour + HOUR_S })
          left = EVENTS_PER_STATEMENT
        }
        left -= Number(events)
      }
      return spans
    },
  }
}
