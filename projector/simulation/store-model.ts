/** Model of ClickHouse for the projector: `events`, the read models, `progress`, `leaders` and `written_days`. */
import { allEnded } from '@firsttouch/infra/platform/timing'
import { EntryRow } from '../entries/entry-row.ts'
import { cellsOf, EVENT_COLUMNS, type EventRow } from '../entries/rows.ts'
import { epochOf } from '../lease.ts'
import type { Aliases } from '../privacy/erasures.ts'
import { sessionHash } from '../privacy/erasures.ts'
import { ROLLUPS } from '../projections/index.ts'
import {
  bucketAt,
  bucketOfMinute,
  isBySession,
  minuteFor,
  type Rollup,
  type Scope,
  type Span,
} from '../projections/rollup.ts'
import { inOrder } from '../steps/duplicates.ts'
import type { Known } from '../steps/known.ts'
import type { Progress, Store } from '../steps/store.ts'
import { bucketIn, definitionOf, type Row, sourceOf, TABLES, timeIn } from './tables.ts'
import type { Process, World } from './world.ts'

/** `modifiedAt`: time of a mutation, such as an erasure. */
type Stored<T> = { row: T; writtenAt: number; modifiedAt?: number }
type Version = Row & { version: number; gone: boolean }

export type Tables = ReturnType<typeof openTables>

/** The tables on disk, which survive a crash of a process. `now`: ms since 1970. */
export const openTables = (now: () => number) => {
  /** Rows by id in arrival order. An id has several rows until a merge. */
  const events = new Map<string, Stored<EntryRow>[]>()
  const rollups = new Map<string, Map<number, Map<string, Stored<Version>[]>>>(
    TABLES.map(({ table }) => [table, new Map()]),
  )
  let progress: Stored<{ partition: number; next: number; keptTo: number }>[] = []
  const leaders: number[] = []
  const days: { zone: string; until: number }[] = []
  /** Sessions whose events a former leader inserted after the takeover. It can do so, because inserts have no fence. */
  const lateSessions = new Set<string>()

  const winner = (rows: Stored<EntryRow>[]): EntryRow =>
    rows.reduce((best, one) => (inOrder(one.row, best.row) <= 0 ? one : best)).row
  const allEvents = () => [...events.values()].flat()
  const finalEvents = () => [...events.values()].map(winner)
  const bucketsOf = (table: string) => rollups.get(table) as Map<number, Map<string, Stored<Version>[]>>
  const last = (versions: Stored<Version>[]) =>
    versions.reduce((best, one) => (one.row.version >= best.row.version ? one : best)).row
  const finalRows = (table: string): Version[] =>
    [...bucketsOf(table).values()].flatMap(keys => [...keys.values()].map(last)).filter(({ gone }) => !gone)
  const physicalRows = (table: string) =>
    [...bucketsOf(table).values()].flatMap(keys => [...keys.values()].flat())
  const keep = (table: string, isKept: (stored: Stored<Version>) => boolean) => {
    for (const [, keys] of bucketsOf(table))
      for (const [key, versions] of keys) {
        const kept = versions.filter(isKept)
        if (kept.length > 0) keys.set(key, kept)
        else keys.delete(key)
      }
  }
  const currentProgress = (partition: number) =>
    progress
      .filter(({ row }) => row.partition === partition)
      .reduce<{ next: number; keptTo: number }>((best, { row }) => (row.next >= best.next ? row : best), {
        next: 0,
        keptTo: 0,
      })

  const isIn = (buckets: number[] | Span, bucket: number, time: number) =>
    Array.isArray(buckets) ? buckets.includes(bucket) : time >= buckets.from && time < buckets.to

  return {
    ...{ finalEvents, finalRows, physicalRows, allEvents, currentProgress, leaders, days, lateSessions },

    insertEvents: (rows: EventRow[]): void => {
      for (const row of rows) {
        const event = entryRowOf(row)
        events.set(event.id, [...(events.get(event.id) ?? []), { row: event, writtenAt: now() }])
      }
    },
    known: (ids: string[]): Known[] =>
      [...new Set(ids)].flatMap(id =>
        (events.get(id) ?? []).map(({ row }) => {
          const { type, minute, sessionMinute, content, partition, offset, index } = row
          return { id, type, minute, sessionMinute, content, partition, offset, index }
        }),
      ),
    merge: (): void => {
      for (const [id, rows] of events)
        events.set(id, [
          { row: winner(rows), writtenAt: Math.min(...rows.map(({ writtenAt }) => writtenAt)) },
        ])
    },

    /** Rows that a refresh writes: the source's current rows, and `gone` rows for keys that it no longer has. */
    refreshed: (rollup: Rollup, scope: Scope): (Row & { gone: boolean })[] => {
      const { source, rows } = definitionOf(rollup)
      const { sessions } = scope
      const isOfSession = (row: Row) => !sessions || !isBySession(rollup) || sessions.has(row.session)
      const all = source === 'events' ? finalEvents().map(sourceOf) : finalRows(source)
      const touched = all.filter(
        row => isIn(scope.buckets, bucketIn(rollup, row), timeIn(rollup, row)) && isOfSession(row),
      )
      const fresh = rows(touched, row => bucketIn(rollup, row))
      const keys = new Set(fresh.map(({ bucket, key }) => `${bucket} ${key}`))
      const before = scope.onlyAdds && rollup.keysStay ? [] : physicalRows(rollup.table).map(({ row }) => row)
      const gone = before.filter(
        row =>
          isIn(scope.buckets, row.bucket, row.bucket) &&
          isOfSession(row) &&
          !keys.has(`${row.bucket} ${row.key}`),
      )
      return [
        ...fresh.map(row => ({ ...row, gone: false })),
        ...gone.map(row => ({ ...row, n: 0, says: '', gone: true })),
      ]
    },
    write: (table: string, rows: Version[]): void => {
      for (const row of rows) {
        const keys = bucketsOf(table).get(row.bucket) ?? new Map<string, Stored<Version>[]>()
        bucketsOf(table).set(row.bucket, keys)
        keys.set(row.key, [...(keys.get(row.key) ?? []), { row, writtenAt: now() }])
      }
    },

    saveProgress: (rows: { partition: number; next: number; keptTo: number }[]): void => {
      progress.push(...rows.map(row => ({ row, writtenAt: now() })))
    },
    takeBackProgress: (partition: number, offset: number): void => {
      progress = progress.filter(({ row }) => row.partition !== partition || row.next <= offset)
    },

    readTouched: (aliases: Aliases) => {
      const isErased = ({ session }: { session: string }) => aliases.has(sessionHash(session))
      const named = ROLLUPS.filter(({ erasure }) => erasure === 'session')
      return [
        ...allEvents().flatMap(({ row }) =>
          isErased({ session: row.sessionId })
            ? [{ minute: row.minute, sessionMinute: row.sessionMinute }]
            : [],
        ),
        ...named.flatMap(({ table }) =>
          physicalRows(table).flatMap(({ row }) =>
            isErased(row) ? [{ minute: row.bucket, sessionMinute: row.sessionMinute }] : [],
          ),
        ),
      ]
    },
    redactEvents: (aliases: Aliases): void => {
      for (const stored of allEvents()) {
        const alias = aliases.get(sessionHash(stored.row.sessionId))
        if (alias === undefined) continue
        const cell = cellsOf(stored.row.row)
        const change: Record<string, string> = {
          session: alias,
          user_agent: '',
          network: '',
          referrer: cell('referring_site'),
          page_path: '',
          utm_content: '',
          utm_term: '',
        }
        if (cell('type') === 'ab_test' || cell('type') === 'conversion') change.properties = '{}'
        stored.row = entryRowOf(
          EVENT_COLUMNS.map((name, at) => change[name] ?? (stored.row.row[at] as string)),
        )
        stored.modifiedAt = now()
      }
    },
    deleteOlder: ({ table }: Rollup, { version, buckets }: { version: string; buckets: number[] }): void =>
      keep(table, ({ row }) => !buckets.includes(row.bucket) || row.version >= Number(version)),
    deleteGone: ({ table }: Rollup, { version, buckets }: { version: string; buckets: number[] }): void =>
      keep(table, ({ row }) => !buckets.includes(row.bucket) || !row.gone || row.version > Number(version)),

    /** Each table loses its most recent writes. `leaders`, `written_days` and tables of days are synced immediately and lose nothing. */
    losePower: (since: () => number, losesEvents: boolean): void => {
      const lostFrom = since()
      for (const [id, rows] of events) {
        const kept = rows.filter(({ writtenAt }) => !losesEvents || writtenAt < lostFrom)
        if (kept.length > 0) events.set(id, kept)
        else events.delete(id)
      }
      for (const { table } of ROLLUPS) {
        const from = since()
        keep(table, ({ writtenAt }) => writtenAt < from)
      }
      const from = since()
      progress = progress.filter(({ writtenAt }) => writtenAt < from)
    },
  }
}

const entryRowOf = (row: EventRow): EntryRow => {
  const cell = cellsOf(row)
  const [partition, offset, index] = [
    Number(cell('log_partition')),
    Number(cell('log_offset')),
    Number(cell('log_index')),
  ]
  return new EntryRow(row, { partition, offset, index })
}

/** ClickHouse's error code for an unreadable value. */
class Refused extends Error {
  code = '27'
}
/** The error that `fencedSql` throws. */
class Fenced extends Error {
  code = '395'
}
export const throwIfFenced = ({ leaders }: Tables, epoch: number): void => {
  if (Math.max(0, ...leaders) > epoch) throw new Fenced('Another process leads.')
}

export const REFUSED_PAGE = '/refused'

type Options = {
  epoch: number
  nextVersion: () => string
  /** Simulates a release whose columns cannot hold a certain page. */
  refuses: () => boolean
  versionOf?: (version: string) => number
}

export type StoreModel = Pick<Store, 'known' | 'insertEvents' | 'refresh' | 'saveProgress'>

/** The store for one process: each call becomes a statement that may fail, hang or end late. */
export const openStoreModel = (
  tables: Tables,
  world: Pick<World, 'call'>,
  process: Process,
  options: Options,
): StoreModel => {
  const { epoch, nextVersion, refuses, versionOf = Number } = options
  const fenced = (epoch: number) => throwIfFenced(tables, epoch)
  return {
    known: ids => world.call(process, { write: () => tables.known(ids) }),
    insertEvents: async rows => {
      if (rows.length === 0) return
      await world.call(process, {
        isKillable: true,
        write: () => {
          if (refuses() && rows.some(row => cellsOf(row)('page_path') === REFUSED_PAGE))
            throw new Refused('The value cannot be read.')
          if (Math.max(0, ...tables.leaders) > epoch)
            for (const row of rows) tables.lateSessions.add(cellsOf(row)('session'))
          tables.insertEvents(rows)
        },
      })
    },
    refresh: async parts => {
      const version = nextVersion()
      const statement = ([rollup, scope]: [Rollup, Scope]) =>
        world.call(process, {
          isKillable: true,
          read: () => {
            fenced(epochOf(version))
            return tables.refreshed(rollup, scope)
          },
          write: rows =>
            tables.write(
              rollup.table,
              rows.map(row => ({ ...row, version: versionOf(version) })),
            ),
        })
      await allEnded(parts.map(statement))
      return version
    },
    saveProgress: (progress: Progress[]) =>
      world.call(process, {
        isKillable: true,
        read: () =>
          progress.map(({ partition, nextOffset, keptTo }) => ({
            partition,
            next: nextOffset,
            keptTo: keptTo ?? tables.currentProgress(partition).keptTo,
          })),
        write: tables.saveProgress,
      }),
  }
}

const RECENT_MS = 600_000

/** Answers the queries of `takeover.ts` and `generations/fill.ts`. */
export const questionsTo = (tables: Tables) => ({
  recentBuckets: (bucket: Rollup['bucket']): number[] => {
    const all = tables.allEvents()
    const timeOf = ({ writtenAt, modifiedAt = writtenAt }: { writtenAt: number; modifiedAt?: number }) =>
      modifiedAt
    const newest = Math.max(...all.map(timeOf))
    return [
      ...new Set(
        all.filter(one => timeOf(one) >= newest - RECENT_MS).map(({ row }) => bucketAt(bucket, row)),
      ),
    ]
  },
  held: () =>
    [...Map.groupBy(tables.allEvents(), ({ row }) => row.partition)].map(([partition, own]) => ({
      partition,
      next: Math.max(...own.map(({ row }) => row.offset)) + 1,
    })),
  nextOffset: (partition: number): number =>
    1 +
    Math.max(
      -1,
      ...tables.allEvents().flatMap(({ row }) => (row.partition === partition ? [row.offset] : [])),
    ),
  recentOffset: (partition: number) => {
    const received = tables
      .allEvents()
      .filter(({ row }) => row.partition === partition)
      .map(({ row }) => ({ offset: row.offset, at: Date.parse(cellsOf(row.row)('received_at')) }))
    const newest = Math.max(0, ...received.map(({ at }) => at))
    const recent = received.filter(({ at }) => at >= newest - RECENT_MS)
    return {
      offset: recent.length > 0 ? Math.min(...recent.map(({ offset }) => offset)) : 0,
      newest: new Date(newest),
    }
  },
  oldestDay: (): number | undefined => {
    const buckets = ['event_sums', 'session_sums'].flatMap(table =>
      tables.physicalRows(table).map(({ row }) => row.bucket),
    )
    return buckets.length > 0 ? bucketOfMinute('day', Math.min(...buckets)) : undefined
  },
  spansOf: (column: 'minute' | 'session_minute'): Span[] => {
    const minutes = tables.allEvents().map(({ row }) => row[minuteFor(column)])
    return [...new Set(minutes.map(minute => Math.floor(minute / 3_600) * 3_600))].map(from => ({
      from,
      to: from + 3_600,
    }))
  },
})
