/**
 * How far a consumer group has projected each partition of the log, and how many events it has projected on the way.
 *
 * A batch runs inside one transaction, which commits the new offset, the counts and the dead letters together after the
 * read models have been written. Dying before the commit leaves the offset where it was, and the batch is done again;
 * entries below the offset are not counted again. So each entry is counted exactly once, whatever is replayed.
 */
import type { LogRecord } from '@firsttouch/infra/log/log'
import { LOCKS } from '@firsttouch/infra/stores/locks'
import type { ISql, Sql, TransactionSql } from 'postgres'

/** The next offset of each partition. */
export type Offsets = Map<number, number>
export type Projected = { partition: number; offset: number; types: string[] }

/** Taken by whatever writes read models of the group; waits while `lockOutBatches` is held. */
export const lockIn = (tx: TransactionSql, group: string) =>
  tx`SELECT pg_advisory_xact_lock_shared(${LOCKS.projecting}, hashtext(${group}))`
/** Waits until no batch of any process is under way; none starts before the transaction ends. */
export const lockOutBatches = (sql: ISql, group: string) =>
  sql`SELECT pg_advisory_xact_lock(${LOCKS.projecting}, hashtext(${group}))`

export const inTransaction = async <T extends object>(
  sql: Sql,
  work: (tx: TransactionSql) => Promise<T>,
): Promise<T> => {
  // postgres.js types what `begin` returns as if arrays of queries were unwrapped; T is a plain object.
  const out: { value?: T } = {}
  await sql.begin(async tx => {
    out.value = await work(tx)
  })
  if (!out.value) throw new Error('A transaction ended without its value.')
  return out.value
}

export const readOffsets = async (sql: ISql, group: string): Promise<Offsets> => {
  const rows = await sql<{ partition: number; next: string }[]>`
    SELECT partition, next_offset AS next FROM ledger_places WHERE consumer_group = ${group}`
  return new Map(rows.map(({ partition, next }) => [partition, Number(next)]))
}

/** Locked in the order of their numbers, so that a projector that lost its partitions unawares only waits. */
export const lockOffsets = async (
  tx: TransactionSql,
  group: string,
  records: LogRecord[],
): Promise<Offsets> => {
  await lockIn(tx, group)
  const partitions = [...new Set(records.map(record => record.partition))].toSorted((a, b) => a - b)
  await tx`
    INSERT INTO ledger_places (consumer_group, partition, next_offset)
    SELECT ${group}, partition, 0 FROM unnest(${partitions}::integer[]) AS partition ORDER BY partition
    ON CONFLICT DO NOTHING`
  const rows = await tx<{ partition: number; next: string }[]>`
    SELECT partition, next_offset AS next FROM ledger_places
    WHERE consumer_group = ${group} AND partition = ANY(${partitions}) ORDER BY partition FOR UPDATE`
  return new Map(rows.map(({ partition, next }) => [partition, Number(next)]))
}

export const isFresh = ({ partition, offset }: { partition: number; offset: number }, offsets: Offsets) =>
  offset >= (offsets.get(partition) ?? 0)

/** `projected` are those among `records` that became events. Tells how many events had been counted before. */
export const saveCheckpoint = async (
  tx: TransactionSql,
  group: string,
  { offsets, records, projected }: { offsets: Offsets; records: LogRecord[]; projected: Projected[] },
): Promise<{ replayed: number }> => {
  const fresh = projected.filter(entry => isFresh(entry, offsets))
  await addToCounts(tx, group, fresh)
  await moveOffsets(tx, group, records)
  return { replayed: eventsIn(projected) - eventsIn(fresh) }
}

const eventsIn = (entries: Projected[]): number => entries.reduce((sum, { types }) => sum + types.length, 0)

export const addToCounts = async (
  tx: TransactionSql,
  group: string,
  projected: Projected[],
): Promise<void> => {
  const counts = new Map<string, { partition: number; type: string; n: number }>()
  for (const { partition, types } of projected)
    for (const type of types) {
      const count = counts.get(`${partition} ${type}`) ?? { partition, type, n: 0 }
      count.n++
      counts.set(`${partition} ${type}`, count)
    }
  if (counts.size === 0) return
  const rows = [...counts.values()]
  await tx`
    INSERT INTO ledger_counts AS old (consumer_group, partition, type, projected)
    SELECT ${group}, partition, type, n
    FROM unnest(${rows.map(row => row.partition)}::integer[], ${rows.map(row => row.type)}::text[], ${rows.map(row => row.n)}::bigint[])
      AS added (partition, type, n)
    ON CONFLICT (consumer_group, partition, type) DO UPDATE SET projected = old.projected + EXCLUDED.projected`
}

const moveOffsets = async (tx: TransactionSql, group: string, records: LogRecord[]): Promise<void> => {
  const ends = new Map<number, number>()
  for (const { partition, offset } of records)
    ends.set(partition, Math.max(ends.get(partition) ?? 0, offset + 1))
  await tx`
    UPDATE ledger_places SET next_offset = greatest(next_offset, moved.next)
    FROM unnest(${[...ends.keys()]}::integer[], ${[...ends.values()]}::bigint[]) AS moved (partition, next)
    WHERE consumer_group = ${group} AND ledger_places.partition = moved.partition`
}
