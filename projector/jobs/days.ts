/** Writes the sums of a whole day an hour after its end. A later refresh of its quarter-hours writes the day again. */
import type { ClickHouseClient } from '@clickhouse/client'
import { HOUR_MS, MINUTE_MS, repeat } from '@firsttouch/infra/platform/timing'
import { INSERT_SETTINGS } from '@firsttouch/infra/stores/clickhouse'
import { selectRows } from '@firsttouch/infra/stores/rows'
import { type DaySums, daySums } from '../projections/days.ts'
import { bucketOfMinute, fencedSql, type Rollup, type Scope } from '../projections/rollup.ts'
import type { Store } from '../steps/store.ts'
import type { Turn } from './turn.ts'

const DAY_S = 86_400
/** The first day that is written. Earlier times belong to sessions whose ids contain no valid time. */
const FIRST = Date.parse('2020-01-01T00:00:00Z') / 1000
const EVERY_MS = 5 * MINUTE_MS
/** Days per turn. Batches wait for the turn to end, so a turn must take only milliseconds. */
const AT_ONCE = 7

type DaysDeps = {
  clickhouse: ClickHouseClient
  db: string
  store: Pick<Store, 'refresh'>
  /** Time zone of the days in reports. */
  timeZone: string
  /** The leader's epoch. Absent in tests. */
  epoch?: number
  /** True if this leader recomputes all quarter-hours (`generations/fill.ts`). All days must then be written again. */
  isFilling?: boolean | undefined
}

/** `until` is the end of the written days. `oldest` returns the first day with data. Both are in s since 1970. */
type WrittenDays = {
  read: () => Promise<{ zone: string; until: number } | undefined>
  save: (until: number) => Promise<unknown>
  oldest: () => Promise<number | undefined>
}

export const openDays = ({ clickhouse, db, store, timeZone, epoch = 0, isFilling }: DaysDeps) => {
  const sums = daySums(timeZone)
  const save = (until: number) =>
    clickhouse.command({
      query: `INSERT INTO ${db}.written_days (first, until, zone) SELECT ${FIRST}, ${until}, '${timeZone}' WHERE ${fencedSql(db, epoch)}`,
      clickhouse_settings: INSERT_SETTINGS,
    })
  const read = async () => {
    const [found] = await selectRows<{ zone: string; until: number }>(
      clickhouse,
      `SELECT zone, toUnixTimestamp(until) AS until FROM ${db}.written_days FINAL`,
    )
    return found
  }

  const oldest = async (): Promise<number | undefined> => {
    const days = await Promise.all(
      sums.map(({ of }: { of: Rollup }) =>
        selectRows<{ day: number }>(
          clickhouse,
          `SELECT toUnixTimestamp(toStartOfDay(min(${of.bucket}))) AS day FROM ${db}.${of.table}
           WHERE ${of.bucket} >= toDateTime(${FIRST}, 'UTC') HAVING count() > 0`,
        ),
      ),
    )
    const found = days.flat().map(({ day }) => day)
    return found.length > 0 ? Math.min(...found) : undefined
  }
  return openDaysWith({ read, save, oldest }, { sums, store, timeZone, isFilling })
}

type DaysPorts = Pick<DaysDeps, 'store' | 'timeZone' | 'isFilling'> & { sums: DaySums[] }

export const openDaysWith = async (
  { read, save, oldest }: WrittenDays,
  { sums, store, timeZone, isFilling = false }: DaysPorts,
) => {
  const found = await read()
  const isAsFound = found?.zone === timeZone && !isFilling
  let until = isAsFound ? found.until : FIRST
  if (found && !isAsFound) await save(FIRST)

  // Must run in one turn. Otherwise a batch could insert an event of an earlier day between `oldest` and `save`.
  const writeSome = async (end: number): Promise<number> => {
    const first = await oldest()
    if (first === undefined || first >= end) return 0
    const from = Math.max(until, first)
    const next = Math.min(end, from + AT_ONCE * DAY_S)
    const buckets = Array.from({ length: (next - from) / DAY_S }, (_, i) => from + i * DAY_S)
    await store.refresh(sums.map(rollup => [rollup, { buckets }]))
    await save(next)
    until = next
    return buckets.length
  }

  return {
    sums,
    /** `day` is the start of the day in UTC, in seconds since 1970. */
    isWritten: (day: number): boolean => day >= FIRST && day < until,

    /** `now` is in milliseconds. Omits days that ended less than an hour ago. Returns the number of written days. */
    writeOver: async (now: number, turn: Turn, signal?: AbortSignal): Promise<number> => {
      const end = Math.floor((now - HOUR_MS) / 1000 / DAY_S) * DAY_S
      let written = 0
      while (until < end && !signal?.aborted) {
        const some = await turn(() => writeSome(end))
        if (some === 0) break
        written += some
      }
      return written
    },
  }
}

type Days = { sums: DaySums[]; isWritten: (day: number) => boolean }

/** Wraps a store so that a refresh of quarter-hours also refreshes the written days that contain them. */
export const withDays = <S extends Pick<Store, 'refresh'>>(store: S, { sums, isWritten }: Days): S => ({
  ...store,
  refresh: async parts => {
    const version = await store.refresh(parts)
    const daysOf = new Map(parts.map(([{ table }, { buckets }]) => [table, buckets]))
    const days = sums.flatMap((rollup): [Rollup, Scope][] => {
      const touched = daysOf.get(rollup.of.table)
      if (!Array.isArray(touched)) return []
      const all = new Set(touched.map(bucket => bucketOfMinute(rollup.bucket, bucket)))
      const buckets = [...all].filter(isWritten)
      return buckets.length > 0 ? [[rollup, { buckets }]] : []
    })
    if (days.length > 0) await store.refresh(days)
    return version
  },
})

type RunDeps = {
  days: Awaited<ReturnType<typeof openDays>>
  turn: Turn
  signal: AbortSignal
  onError: (error: unknown) => void
}

export const runDays = ({ days, turn, signal, onError }: RunDeps): Promise<void> =>
  repeat({ signal, onError, everyMs: EVERY_MS }, async () => {
    await days.writeOver(Date.now(), turn, signal)
  })
