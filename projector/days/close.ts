/** Closes days that are over, so that what is asked of all campaigns reads a row for a campaign's day. */
import type { ClickHouseClient } from '@clickhouse/client'
import type { Log } from '@firsttouch/infra/log/log'
import { reachesEnd } from '@firsttouch/infra/log/reaches-end'
import { HOUR_MS, MINUTE_MS, repeat } from '@firsttouch/infra/platform/timing'
import { inTransaction } from '@firsttouch/infra/stores/holding'
import { groupOf } from '@firsttouch/infra/stores/read-models'
import type { Sql } from 'postgres'
import { lockOutBatches } from '../pipeline/checkpoint.ts'
import { closedDays, markDays, openDays } from '../pipeline/closed-days.ts'
import { openStore } from '../pipeline/store.ts'
import { type DaySums, daySums } from '../projections/days.ts'
import { versionsFrom } from '../projections/versions.ts'

type CloseDeps = { clickhouse: ClickHouseClient; sql: Sql; db: string; signal: AbortSignal; timeZone: string }
type RunDeps = CloseDeps & { log: Pick<Log, 'positions'>; onError: (error: unknown) => void }

const EVERY_MS = 5 * MINUTE_MS
/** So few at a time keep batches waiting for milliseconds. */
const AT_ONCE = 7

export const runClosing = async (deps: RunDeps): Promise<void> => {
  await repeat({ ...deps, everyMs: EVERY_MS }, async () => {
    if (await reachesEnd(deps.log, groupOf(deps.db), deps.signal)) await closeDays(deps, Date.now())
  })
}

/** Those that ended more than an hour before `now`, each once: late events are fewer by then, and clocks differ. Tells how many. */
export const closeDays = async (deps: CloseDeps, now: number): Promise<number> => {
  const { clickhouse, db, signal, timeZone: zone } = deps
  let closed = 0
  for (const sums of daySums(zone)) {
    const due = await openDays(clickhouse, db, sums, { zone, until: (now - HOUR_MS) / 1000 })
    for (let from = 0; from < due.length && !signal.aborted; from += AT_ONCE)
      closed += await closeSome(deps, sums, due.slice(from, from + AT_ONCE))
  }
  return closed
}

const closeSome = (
  { clickhouse, sql, db, timeZone: zone }: CloseDeps,
  sums: DaySums,
  due: number[],
): Promise<number> =>
  inTransaction(sql, async tx => {
    await lockOutBatches(tx, groupOf(db))
    const closed = await closedDays(clickhouse, db, sums, zone)
    const days = due.filter(day => !closed.has(day))
    if (days.length === 0) return 0
    const nextVersion = versionsFrom(tx)
    // From here on whoever refreshes these days opens them, also if this process stalls and comes back.
    await markDays(clickhouse, db, sums, days, { zone, version: await nextVersion(), gone: 1 })
    await openStore(clickhouse, db).refresh(sums, days, nextVersion)
    // This version comes from the transaction, and so proves that batches were locked out until now.
    await markDays(clickhouse, db, sums, days, { zone, version: await nextVersion(), gone: 0 })
    return days.length
  })
