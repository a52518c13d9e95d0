/**
 * How far a group has projected each partition of the log, and what it has counted on the way. One transaction commits offset,
 * counts and dead letters of a batch after its read models are written; dying before that leaves them as they were, and
 * entries below the offset are not counted again. So each entry is counted exactly once, whatever is replayed.
 */
import type { LogRecord } from '@firsttouch/infra/log/log'
import { LOCKS } from '@firsttouch/infra/stores/locks'
import type { ISql, Sql, TransactionSql } from 'postgres'
import { acceptedOf, addToCounts, type Count, projectedOf } from './counts.ts'
import { lossesOf, type Occurrence } from './duplicates.ts'
import type { Known } from './known.ts'
import type { BatchResult } from './project.ts'
import { type TypeCounts, tallyOf } from './tally.ts'

export type Offsets = Map<number, number>
type Offset = { partition: number; offset: number }
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
    SELECT partition, next_offset AS next FROM checkpoints WHERE consumer_group = ${group}`
  return new Map(rows.map(({ partition, next }) => [partition, Number(next)]))
}

/** Locked in the order of their numbers, so that a projector that lost its partitions unawares only waits. */
export const lockOffsets = async (
  tx: TransactionSql,
  group: string,
  records: LogRecord[],
): Promise<Offsets> => {
  await lockIn(tx, group)
  const partitions = [...new Set(records.map(record => record.partition))]
  await tx`
    INSERT INTO checkpoints (consumer_group, partition, next_offset)
    SELECT ${group}, partition, 0 FROM unnest(${partitions}::integer[]) AS partition ORDER BY partition
    ON CONFLICT DO NOTHING`
  const rows = await tx<{ partition: number; next: string }[]>`
    SELECT partition, next_offset AS next FROM checkpoints
    WHERE consumer_group = ${group} AND partition = ANY(${partitions}) ORDER BY partition FOR UPDATE`
  return new Map(rows.map(({ partition, next }) => [partition, Number(next)]))
}

type Batch = { offsets: Offsets; records: LogRecord[]; result: Pick<BatchResult, 'events' | 'known'> }

export const saveCheckpoint = async (
  tx: TransactionSql,
  group: string,
  { offsets, records, result }: Batch,
): Promise<{ replayed: number }> => {
  const isFresh = ({ partition, offset }: Offset) => offset >= (offsets.get(partition) ?? 0)
  const fresh = records.filter(isFresh)
  const events = result.events.filter(isFresh)
  await addToCounts(tx, group, [
    ...fresh.flatMap(({ partition, value }) => acceptedOf(partition, tallyOf(value).counts)),
    ...(await countsOf(tx, group, events, result.known)),
  ])
  await moveOffsets(tx, group, records, fresh)
  return { replayed: result.events.length - events.length }
}

/** A dead letter that was projected after all: what it was counted as when it was set aside gives way to what it is now. */
export const saveReplayed = async (
  tx: TransactionSql,
  group: string,
  { partition, offset, value }: LogRecord,
  { events, known }: BatchResult,
): Promise<void> => {
  const [row] = await tx<{ types: TypeCounts }[]>`
    SELECT types FROM dead_letters
    WHERE consumer_group = ${group} AND partition = ${partition} AND "offset" = ${offset}`
  await addToCounts(tx, group, [
    ...acceptedOf(partition, row?.types ?? {}, -1),
    ...acceptedOf(partition, tallyOf(value).counts),
    ...(await countsOf(tx, group, events, known)),
  ])
}

const countsOf = async (
  tx: TransactionSql,
  group: string,
  events: Occurrence[],
  known: Known[],
): Promise<Count[]> => {
  const committed: Offsets = known.length === 0 ? new Map() : await readOffsets(tx, group)
  const isCounted = ({ partition, offset }: Offset) => offset < (committed.get(partition) ?? 0)
  return [...events.map(projectedOf), ...lossesOf(events, known, isCounted)]
}

const moveOffsets = async (
  tx: TransactionSql,
  group: string,
  records: LogRecord[],
  fresh: LogRecord[],
): Promise<void> => {
  const moved = [...Map.groupBy(records, record => record.partition)].map(([partition, own]) => ({
    partition,
    next: Math.max(...own.map(({ offset }) => offset)) + 1,
    entries: fresh.filter(record => record.partition === partition).length,
  }))
  await tx`
    UPDATE checkpoints SET next_offset = greatest(next_offset, moved.next), entries = checkpoints.entries + moved.entries
    FROM unnest(
      ${moved.map(one => one.partition)}::integer[], ${moved.map(one => one.next)}::bigint[], ${moved.map(one => one.entries)}::bigint[]
    ) AS moved (partition, next, entries)
    WHERE consumer_group = ${group} AND checkpoints.partition = moved.partition`
}
