/**
 * One id in two places of the log, projected by two processes or by one that dies on the way: the store keeps the lowest place alone,
 * counted or not. So where the lowest place of an id is not counted yet, all that are known are noted before the insert that may let the
 * store forget them, in a commit of their own; and ids that another batch has announced likewise (`uncounted-ids.ts`). Who counts
 * reads the notes, and a batch that knows that it shares ids counts alone: of two with one id at least one does.
 */
import { hash } from 'node:crypto'
import type { LogRecord } from '@firsttouch/infra/log/log'
import { inTransaction } from '@firsttouch/infra/stores/holding'
import { LOCKS } from '@firsttouch/infra/stores/locks'
import type { ISql, Sql, TransactionSql } from 'postgres'
import { countedAmong } from '../counted.ts'
import { inOrder, keyOf, type Loss, lossesOf, type Occurrence, Unnoted } from '../duplicates.ts'
import { announce, announcedByOthers, idsOf } from './uncounted-ids.ts'

export type Sharing = Awaited<ReturnType<typeof openSharing>>

/** Of a batch, which is announced first. */
export const openSharing = async (sql: Sql, group: string, records: LogRecord[], isDeadLetter = false) => {
  await announce(sql, group, records, isDeadLetter)
  const [announced, noted] = [new Set<string>(), new Set<string>()]
  const isKnown = (): boolean => announced.size + noted.size > 0
  return {
    isKnown,

    /** To be asked before the store is. */
    lookIn: async (tx: TransactionSql): Promise<void> => {
      for (const id of await announcedByOthers(tx, group, records, isDeadLetter)) announced.add(id)
    },

    /** To be asked after the insert. Another batch with one of these ids is announced then, or counted with a note left, or will know of this one. */
    isSharedIn: (tx: TransactionSql) => async (): Promise<boolean> => {
      if (isKnown()) return true
      const theirs = announcedByOthers(tx, group, records, isDeadLetter)
      return someAmong(records, await Promise.all([theirs, readNotes(tx, group)]))
    },

    noteIn: (tx: TransactionSql) => async (events: Occurrence[], known: Occurrence[]) => {
      const places = await placesToNote(tx, group, events, known, announced)
      const unnoted = places.filter(place => !noted.has(keyOf(place)))
      if (unnoted.length > 0) throw new Unnoted(unnoted)
    },

    /** Begins again, with another look into the store, when places had to be noted first. */
    inTransaction: async <T>(work: (tx: TransactionSql) => Promise<T>): Promise<T> => {
      for (;;) {
        try {
          return await inTransaction(sql, work)
        } catch (error) {
          if (!(error instanceof Unnoted)) throw error
          // A transaction holds no second connection: with all of the pool's taken it would wait for ever.
          await writeNotes(sql, group, error.places.map(shortened))
          for (const place of error.places) noted.add(keyOf(place))
        }
      }
    },
  }
}

const someAmong = (records: LogRecord[], [theirs, notes]: [Set<string>, Occurrence[]]): boolean => {
  const ids = new Set([...theirs, ...notes.map(({ id }) => id)])
  return ids.size > 0 && records.flatMap(idsOf).some(id => ids.has(id))
}

const placesToNote = async (
  tx: TransactionSql,
  group: string,
  events: Occurrence[],
  known: Occurrence[],
  announced: Set<string>,
): Promise<Occurrence[]> => {
  const own = new Set(events.map(keyOf))
  const others = Map.groupBy(
    known.filter(place => !own.has(keyOf(place))),
    ({ id }) => id,
  )
  if (others.size + announced.size === 0) return []
  const suspects = Map.groupBy(
    events.filter(({ id }) => others.has(id) || announced.has(id)),
    ({ id }) => id,
  )
  const places = [...suspects].map(([id, places]) => [...places, ...(others.get(id) ?? [])].toSorted(inOrder))
  const isCounted = await countedAmong(tx, group, places.flat())
  return places.filter(([lowest]) => lowest && !isCounted(lowest)).flat()
}

export const lockCounting = (tx: TransactionSql, group: string, alone: boolean) =>
  alone
    ? tx`SELECT pg_advisory_xact_lock(${LOCKS.counting}, hashtext(${group}))`
    : tx`SELECT pg_advisory_xact_lock_shared(${LOCKS.counting}, hashtext(${group}))`

/** `stored`: what the store told, of other ids too. */
export const lossesAmong = async (
  tx: TransactionSql,
  group: string,
  events: Occurrence[],
  stored: Occurrence[],
): Promise<Loss[]> => {
  const ids = new Set(events.map(({ id }) => id))
  const notes = (await readNotes(tx, group)).filter(({ id }) => ids.has(id))
  const known = stored.filter(({ id }) => ids.has(id))
  if (notes.length + known.length === 0 && ids.size === events.length) return []
  if (notes.length === 0) return lossesOf(events, known, await countedAmong(tx, group, known))
  const shared = new Set(notes.map(({ id }) => id))
  await writeNotes(tx, group, events.filter(({ id }) => shared.has(id)).map(shortened))
  const all = [...notes, ...known.map(shortened)]
  return lossesOf(events.map(shortened), all, await countedAmong(tx, group, all))
}

/** Nobody who announced an id still has to count it: the store knows its lowest place. */
export const sweepNotes = async (tx: TransactionSql, group: string): Promise<void> => {
  await tx`
    DELETE FROM shared_ids WHERE ctid IN (
      SELECT ctid FROM shared_ids WHERE consumer_group = ${group}
        AND NOT EXISTS (SELECT FROM uncounted_ids AS u WHERE u.consumer_group = ${group} AND shared_ids.id = ANY(u.ids))
      FOR UPDATE SKIP LOCKED
    )`
}

/** A content is long, and about a visitor. */
const shortened = ({ id, partition, offset, index, type, content }: Occurrence): Occurrence => ({
  ...{ id, partition, offset, index, type },
  content: hash('sha256', content, 'base64url').slice(0, 22),
})

const readNotes = async (sql: ISql, group: string): Promise<Occurrence[]> => {
  const rows = await sql<(Omit<Occurrence, 'offset'> & { offset: string })[]>`
    SELECT id, partition, "offset", index, type, content FROM shared_ids WHERE consumer_group = ${group}`
  return rows.map(row => ({ ...row, offset: Number(row.offset) }))
}

const writeNotes = async (sql: ISql, group: string, places: Occurrence[]): Promise<void> => {
  if (places.length === 0) return
  await sql`
    INSERT INTO shared_ids (consumer_group, id, partition, "offset", index, type, content)
    SELECT ${group}, * FROM jsonb_to_recordset(${sql.json(places.toSorted(inOrder))})
      AS noted (id uuid, partition integer, "offset" bigint, index integer, type text, content text)
    ON CONFLICT DO NOTHING`
}
