/** Reports ids that the log has and ClickHouse lacks, and refreshes roll-up buckets that differ from their source. */

import type { ClickHouseClient } from '@clickhouse/client'
import type { Log } from '@firsttouch/infra/log/log'
import { offsetsAt } from '@firsttouch/infra/log/offsets-at'
import { reachesEnd } from '@firsttouch/infra/log/reaches-end'
import { DAY_MS, HOUR_MS, pause, repeat } from '@firsttouch/infra/platform/timing'
import { groupOf } from '@firsttouch/infra/stores/read-models'
import { selectRows } from '@firsttouch/infra/stores/rows'
import type { Sql } from 'postgres'
import type { Turn } from '../jobs/turn.ts'
import { ROLLUPS } from '../projections/index.ts'
import { bucketSql, differingSql, type Rollup } from '../projections/rollup.ts'
import { type Offsets, readOffsets } from '../steps/commit.ts'
import { placeOf } from '../steps/dead-letters.ts'
import type { Store } from '../steps/store.ts'
import { idsOf, type LoggedId, missingFrom, readRange } from './log-ids.ts'
import type { AccountingMetrics } from './metrics.ts'

type ReconcileDeps = {
  log: Pick<Log, 'consume' | 'positions' | 'timesAt'>
  clickhouse: ClickHouseClient
  sql: Sql
  db: string
  store: Pick<Store, 'refresh'>
  turn: Turn
  signal: AbortSignal
  onError: (error: unknown) => void
  metrics?: Pick<AccountingMetrics, 'repaired'> | undefined
}
export type Difference = { hour: string; type: string; difference: number }
type Reconciliation = { hours: number; differences: Difference[]; repairedBuckets: number }

/** Hours of the log that most comparisons read. A few are enough, because a power cut loses only recent data. */
const RECENT_HOURS = 3
const HOURS = 49

/** Milliseconds before the first comparison, so that start-up work and a rebuild's parity report can finish. */
const FIRST_AFTER_MS = 60_000

/** Compares after the start and then hourly, until the signal aborts. Only the leader of a generation runs it. */
export const runReconcile = async (deps: ReconcileDeps, firstAfterMs = FIRST_AFTER_MS): Promise<void> => {
  const { signal, onError } = deps
  await untilCaughtUp(deps).catch(onError)
  await pause(firstAfterMs, signal)
  let isWhole = true
  await repeat({ signal, onError, everyMs: HOUR_MS }, async () => {
    await untilCaughtUp(deps)
    await reconcile(deps, new Date(), { isWhole })
    isWhole = false
  })
}

/** Waits until the projector has caught up, for an hour at most. */
const untilCaughtUp = ({ log, db, signal }: ReconcileDeps): Promise<boolean> =>
  reachesEnd(log, groupOf(db), AbortSignal.any([signal, AbortSignal.timeout(HOUR_MS)]))

/**
 * Compares the log with ClickHouse once and stores the result for the API. The first comparison reads the whole log.
 * Later comparisons read the last `RECENT_HOURS`. Once a day, after a comparison with differences, or if `isWhole` is
 * set, a comparison reads at least the last `HOURS`. An id counts as missing only if it is still missing after
 * `recheckMs`.
 */
export const reconcile = async (
  deps: ReconcileDeps,
  now: Date,
  { recheckMs = 3_000, isWhole = false } = {},
): Promise<Reconciliation> => {
  const { clickhouse, sql, db, signal, metrics } = deps
  const repairedBuckets = await repairRollups(deps, now)
  if (signal.aborted) return { hours: HOURS, differences: [], repairedBuckets }
  const group = groupOf(db)
  const last = await lastComparison(sql, group)
  const whole = isWhole || !last || last.differing || last.wholeAt.getTime() <= now.getTime() - DAY_MS
  const until = await readOffsets(sql, group)
  const from = last ? await offsetsAt(deps.log, group, startOf(whole, last.wholeAt, now)) : new Map()
  let missing = await findMissing(deps, { from, until })
  if (missing.length > 0) {
    await pause(recheckMs, signal)
    missing = await missingFrom(clickhouse, db, missing)
  }
  const result = { hours: HOURS, differences: differencesOf(missing), repairedBuckets }
  if (signal.aborted) return result
  await save(sql, group, { ...result, checkedAt: now, wholeAt: whole ? now : last.wholeAt })
  metrics?.repaired.inc(repairedBuckets)
  return result
}

/** A whole comparison reads at least `HOURS`. It overlaps the previous whole comparison by `RECENT_HOURS` or more. */
const startOf = (isWhole: boolean, wholeAt: Date, now: Date): Date => {
  const before = (at: Date, hours: number) => at.getTime() - hours * HOUR_MS
  return new Date(
    isWhole ? Math.min(before(now, HOURS), before(wholeAt, RECENT_HOURS)) : before(now, RECENT_HOURS),
  )
}

/** Returns undefined before the first comparison. */
const lastComparison = async (sql: Sql, group: string) => {
  const [row] = await sql<{ wholeAt: Date; differing: boolean }[]>`
    SELECT whole_at AS "wholeAt", differences <> '[]' AS differing FROM reconciliations WHERE consumer_group = ${group}`
  return row
}

/** The search stops after it has found more missing ids than this. */
const MAX_MISSING = 100_000

const findMissing = async (deps: ReconcileDeps, range: { from: Offsets; until: Offsets }) => {
  const { clickhouse, sql, db } = deps
  const rows = await sql<{ partition: number; offset: string }[]>`
    SELECT partition, "offset" FROM dead_letters WHERE consumer_group = ${groupOf(db)} AND replayed_at IS NULL`
  const setAside = new Set(rows.map(placeOf))
  const missing: LoggedId[] = []
  await readRange(deps, range, async records => {
    if (missing.length > MAX_MISSING) return
    const projected = records.filter(record => !setAside.has(placeOf(record)))
    missing.push(...(await missingFrom(clickhouse, db, projected.flatMap(idsOf))))
  })
  return missing
}

const differencesOf = (missing: LoggedId[]): Difference[] =>
  [...Map.groupBy(missing, ({ hour, type }) => `${hour} ${type}`)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, [first, ...more]]) =>
      first ? [{ hour: first.hour, type: first.type, difference: 1 + more.length }] : [],
    )

const save = (
  sql: Sql,
  group: string,
  {
    hours,
    differences,
    repairedBuckets,
    checkedAt,
    wholeAt,
  }: Reconciliation & Record<'checkedAt' | 'wholeAt', Date>,
) => sql`
  INSERT INTO reconciliations ${sql({
    consumer_group: group,
    checked_at: checkedAt,
    whole_at: wholeAt,
    hours,
    differences: sql.json(differences),
    repaired_buckets: repairedBuckets,
  })}
  ON CONFLICT (consumer_group) DO UPDATE SET checked_at = EXCLUDED.checked_at, whole_at = EXCLUDED.whole_at, hours = EXCLUDED.hours,
    differences = EXCLUDED.differences, repaired_buckets = reconciliations.repaired_buckets + EXCLUDED.repaired_buckets`

/** Refreshes buckets that have recent events and differ from their source. Returns the number of refreshed buckets. */
const repairRollups = async (deps: ReconcileDeps, now: Date): Promise<number> => {
  let repaired = 0
  for (const rollup of ROLLUPS) {
    if (deps.signal.aborted) return repaired
    const since = new Date(now.getTime() - RECENT_HOURS * HOUR_MS)
    for (const some of await touchedBuckets(deps, rollup, since)) {
      if (deps.signal.aborted) return repaired
      repaired += await deps.turn(async () => {
        const buckets = await differing(deps, rollup, some)
        if (buckets.length > 0) await deps.store.refresh([[rollup, { buckets }]])
        return buckets.length
      })
    }
  }
  return repaired
}

/** Upper bounds of one turn. Batches wait for the turn to end, so a turn must take only milliseconds. */
const AT_ONCE = { buckets: 20, events: 50_000 }

const touchedBuckets = async ({ clickhouse, db }: ReconcileDeps, { bucket }: Rollup, since: Date) => {
  const rows = await selectRows<{ buckets: number[] }>(
    clickhouse,
    `
      SELECT groupArray(bucket) AS buckets
      FROM (
        SELECT bucket, intDiv(row_number() OVER (ORDER BY bucket) - 1, ${AT_ONCE.buckets}) AS by_number,
          intDiv(sum(events) OVER (ORDER BY bucket), ${AT_ONCE.events}) AS by_events
        FROM (
          SELECT toUnixTimestamp(${bucketSql(bucket)}) AS bucket, count() AS events FROM ${db}.events
          WHERE received_at >= toDateTime64({since: UInt32}, 3, 'UTC') GROUP BY bucket
        )
      )
      GROUP BY by_number, by_events ORDER BY min(bucket)`,
    { since: Math.floor(since.getTime() / 1000) },
  )
  return rows.map(({ buckets }) => buckets)
}

const differing = async ({ clickhouse, db }: ReconcileDeps, rollup: Rollup, buckets: number[]) => {
  const rows = await selectRows<{ bucket: number }>(clickhouse, differingSql(db, rollup, buckets))
  return rows.map(({ bucket }) => bucket)
}
