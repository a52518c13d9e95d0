/**
 * Checks that no event was lost or counted twice. At a checkpoint, two equations must hold for each type of event:
 * - accepted = projected + dead letters
 * - projected = unique human + unique bot + duplicates
 *
 * `entries/tally.ts` counts accepted events in the raw log. The dashboard's roll-ups give the unique events.
 * While a failed batch waits for its retry, or a restored store lacks entries, the equations do not hold. During this
 * time, the job reads no new numbers.
 */

import type { ClickHouseClient } from '@clickhouse/client'
import { isFilled, readLag } from '@firsttouch/infra/log/lag'
import type { Log } from '@firsttouch/infra/log/log'
import { allEnded, repeat } from '@firsttouch/infra/platform/timing'
import { groupOf, readProgress } from '@firsttouch/infra/stores/read-models'
import type { ISql, Sql } from 'postgres'
import type { Turn } from '../jobs/turn.ts'
import type { HalfDone } from '../steps/half-done.ts'
import type { Store } from '../steps/store.ts'
import { type Accounts, type Balance, balanceOf, readAccounts, reasonOf } from './balance.ts'
import type { AccountingMetrics } from './metrics.ts'
import { runReconcile } from './reconcile.ts'

type AccountingDeps = {
  log: Pick<Log, 'consume' | 'positions' | 'timesAt'>
  clickhouse: ClickHouseClient
  sql: Sql
  db: string
  store: Pick<Store, 'refresh'>
  halfDone: Pick<HalfDone, 'isAny'>
  turn: Turn
  signal: AbortSignal
  onError: (error: unknown) => void
  metrics?: Pick<AccountingMetrics, 'repaired'> | undefined
  pace?: Pace
}

const PACE = {
  lookEveryMs: 1_000,
  /** The accounting blocks batches for at most 1/20 of the time. */
  heldOneIn: 20,
  tryAgainMs: 2_000,
}
type Pace = typeof PACE

export const runAccounting = async (deps: AccountingDeps): Promise<void> => {
  const { signal, pace = PACE } = deps
  const onError = (error: unknown) => {
    if (!signal.aborted) deps.onError(error)
  }
  const looking = repeat({ signal, onError, everyMs: pace.lookEveryMs }, openLook({ ...deps, onError, pace }))
  await allEnded([looking, runReconcile(deps)])
}

/** After this time, the job reads the balance again even if no entry arrived, because a store may have lost rows. */
const READ_AT_LEAST_EVERY_MS = 60_000

const openLook = ({ pace, ...deps }: AccountingDeps & { pace: Pace }): (() => Promise<void>) => {
  const { log, sql, halfDone, turn, onError } = deps
  const group = groupOf(deps.db)
  let accounts: Accounts | null = null
  let seen = ''
  let dueAt = 0
  let reason: string | null = null
  let isWhole = true

  const take = async (): Promise<void> => {
    const counted = await countedUntil(sql, group)
    const age = accounts ? Date.now() - Date.parse(accounts.snapshotAt) : Number.POSITIVE_INFINITY
    if (counted === seen && age < READ_AT_LEAST_EVERY_MS && reason === null) return
    if (performance.now() < dueAt) return
    dueAt = performance.now() + pace.tryAgainMs
    await turn(async () => {
      if (halfDone.isAny()) return
      isWhole = isFilled(await log.positions(group), await readProgress(deps.clickhouse, deps.db))
      if (!isWhole) return
      const started = performance.now()
      accounts = await readAccounts(deps)
      dueAt = performance.now() + (performance.now() - started) * pace.heldOneIn
      seen = counted
    })
  }

  return async () => {
    accounts ??= await lastBalance(sql, group)
    await take().catch(onError)
    if (!accounts || !isWhole) return
    const balance = balanceOf(accounts, await readLag(log, group, new Map(accounts.offsets)))
    const before = reason
    reason = reasonOf(balance)
    if (reason && reason !== before) onError(new Error(reason))
    await save(sql, group, balance)
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

const lastBalance = async (sql: ISql, group: string): Promise<Balance | null> => {
  const [row] = await sql<
    { balance: Balance }[]
  >`SELECT balance FROM accounting WHERE consumer_group = ${group}`
  return row?.balance ?? null
}

const save = (sql: Sql, group: string, balance: Balance) => sql`
  INSERT INTO accounting (consumer_group, balance) VALUES (${group}, ${sql.json(balance)})
  ON CONFLICT (consumer_group) DO UPDATE SET balance = EXCLUDED.balance`
