/**
 * How far a group has projected each partition of the log, and what it has counted on the way. One transaction commits offset,
 * counts and dead letters of a batch after its read models are written; dying before that leaves them as they were, and
 * entries below the offset are not counted again. So each entry is counted exactly once, whatever is replayed.
 */
import type { LogRecord } from '@firsttouch/infra/log/log'
import { LOCKS } from '@firsttouch/infra/stores/locks'
import type { ISql, TransactionSql } from 'postgres'
import type { Offset, Offsets } from './counted.ts'
import { acceptedOf, addToCounts, type Count, projectedOf } from './counts.ts'
import { closeDeadLetters, isCountedAside, placeOf, type SetAside, saveDeadLetters } from './dead-letters.ts'
import type { Occurrence } from './duplicates.ts'
import { tallyOf, tallyOfRecord } from './entries/tally.ts'
import type { BatchResult } from './project.ts'
import { lockCounting, lossesAmong, sweepNotes } from './shared-ids/shared-ids.ts'
import { announceDeadLetters, withdrawDeadLetters } from './shared-ids/uncounted-ids.ts'

/** Taken by whatever writes read models of the group; waits while `lockOutBatches` is held. */
export const lockIn = (tx: TransactionSql, group: string) =>
  tx`SELECT pg_advisory_xact_lock_shared(${LOCKS.projecting}, hashtext(${group}))`
/** Waits until no batch of any process is under way; none starts before the transaction ends. */
export const lockOutBatches = (sql: ISql, group: string) =>
  sql`SELECT pg_advisory_xact_lock(${LOCKS.projecting}, hashtext(${group}))`

/** Locked in the order of their numbers, so that a projector that lost its partitions unawares only waits. What is asked of `tx` at once is answered in that order. */
export const lockOffsets = async (
  tx: TransactionSql,
  group: string,
  records: LogRecord[],
): Promise<Offsets> => {
  const partitions = [...new Set(records.map(record => record.partition))]
  const [, , rows] = await Promise.all([
    lockIn(tx, group),
    tx`
      INSERT INTO checkpoints (consumer_group, partition, next_offset)
      SELECT ${group}, partition, 0 FROM unnest(${partitions}::integer[]) AS partition ORDER BY partition
      ON CONFLICT DO NOTHING`,
    tx<{ partition: number; next: string }[]>`
      SELECT partition, next_offset AS next FROM checkpoints
      WHERE consumer_group = ${group} AND partition = ANY(${partitions}) ORDER BY partition FOR UPDATE`,
  ])
  return new Map(rows.map(({ partition, next }) => [partition, Number(next)]))
}

type Batch = {
  offsets: Offsets
  records: LogRecord[]
  result: Omit<BatchResult, 'changed'>
  shares?: boolean
}

export const saveCheckpoint = async (
  tx: TransactionSql,
  group: string,
  { offsets, records, result, shares = false }: Batch,
): Promise<{ replayed: number }> => {
  await lockCounting(tx, group, shares)
  const isFresh = ({ partition, offset }: Offset) => offset >= (offsets.get(partition) ?? 0)
  await saveDeadLetters(tx, group, result.deadLetters, isFresh)
  await announceDeadLetters(tx, group, result.deadLetters)
  const fresh = records.filter(isFresh)
  const failed = new Set(result.deadLetters.map(placeOf))
  const again = records.filter(record => !isFresh(record) && !failed.has(placeOf(record)))
  const closed = await closeDeadLetters(tx, group, again)
  await withdrawDeadLetters(tx, group, closed)
  const returned = closed.filter(isCountedAside)
  const places = new Set(returned.map(placeOf))
  const { true: events = [], false: counted = [] } = Object.groupBy(result.events, event =>
    isFresh(event) || places.has(placeOf(event)) ? 'true' : 'false',
  )
  const values = new Map(again.map(record => [placeOf(record), record.value]))
  const counts = [
    ...fresh.flatMap(record => acceptedOf(record.partition, tallyOfRecord(record).counts)),
    ...returned.flatMap(letter => reacceptedOf(letter, values.get(placeOf(letter)) ?? '')),
    // What the store had lost of the entries that are read again it did not know of either.
    ...(await countsOf(tx, group, events, [...result.known, ...counted])),
  ]
  await Promise.all([
    addToCounts(tx, group, counts),
    moveOffsets(tx, group, records, fresh),
    sweepNotes(tx, group),
  ])
  return { replayed: result.events.length - events.length }
}

/** What it was counted as when it was set aside gives way to what it is now. */
const reacceptedOf = ({ partition, types }: SetAside, value: string): Count[] => [
  ...acceptedOf(partition, types, -1),
  ...acceptedOf(partition, tallyOf(value).counts),
]

/** A dead letter that was projected after all. */
export const saveReplayed = async (
  tx: TransactionSql,
  group: string,
  record: LogRecord,
  { events, known }: BatchResult,
  shares = false,
): Promise<void> => {
  await lockCounting(tx, group, shares)
  const [letter] = await closeDeadLetters(tx, group, [record])
  await withdrawDeadLetters(tx, group, [record])
  if (!letter || !isCountedAside(letter)) return
  await addToCounts(tx, group, [
    ...reacceptedOf(letter, record.value),
    ...(await countsOf(tx, group, events, known)),
  ])
  await sweepNotes(tx, group)
}

const countsOf = async (
  tx: TransactionSql,
  group: string,
  events: Occurrence[],
  stored: Occurrence[],
): Promise<Count[]> => [...projectedOf(events), ...(await lossesAmong(tx, group, events, stored))]

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
    WITH counted AS (
      UPDATE checkpoints SET next_offset = greatest(next_offset, moved.next), entries = checkpoints.entries + moved.entries
      FROM unnest(
        ${moved.map(one => one.partition)}::integer[], ${moved.map(one => one.next)}::bigint[], ${moved.map(one => one.entries)}::bigint[]
      ) AS moved (partition, next, entries)
      WHERE consumer_group = ${group} AND checkpoints.partition = moved.partition
      RETURNING checkpoints.partition, next_offset
    )
    DELETE FROM uncounted_ids AS u USING counted
    WHERE consumer_group = ${group} AND NOT is_dead_letter AND u.partition = counted.partition AND u.next_offset <= counted.next_offset`
}
