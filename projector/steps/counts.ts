/** Counts of events by partition and type. `infra/migrations/postgres/001_baseline.sql` defines each count. */
import type { TransactionSql } from 'postgres'
import type { TypeCounts } from '../entries/tally.ts'

const SUMS = ['accepted', 'projected', 'duplicates', 'conflicts'] as const
export type Sums = Record<(typeof SUMS)[number], number>
export type Count = Partial<Sums> & { partition: number; type: string }

export const acceptedCounts = (partition: number, counts: TypeCounts, sign: 1 | -1 = 1): Count[] =>
  Object.entries(counts).map(([type, n]) => ({ partition, type, accepted: sign * n }))

export const projectedCounts = (events: { partition: number; type: string }[]): Count[] =>
  [...Map.groupBy(events, ({ partition }) => partition)].flatMap(([partition, own]) =>
    [...Map.groupBy(own, ({ type }) => type)].map(([type, { length }]) => ({
      partition,
      type,
      projected: length,
    })),
  )

export const addToCounts = async (tx: TransactionSql, group: string, counts: Count[]): Promise<void> => {
  const sums = new Map<string, Count & Sums>()
  for (const { partition, type, ...more } of counts) {
    const key = `${partition} ${type}`
    const sum = sums.get(key) ?? { partition, type, accepted: 0, projected: 0, duplicates: 0, conflicts: 0 }
    for (const name of SUMS) sum[name] += more[name] ?? 0
    sums.set(key, sum)
  }
  if (sums.size === 0) return
  // All transactions update the rows in the same order, which prevents deadlocks.
  const rows = [...sums]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, sum]) => ({ consumer_group: group, ...sum }))
  await tx`
    INSERT INTO event_counts ${tx(rows)}
    ON CONFLICT (consumer_group, partition, type) DO UPDATE SET
      accepted = event_counts.accepted + EXCLUDED.accepted, projected = event_counts.projected + EXCLUDED.projected,
      duplicates = event_counts.duplicates + EXCLUDED.duplicates, conflicts = event_counts.conflicts + EXCLUDED.conflicts`
}
