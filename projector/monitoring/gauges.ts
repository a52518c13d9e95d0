/** Updates the gauges of the serving generation at each scrape: lag, accounting, conflicts and reconciliation. */
import type { ClickHouseClient } from '@clickhouse/client'
import { type LagMetrics, openServingLag, setLag } from '@firsttouch/infra/log/lag'
import type { Log } from '@firsttouch/infra/log/log'
import { within } from '@firsttouch/infra/platform/timing'
import { groupOf, isAccountingOfNow, servingDatabase } from '@firsttouch/infra/stores/read-models'
import type { Sql } from 'postgres'
import type { Balance } from '../accounting/balance.ts'
import type { AccountingMetrics } from '../accounting/metrics.ts'
import type { Difference } from '../accounting/reconcile.ts'
import { COUNTED_TYPES } from '../entries/tally.ts'

type GaugesDeps = {
  log: Pick<Log, 'positions' | 'timesAt' | 'owned'>
  sql: Sql
  clickhouse: { client(): ClickHouseClient }
  metrics: AccountingMetrics & LagMetrics
}

const ANSWER_WITHIN_MS = 1_500

/** While a store does not answer, its gauges have no value. */
export const openGauges = ({ metrics, ...deps }: GaugesDeps): (() => Promise<void>) => {
  const askLag = openServingLag(deps)
  const readAccounting = async () => {
    const group = groupOf(await servingDatabase(deps.sql))
    const [accounts] = await deps.sql<{ balance: Balance | null }[]>`
      SELECT balance FROM accounting WHERE consumer_group = ${group}`
    const [checked] = await deps.sql<{ differences: Difference[] }[]>`
      SELECT differences FROM reconciliations WHERE consumer_group = ${group}`
    return { balance: accounts?.balance ?? null, differences: checked?.differences ?? [] }
  }
  return async () => {
    const [serving, accounting] = await Promise.all([
      askLag().catch(() => null),
      within(ANSWER_WITHIN_MS, readAccounting()).catch(() => null),
    ])
    setLag(metrics, serving)
    setBalance(accounting?.balance ?? null, serving?.allOwned === true, metrics)
    setDifferences(accounting?.differences ?? [], metrics)
  }
}

/** A balance from an older release lacks the types of events that later releases added. */
type AnyBalance = Pick<Balance, 'asOf' | 'conflicts'> & { types: Partial<Balance['types']> }

const setBalance = (
  balance: AnyBalance | null,
  allOwned: boolean,
  { events, balanced, conflicts }: AccountingMetrics,
): void => {
  events.reset()
  balanced.remove()
  conflicts.remove()
  if (!balance) return
  for (const type of COUNTED_TYPES)
    for (const [entry, value] of Object.entries(balance.types[type] ?? {}))
      if (typeof value === 'number') events.set({ type, entry }, value)
  conflicts.set(balance.conflicts)
  const addsUp = Object.values(balance.types).every(account => account.balanced)
  if (!addsUp) balanced.set(0)
  else if (allOwned && isAccountingOfNow(balance.asOf, new Date())) balanced.set(1)
}

const setDifferences = (differences: Difference[], { reconcileDifference }: AccountingMetrics): void => {
  reconcileDifference.reset()
  for (const { hour, difference } of differences) reconcileDifference.inc({ hour }, difference)
}
