/**
 * The projector's own account: how far it has come in each partition, and how many events it has projected on the way.
 *
 * A round runs inside one transaction: it commits the new place, the counts and the dead letters together, after the
 * read models have been written. Dying before the commit leaves the place where it was, and the round is done again;
 * entries below the place are not counted again. So each entry is counted exactly once, whatever is replayed.
 */

import type { LogRecord } from '@firsttouch/infra/log/log'
import { LOCKS } from '@firsttouch/infra/stores/locks'
import type { ISql, Sql, TransactionSql } from 'postgres'

/** Held by every round that writes read models of the group; see `lockOutRounds`. */
const lockRound = (sql: ISql, group: string) =>
  sql`SELECT pg_advisory_xact_lock_shared(${LOCKS.projecting}, hashtext(${group}))`
/** Waits until no round of any process is under way; none starts before the transaction ends. */
export const lockOutRounds = (sql: ISql, group: string) =>
  sql`SELECT pg_advisory_xact_lock(${LOCKS.projecting}, hashtext(${group}))`

export type Entry = { partition: number; offset: number; types: string[] }
export type Ledger = {
  /**
   * Runs `work` as a round over `records`; what it returns is entered: `entries` are those that were projected. What
   * it throws leaves everything as it was. Tells how many of the events had been projected before.
   */
  round<T extends { entries: Entry[] }>(
    records: LogRecord[],
    work: (tx: TransactionSql) => Promise<T>,
  ): Promise<T & { replayed: number }>
  /** As a round that writes read models and enters nothing. */
  beside(work: () => Promise<void>): Promise<void>
  /** As a round of one dead letter, which lies behind the place. `work` tells what was projected of it, if anything. */
  replay<T extends { entries: Entry[] }>(work: (tx: TransactionSql) => Promise<T>): Promise<T>
  /** The first offset of the partition that has not been entered. */
  nextOffset(partition: number): Promise<number>
}

export const openLedger = (sql: Sql, group: string): Ledger => ({
  round: (records, work) =>
    // postgres.js types what `begin` returns as if arrays of queries were unwrapped; T is a plain object.
    inTransaction(sql, async tx => {
      await lockRound(tx, group)
      const places = await lockPlaces(tx, group, [...new Set(records.map(record => record.partition))])
      const done = await work(tx)
      const fresh = done.entries.filter(({ partition, offset }) => offset >= (places.get(partition) ?? 0))
      await addToCounts(tx, group, fresh)
      await movePlaces(tx, group, records)
      return { ...done, replayed: events(done.entries) - events(fresh) }
    }),
  beside: async work => {
    await sql.begin(async tx => {
      await lockRound(tx, group)
      await work()
    })
  },
  replay: work =>
    inTransaction(sql, async tx => {
      await lockRound(tx, group)
      const done = await work(tx)
      await addToCounts(tx, group, done.entries)
      return done
    }),
  nextOffset: async partition => {
    const [row] = await sql<{ next: string }[]>`
      SELECT next_offset AS next FROM ledger_places WHERE consumer_group = ${group} AND partition = ${partition}`
    return Number(row?.next ?? 0)
  },
})

const inTransaction = async <T extends object>(
  sql: Sql,
  work: (tx: TransactionSql) => Promise<T>,
): Promise<T> => {
  const out: { value?: T } = {}
  await sql.begin(async tx => {
    out.value = await work(tx)
  })
  if (!out.value) throw new Error('A transaction ended without its value.')
  return out.value
}

const events = (entries: Entry[]): number => entries.reduce((sum, { types }) => sum + types.length, 0)

/** Locked in the order of their numbers, so that a projector that lost its partitions unawares only waits. */
const lockPlaces = async (
  tx: TransactionSql,
  group: string,
  partitions: number[],
): Promise<Map<number, number>> => {
  const wanted = partitions.toSorted((a, b) => a - b)
  await tx`
    INSERT INTO ledger_places (consumer_group, partition, next_offset)
    SELECT ${group}, partition, 0 FROM unnest(${wanted}::integer[]) AS partition ORDER BY partition
    ON CONFLICT DO NOTHING`
  const rows = await tx<{ partition: number; next: string }[]>`
    SELECT partition, next_offset AS next FROM ledger_places
    WHERE consumer_group = ${group} AND partition = ANY(${wanted}) ORDER BY partition FOR UPDATE`
  return new Map(rows.map(({ partition, next }) => [partition, Number(next)]))
}

const addToCounts = async (tx: TransactionSql, group: string, entries: Entry[]): Promise<void> => {
  const counts = new Map<string, { partition: number; type: string; n: number }>()
  for (const { partition, types } of entries)
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

const movePlaces = async (tx: TransactionSql, group: string, records: LogRecord[]): Promise<void> => {
  const ends = new Map<number, number>()
  for (const { partition, offset } of records)
    ends.set(partition, Math.max(ends.get(partition) ?? 0, offset + 1))
  await tx`
    UPDATE ledger_places SET next_offset = greatest(next_offset, moved.next)
    FROM unnest(${[...ends.keys()]}::integer[], ${[...ends.values()]}::bigint[]) AS moved (partition, next)
    WHERE consumer_group = ${group} AND ledger_places.partition = moved.partition`
}
