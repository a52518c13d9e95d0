/** Step 6 of a batch. Commits checkpoint, counts and dead letters in one transaction, so each entry counts once. */
import type { LogRecord, Place } from '@firsttouch/infra/log/log'
import { allEnded } from '@firsttouch/infra/platform/timing'
import { groupOf } from '@firsttouch/infra/stores/read-models'
import type { ISql, Sql, TransactionSql } from 'postgres'
import type { Occurrence } from '../entries/content.ts'
import { tallyOf, tallyOfRecord } from '../entries/tally.ts'
import { fence } from '../lease.ts'
import { acceptedCounts, addToCounts, type Count, projectedCounts } from './counts.ts'
import {
  closeDeadLetters,
  type DeadLetter,
  findSetAside,
  isCountedAside,
  placeOf,
  type SetAside,
  saveDeadLetters,
} from './dead-letters.ts'
import { findLosses, keptTo } from './duplicates.ts'
import type { Known } from './known.ts'
import type { Progress, Store } from './store.ts'

/** Maps a partition to its checkpoint, which is the next offset to count. */
export type Offsets = Map<number, number>

export type Projected = {
  events: Occurrence[]
  known: Known[]
  deadLetters: DeadLetter[]
  /** The API's query keys that the batch invalidates. */
  changed: string[]
}
export const NOTHING: Projected = { events: [], known: [], deadLetters: [], changed: [] }

type CommitDeps = {
  sql: Sql
  db: string
  epoch: number
  store: Pick<Store, 'saveProgress'>
}

/** `replayed` is the number of events below the checkpoint, which were already counted. */
export type Commit = (records: LogRecord[], projected: Projected) => Promise<{ replayed: number }>

export const openCommit = ({ sql, db, epoch, store }: CommitDeps): Commit =>
  commitWith({ transact: openTransactions(sql, groupOf(db), epoch), store })

/** What a commit reads and writes in its transaction. The simulator (`simulation/`) has a model of it. */
export type Ledger = {
  saveDeadLetters: (deadLetters: DeadLetter[], isFresh: (place: Place) => boolean) => Promise<void>
  closeDeadLetters: (places: Place[]) => Promise<SetAside[]>
  findSetAside: (places: Place[]) => Promise<SetAside[]>
  addToCounts: (counts: Count[]) => Promise<void>
  moveOffsets: (records: LogRecord[], fresh: LogRecord[]) => Promise<void>
}

/** Throws LeaseLost unless this leader's epoch is current. `offsets` is the checkpoint. */
export type Transact = <T>(work: (ledger: Ledger, offsets: Offsets) => Promise<T>) => Promise<T>

export const openTransactions =
  (sql: Sql, group: string, epoch: number): Transact =>
  <T>(work: (ledger: Ledger, offsets: Offsets) => Promise<T>) =>
    sql.begin(async tx => work(ledgerOf(tx, group), await fence(tx, group, epoch))) as Promise<T>

const ledgerOf = (tx: TransactionSql, group: string): Ledger => ({
  saveDeadLetters: (deadLetters, isFresh) => saveDeadLetters(tx, group, deadLetters, isFresh),
  closeDeadLetters: places => closeDeadLetters(tx, group, places),
  findSetAside: places => findSetAside(tx, group, places),
  addToCounts: counts => addToCounts(tx, group, counts),
  moveOffsets: (records, fresh) => moveOffsets(tx, group, records, fresh),
})

export const commitWith =
  ({ transact, store }: { transact: Transact; store: CommitDeps['store'] }): Commit =>
  async (records, projected) => {
    const saving = store.saveProgress(progressOf(records, projected))
    const counting = transact((ledger, offsets) => saveCheckpoint(ledger, { offsets, records, projected }))
    const [counted] = await allEnded([counting, saving])
    return counted
  }

type Batch = { offsets: Offsets; records: LogRecord[]; projected: Projected }

/**
 * A batch may repeat entries below the checkpoint. They do not count again, except a dead letter that now succeeds.
 * Example: the checkpoint is 5, the batch has 3 to 6, and 4 was a dead letter. Then 4, 5 and 6 count.
 */
const saveCheckpoint = async (
  ledger: Ledger,
  { offsets, records, projected }: Batch,
): Promise<{ replayed: number }> => {
  const isFresh = ({ partition, offset }: Place) => offset >= (offsets.get(partition) ?? 0)
  const fresh = records.filter(isFresh)
  const failed = new Set(projected.deadLetters.map(placeOf))
  const again = records.filter(record => !isFresh(record) && !failed.has(placeOf(record)))
  await ledger.saveDeadLetters(projected.deadLetters, isFresh)
  const returned = (await ledger.closeDeadLetters(again)).filter(isCountedAside)
  const places = new Set(returned.map(placeOf))
  const { true: events = [], false: counted = [] } = Object.groupBy(projected.events, event =>
    isFresh(event) || places.has(placeOf(event)) ? 'true' : 'false',
  )
  const values = new Map(again.map(record => [placeOf(record), record.value]))
  const counts = [
    ...fresh.flatMap(record => acceptedCounts(record.partition, tallyOfRecord(record).counts)),
    ...returned.flatMap(letter => reacceptedOf(letter, values.get(placeOf(letter)) ?? '')),
    // `known` lacks events of `counted` if the store has lost their rows.
    ...(await countsOf(ledger, offsets, events, [...projected.known, ...counted])),
  ]
  await Promise.all([ledger.addToCounts(counts), ledger.moveOffsets(records, fresh)])
  return { replayed: counted.length }
}

/** When a dead letter succeeds, replaces its stored counts with the counts of its current text. */
const reacceptedOf = ({ partition, types }: SetAside, value: string): Count[] => [
  ...acceptedCounts(partition, types, -1),
  ...acceptedCounts(partition, tallyOf(value).counts),
]

const countsOf = async (
  ledger: Ledger,
  offsets: Offsets,
  events: Occurrence[],
  stored: Occurrence[],
): Promise<Count[]> => {
  // A replay that crashed may have stored rows of an entry that is still a dead letter. Such rows are not counted yet.
  const aside = new Set((await ledger.findSetAside(stored)).filter(isCountedAside).map(placeOf))
  const isCounted = (place: Place) =>
    place.offset < (offsets.get(place.partition) ?? 0) && !aside.has(placeOf(place))
  return [...projectedCounts(events), ...findLosses(events, stored, isCounted)]
}

const endsOf = (records: LogRecord[]): { partition: number; next: number }[] =>
  [...Map.groupBy(records, ({ partition }) => partition)].map(([partition, own]) => ({
    partition,
    next: Math.max(...own.map(({ offset }) => offset)) + 1,
  }))

const moveOffsets = async (tx: TransactionSql, group: string, records: LogRecord[], fresh: LogRecord[]) => {
  const moved = endsOf(records).map(({ partition, next }) => ({
    consumer_group: group,
    partition,
    next_offset: next,
    entries: fresh.filter(record => record.partition === partition).length,
  }))
  await tx`
    INSERT INTO checkpoints ${tx(moved)}
    ON CONFLICT (consumer_group, partition) DO UPDATE SET
      next_offset = greatest(checkpoints.next_offset, EXCLUDED.next_offset), entries = checkpoints.entries + EXCLUDED.entries`
}

/** Returns the progress of the batch by partition. It is saved only after all tables hold the batch. */
export const progressOf = (records: LogRecord[], { events, known }: Projected): Progress[] => {
  const kept = keptTo(events, known)
  return [...Map.groupBy(records, record => record.partition)].map(([partition, own]) => ({
    partition,
    keptTo: kept.get(partition),
    nextOffset: Math.max(...own.map(record => record.offset)) + 1,
    appendedAt: new Date(Math.max(...own.map(record => record.appendedAt.getTime()))),
  }))
}

export const readOffsets = async (sql: ISql, group: string): Promise<Offsets> => {
  const rows = await sql<{ partition: number; next: string }[]>`
    SELECT partition, next_offset AS next FROM checkpoints WHERE consumer_group = ${group}`
  return new Map(rows.map(({ partition, next }) => [partition, Number(next)]))
}
