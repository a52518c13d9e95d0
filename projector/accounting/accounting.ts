/**
 * accepted = projected + dead letters + in flight, and projected = unique human + unique bot + duplicates, for each type of
 * event. The numbers have different sources, so that they only agree when nothing was lost or counted twice on the way:
 * - accepted: what each entry says by itself as the log hands it over; what is passed over shows in the offsets, which have no gaps
 * - projected: the events that became rows; duplicates: those whose id the store held before; dead letters: their table
 * - unique human and bot: the roll-ups that the dashboard reads
 * - in flight: the end of the log, read by a consumer group of its own
 *
 * All but the last two move in a batch's transaction (`pipeline/checkpoint.ts`). A lock keeps batches out for the milliseconds of
 * a comparison. A batch that died half-way leaves more in the store; until it is done again, the last snapshot stays.
 * One id in two partitions counts once whoever projects them, and when: `pipeline/shared-ids/`.
 */

import type { ClickHouseClient } from '@clickhouse/client'
import type { Log } from '@firsttouch/infra/log/log'
import type { ProjectorMetrics } from '@firsttouch/infra/platform/metrics'
import { allEnded, pause, repeat } from '@firsttouch/infra/platform/timing'
import { inTransaction } from '@firsttouch/infra/stores/holding'
import { LOCKS } from '@firsttouch/infra/stores/locks'
import { groupOf } from '@firsttouch/infra/stores/read-models'
import type { ISql, Sql } from 'postgres'
import { readOffsets } from '../pipeline/counted.ts'
import { type Balance, balanceOf, holdsMore, reasonOf, type Snapshot } from './balance.ts'
import { openInFlight } from './in-flight.ts'
import { runReconcile } from './reconcile.ts'
import { isLeftHalfDone, readSnapshot } from './snapshot.ts'

type AccountingDeps = {
  log: Pick<Log, 'consume' | 'positions' | 'timesAt'>
  clickhouse: { client(): ClickHouseClient }
  sql: Sql
  db: string
  signal: AbortSignal
  onError: (error: unknown) => void
  metrics?: Pick<ProjectorMetrics, 'repaired'> | undefined
  pace?: Pace
}

const PACE = {
  lookEveryMs: 250,
  snapshotEveryMs: 1_000,
  /** Of the time, how much batches may be kept waiting: one part in so many. */
  heldOneIn: 20,
  tryAgainMs: 2_000,
}
type Pace = typeof PACE

/** One process keeps the accounting of a group; the others wait to take over. */
export const runAccounting = (deps: AccountingDeps): Promise<void> => {
  const { sql, db, signal, pace = PACE } = deps
  const onError = (error: unknown) => {
    if (!signal.aborted) deps.onError(error)
  }
  return repeat({ signal, onError, everyMs: pace.tryAgainMs }, async () => {
    await inTransaction(sql, async tx => {
      // Nothing else happens in this transaction: it holds the lock as long as the connection lives.
      const [row] = await tx<{ ours: boolean }[]>`
        SELECT pg_try_advisory_xact_lock(${LOCKS.accounting}, hashtext(${groupOf(db)})) AS ours`
      if (row?.ours) await account({ ...deps, pace }, async () => void (await tx`SELECT 1`))
    })
  })
}

type Paced = AccountingDeps & { pace: Pace }

const account = async (deps: Paced, assertOurs: () => Promise<void>): Promise<void> => {
  const { log, sql, db, onError, pace } = deps
  const group = groupOf(db)
  const stop = new AbortController()
  const signal = AbortSignal.any([stop.signal, deps.signal])
  const snapshot = await lastSnapshot(sql, group)
  const projected = snapshot ? new Map(snapshot.offsets) : await readOffsets(sql, group)
  const inFlight = openInFlight(projected, signal)
  const look = openLook({ ...deps, clickhouse: deps.clickhouse.client(), group, inFlight, snapshot })
  const looking = async () => {
    while (!signal.aborted) {
      await assertOurs()
      await look()
      await pause(pace.lookEveryMs, signal)
    }
  }
  const reading = log.consume(`accounting-${db}`, inFlight.take, {
    signal,
    onError,
    startAt: async partition => inFlight.nextOf(partition),
  })
  const reconciling = runReconcile({ ...deps, clickhouse: deps.clickhouse.client(), signal })
  const all = [looking(), reading, reconciling].map(work => work.finally(() => stop.abort()))
  await allEnded(all)
}

/** Without anything new, so that what a store lost or gained by itself shows. */
const SNAPSHOT_AT_LEAST_EVERY_MS = 60_000
const SAY_AGAIN_AFTER_MS = 5_000

type LookDeps = Omit<Paced, 'clickhouse'> & {
  clickhouse: ClickHouseClient
  group: string
  inFlight: ReturnType<typeof openInFlight>
  snapshot: Snapshot | null
}

const openLook = (deps: LookDeps) => {
  const { sql, group, inFlight, onError, pace } = deps
  let { snapshot } = deps
  let seen = ''
  let dueAt = 0
  let said: { balance: Balance; at: number } | null = null

  const take = async (): Promise<void> => {
    const counted = await countedUntil(sql, group)
    const age = snapshot ? Date.now() - Date.parse(snapshot.at) : Number.POSITIVE_INFINITY
    const unbalanced = said !== null && reasonOf(said.balance) !== null
    if (counted === seen && age < SNAPSHOT_AT_LEAST_EVERY_MS && !unbalanced) return
    if (Date.now() < dueAt) return
    dueAt = Date.now() + pace.tryAgainMs
    const read = await readSnapshot(deps)
    if (!read) return
    dueAt = Date.now() + Math.max(pace.snapshotEveryMs, read.heldMs * pace.heldOneIn)
    if (holdsMore(balanceOf(read.snapshot, inFlight.read())) && (await isLeftHalfDone(deps, read.snapshot)))
      return
    seen = counted
    snapshot = read.snapshot
    inFlight.pass(new Map(snapshot.offsets))
  }

  const say = async (on: Snapshot): Promise<void> => {
    const balance = balanceOf(on, inFlight.read())
    if (said && saysTheSame(said.balance, balance) && Date.now() - said.at < SAY_AGAIN_AFTER_MS) return
    const reason = reasonOf(balance)
    if (reason && (!said || reason !== reasonOf(said.balance))) onError(new Error(reason))
    await save(sql, group, on, balance)
    said = { balance, at: Date.now() }
  }

  return async (): Promise<void> => {
    await take().catch(onError)
    if (snapshot) await say(snapshot)
  }
}

const countedUntil = async (sql: ISql, group: string): Promise<string> => {
  const [row] = await sql<{ counted: string }[]>`
    SELECT concat_ws(' ',
      (SELECT sum(next_offset) FROM checkpoints WHERE consumer_group = ${group}),
      (SELECT sum(projected) FROM event_counts WHERE consumer_group = ${group})
    ) AS counted`
  return row?.counted ?? ''
}

const lastSnapshot = async (sql: ISql, group: string): Promise<Snapshot | null> => {
  const [row] = await sql<{ snapshot: Snapshot | null }[]>`
    SELECT snapshot FROM accounting WHERE consumer_group = ${group}`
  return row?.snapshot ?? null
}

const save = (sql: Sql, group: string, snapshot: Snapshot, balance: Balance) =>
  sql`
    INSERT INTO accounting (consumer_group, snapshot, balance) VALUES (${group}, ${sql.json(snapshot)}, ${sql.json(balance)})
    ON CONFLICT (consumer_group) DO UPDATE SET snapshot = EXCLUDED.snapshot, balance = EXCLUDED.balance`

const saysTheSame = (
  { asOf: _, snapshotAt: __, ...a }: Balance,
  { asOf: ___, snapshotAt: ____, ...b }: Balance,
): boolean => JSON.stringify(a) === JSON.stringify(b)
