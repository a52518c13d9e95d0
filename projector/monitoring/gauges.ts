/** What a scrape of the metrics asks of the stores: lag, accounting, conflicts, reconciliation. Of the serving generation. */
import type { Log } from '@firsttouch/infra/log/log'
import type { ProjectorMetrics } from '@firsttouch/infra/platform/metrics'
import { groupOf, servingDatabase } from '@firsttouch/infra/stores/read-models'
import type { Sql } from 'postgres'
import type { Balance } from '../accounting/balance.ts'
import type { Difference } from '../accounting/reconcile.ts'
import { readOffsets } from '../pipeline/checkpoint.ts'
import { COUNTED_TYPES } from '../pipeline/tally.ts'

type GaugesDeps = { log: Pick<Log, 'positions'>; sql: Sql; metrics: ProjectorMetrics }

/** Throws when PostgreSQL or the log does not answer: the gauges then keep their last values. */
export const readGauges = async ({ log, sql, metrics }: GaugesDeps): Promise<void> => {
  const group = groupOf(await servingDatabase(sql))
  await readLag(log, sql, group, metrics)
  const [said] = await sql<{ balance: Balance | null }[]>`
    SELECT balance FROM accounting WHERE consumer_group = ${group}`
  if (said?.balance) setBalance(said.balance, metrics)
  const [checked] = await sql<{ differences: Difference[] }[]>`
    SELECT differences FROM reconciliations WHERE consumer_group = ${group}`
  setDifferences(checked?.differences ?? [], metrics)
}

const readLag = async (
  log: Pick<Log, 'positions'>,
  sql: Sql,
  group: string,
  { lagEvents, lagSeconds }: ProjectorMetrics,
): Promise<void> => {
  const offsets = await readOffsets(sql, group)
  const oldest = await sql<{ oldest: Record<string, string> | null }[]>`
    SELECT balance->'oldestByPartition' AS oldest FROM accounting WHERE consumer_group = ${group}`
  for (const { partition, start, end, committed } of await log.positions(group)) {
    const done = Math.max(start, committed, offsets.get(partition) ?? 0)
    const label = { partition: String(partition) }
    lagEvents.set(label, Math.max(0, end - done))
    const since = oldest[0]?.oldest?.[partition]
    lagSeconds.set(label, end > done && since ? Math.max(0, Date.now() - Date.parse(since)) / 1000 : 0)
  }
}

const setBalance = (
  // One of an older release lacks the types that came later.
  { types, conflicts }: Pick<Balance, 'conflicts'> & { types: Partial<Balance['types']> },
  { events, balanced, conflicts: gauge }: ProjectorMetrics,
) => {
  for (const type of COUNTED_TYPES)
    for (const [entry, value] of Object.entries(types[type] ?? {}))
      if (typeof value === 'number') events.set({ type, entry }, value)
  balanced.set(Object.values(types).every(account => account.balanced) ? 1 : 0)
  gauge.set(conflicts)
}

const setDifferences = (differences: Difference[], { reconcileDifference }: ProjectorMetrics): void => {
  reconcileDifference.reset()
  for (const { hour, difference } of differences) reconcileDifference.inc({ hour }, difference)
}
