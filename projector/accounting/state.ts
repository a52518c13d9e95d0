/** What the books keep in PostgreSQL: how far they have counted, the sums up to there, and the last statement. */
import type { ISql, Sql } from 'postgres'
import { addCounts, type BookedType, type Counts } from '../pipeline/tally.ts'
import type { Places } from './queue.ts'

/** `counted`: what the log holds, dead letters included. Up to `places`. */
export type Totals = { counted: Counts; duplicates: Counts; conflicts: number }
export type State = { places: Places; totals: Totals; basis: Basis | null }

/** Of one type. Everything but `inFlight` is as of `cutAt`, up to which the projector has come. */
export type Account = {
  accepted: number
  projected: number
  duplicates: number
  uniqueHuman: number
  uniqueBot: number
  /** Of these, the system's own test events. */
  testEvents: number
  deadLetters: number
  inFlight: number
  balanced: boolean
}
/** Times are ISO. */
export type Statement = {
  asOf: string
  cutAt: string
  types: Record<BookedType, Account>
  conflicts: number
  /** When the log took the oldest entry that is in flight. */
  oldestInFlight: string | null
  oldestByPartition: Record<string, string>
}
/** What a statement rests on, but for what is in flight. Kept with it: while ClickHouse is down, no other can be had. */
export type Basis = {
  at: string
  places: [partition: number, next: number][]
  projected: Counts
  deadLetters: Counts
  /** Of an earlier release, without `tests`. */
  unique: { human: Counts; bot: Counts; tests?: Counts }
}

/** What is in memory may not be what is saved. */
export class BeginAnew extends Error {}

const NOTHING: Totals = { counted: {}, duplicates: {}, conflicts: 0 }

/** Takes the books over: whoever kept them before can no longer write. */
export const takeOver = async (sql: Sql, group: string, keeper: string): Promise<State> => {
  await sql`
    INSERT INTO books (consumer_group, keeper) VALUES (${group}, ${keeper})
    ON CONFLICT (consumer_group) DO UPDATE SET keeper = EXCLUDED.keeper`
  const [row] = await sql<{ totals: Partial<Totals>; basis: Basis | null }[]>`
    SELECT totals, basis FROM books WHERE consumer_group = ${group}`
  const places = await sql<{ partition: number; next: string }[]>`
    SELECT partition, next_offset AS next FROM books_places WHERE consumer_group = ${group}`
  return {
    places: new Map(places.map(({ partition, next }) => [partition, Number(next)])),
    totals: { ...NOTHING, ...row?.totals },
    basis: row?.basis ?? null,
  }
}

/** How many occurrences must have been written: of all events that were counted, but for those of open dead letters. */
export const occurrencesOf = async (sql: ISql, group: string, { counted }: Totals): Promise<number> => {
  const [row] = await sql<{ n: string }[]>`
    SELECT coalesce(sum(booked.value::bigint), 0) AS n
    FROM dead_letters, jsonb_each_text(booked_types) AS booked
    WHERE consumer_group = ${group} AND NOT rebooked AND booked.key != 'unknown'`
  return knownIn(counted) - Number(row?.n)
}

const knownIn = ({ unknown: _, ...known }: Counts): number =>
  Object.values(known).reduce((sum, count) => sum + count, 0)

/** Begins again from the log's first entry, should what was counted not be where it was put. */
export const startOver = (sql: Sql, group: string) =>
  sql.begin(async tx => {
    await tx`UPDATE books SET totals = '{}', statement = NULL, basis = NULL WHERE consumer_group = ${group}`
    await tx`DELETE FROM books_places WHERE consumer_group = ${group}`
    await tx`UPDATE dead_letters SET booked_types = NULL, rebooked = false WHERE consumer_group = ${group}`
  })

/** One dead letter as the books see it. `bookedTypes` is null until they have come by it. */
export type Letter = {
  partition: number
  offset: number
  replayed: boolean
  bookedTypes: Counts | null
  value: string
}

/** Letters that the books have not come by yet, up to `until`, and those that were replayed since. */
export const openLetters = async (
  sql: ISql,
  group: string,
  from: Places,
  until: Places,
): Promise<Letter[]> => {
  const ranges = [...until].map(([partition, end]) => ({ partition, start: from.get(partition) ?? 0, end }))
  type Row = {
    partition: number
    offset: string
    replayed: boolean
    booked_types: Counts | null
    value: Buffer
  }
  const rows = await sql<Row[]>`
    SELECT letter.partition, "offset", replayed_at IS NOT NULL AS replayed, booked_types, value
    FROM dead_letters AS letter
    JOIN unnest(
      ${ranges.map(range => range.partition)}::integer[], ${ranges.map(range => range.start)}::bigint[],
      ${ranges.map(range => range.end)}::bigint[]
    ) AS range (partition, start, "end") ON range.partition = letter.partition
    WHERE consumer_group = ${group} AND NOT rebooked AND "offset" < "end"
      AND ("offset" >= start OR replayed_at IS NOT NULL)
    ORDER BY letter.partition, "offset"`
  return rows.map(({ partition, offset, replayed, booked_types, value }) => ({
    partition,
    offset: Number(offset),
    replayed,
    bookedTypes: booked_types,
    value: value.toString(),
  }))
}

export type Step = {
  places: Places
  totals: Totals
  /** Letters that were passed by, with what the log says they hold, and letters whose replay was counted. */
  passed: { partition: number; offset: number; types: Counts }[]
  rebooked: { partition: number; offset: number }[]
}

/** All or nothing. Throws BeginAnew when it is not known which, or another process has taken the books over. */
export const saveStep = async (sql: Sql, group: string, keeper: string, step: Step): Promise<void> => {
  await sql
    .begin(tx => writeStep(tx, group, keeper, step))
    .catch(cause => {
      throw new BeginAnew('The books could not be saved.', { cause })
    })
}

const writeStep = async (tx: ISql, group: string, keeper: string, step: Step): Promise<void> => {
  await written(
    tx`UPDATE books SET totals = ${tx.json(step.totals)} WHERE consumer_group = ${group} AND keeper = ${keeper}`,
  )
  for (const [partition, next] of step.places)
    await tx`
        INSERT INTO books_places (consumer_group, partition, next_offset) VALUES (${group}, ${partition}, ${next})
        ON CONFLICT (consumer_group, partition) DO UPDATE SET next_offset = EXCLUDED.next_offset`
  for (const { partition, offset, types } of step.passed)
    await tx`
        UPDATE dead_letters SET booked_types = ${tx.json(types)}
        WHERE consumer_group = ${group} AND partition = ${partition} AND "offset" = ${offset}`
  for (const { partition, offset } of step.rebooked)
    await tx`
        UPDATE dead_letters SET rebooked = true
        WHERE consumer_group = ${group} AND partition = ${partition} AND "offset" = ${offset}`
}

export const saveStatement = (
  sql: Sql,
  group: string,
  keeper: string,
  { statement, basis }: { statement: Statement; basis: Basis },
) =>
  written(sql`
    UPDATE books SET statement = ${sql.json(statement)}, basis = ${sql.json(basis)}
    WHERE consumer_group = ${group} AND keeper = ${keeper}`)

const written = async (update: PromiseLike<{ count: number }>): Promise<void> => {
  const { count } = await update
  if (count !== 1) throw new BeginAnew('Another process keeps the books now.')
}

export const addLosses = (totals: Totals, more: { duplicates: Counts; conflicts: number }): Totals => ({
  ...totals,
  duplicates: addCounts(totals.duplicates, more.duplicates),
  conflicts: totals.conflicts + more.conflicts,
})
