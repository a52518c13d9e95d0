/** The projector's writes to ClickHouse. The simulator (`simulation/`) has a model of them. */
import type { ClickHouseClient } from '@clickhouse/client'
import { allEnded } from '@firsttouch/infra/platform/timing'
import { INSERT_SETTINGS } from '@firsttouch/infra/stores/clickhouse'
import { selectRows } from '@firsttouch/infra/stores/rows'
import { clickHouseTime, EVENT_COLUMNS, type EventRow } from '../entries/rows.ts'
import { type Rollup, refreshSql, type Scope } from '../projections/rollup.ts'
import { findKnown, type Known } from './known.ts'

export type Progress = {
  partition: number
  nextOffset: number
  appendedAt: Date
  /** The offset after the partition's last entry that leaves a row in `events`. undefined if the batch leaves none. */
  keptTo?: number | undefined
}

/** The memory of a statement grows with its buckets. */
const BUCKETS_PER_REFRESH = 20_000

type NextVersion = () => string
export type Store = ReturnType<typeof openStore>

export const openStore = (client: ClickHouseClient, db: string, nextVersion: NextVersion = withoutLease) => {
  /** Resolves or rejects only after all statements have ended, so a retry never overlaps them. */
  const refreshAt = async (parts: [Rollup, Scope][], version: string): Promise<void> => {
    for (const some of slices(parts))
      await allEnded(
        some.map(part =>
          client.command({
            query: refreshSql(db, ...part, version),
            clickhouse_settings: INSERT_SETTINGS,
          }),
        ),
      )
  }
  const insert = (table: string, columns: readonly string[], values: unknown[]) =>
    client.insert({
      table: `${db}.${table}`,
      columns: [...columns] as [string, ...string[]],
      values,
      format: 'JSONCompactEachRow',
      // `best_effort` parses the log's times, which are in ISO 8601.
      clickhouse_settings: { ...INSERT_SETTINGS, date_time_input_format: 'best_effort' },
    })

  return {
    insertEvents: async (rows: EventRow[]): Promise<void> => {
      if (rows.length > 0) await insert('events', EVENT_COLUMNS, rows)
    },

    known: (ids: string[]): Promise<Known[]> => findKnown(client, db, ids),

    /** Refreshes the parts in parallel. Returns the version that all their rows get. */
    refresh: async (parts: [Rollup, Scope][]): Promise<string> => {
      const version = nextVersion()
      await refreshAt(parts, version)
      return version
    },

    saveProgress: async (progress: Progress[]): Promise<void> => {
      const { true: whole = [], false: partial = [] } = Object.groupBy(progress, ({ keptTo }) =>
        keptTo === undefined ? 'false' : 'true',
      )
      const before = partial.length > 0 ? await readKeptTo(client, db) : new Map<number, number>()
      const values = [...whole, ...partial].map(({ partition, nextOffset, appendedAt, keptTo }) => [
        partition,
        nextOffset,
        clickHouseTime(appendedAt.toISOString()),
        keptTo ?? before.get(partition) ?? 0,
      ])
      await insert('progress', ['partition', 'next_offset', 'appended_at', 'kept_to'], values)
    },
  }
}

const readKeptTo = async (client: ClickHouseClient, db: string): Promise<Map<number, number>> => {
  const query = `SELECT partition, kept_to AS keptTo FROM ${db}.progress FINAL`
  const rows = await selectRows<{ partition: number; keptTo: number }>(client, query)
  return new Map(rows.map(({ partition, keptTo }) => [partition, Number(keptTo)]))
}

const slices = (parts: [Rollup, Scope][]): [Rollup, Scope][][] => {
  const sizeOf = ({ buckets }: Scope) => (Array.isArray(buckets) ? buckets.length : 1)
  const most = Math.max(0, ...parts.map(([, scope]) => sizeOf(scope)))
  return Array.from({ length: Math.ceil(most / BUCKETS_PER_REFRESH) }, (_, i) => {
    const from = i * BUCKETS_PER_REFRESH
    return parts
      .filter(([, scope]) => sizeOf(scope) > from)
      .map(([rollup, { buckets, ...scope }]): [Rollup, Scope] => {
        const own = Array.isArray(buckets) ? buckets.slice(from, from + BUCKETS_PER_REFRESH) : buckets
        return [rollup, { ...scope, buckets: own }]
      })
  })
}

let last = 0
const YEAR_2026 = Date.UTC(2026)

/** Versions for stores without a leader, as in tests. They are lower than the versions of every epoch. */
export const withoutLease: NextVersion = () => {
  last = Math.max(last + 1, Math.floor((Date.now() - YEAR_2026) / 100))
  return String(last)
}
