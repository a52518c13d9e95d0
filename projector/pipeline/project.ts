/** One batch: entries → events → read models. Doing it again, wholly or in part, changes nothing. */
import type { LogRecord } from '@firsttouch/infra/log/log'
import { PROJECTIONS, TIERS } from '../projections/index.ts'
import type { Rollup, Scope } from '../projections/rollup.ts'
import { touchedBy } from '../projections/touched.ts'
import { type NextVersion, ownVersions } from '../projections/versions.ts'
import type { DeadLetter } from './dead-letters.ts'
import { inOrder, keptTo, type Occurrence } from './duplicates.ts'
import type { EntryRow as Row } from './entries/entry-row.ts'
import { NO_REDACTION, type Redaction, readEntries } from './entry-rows.ts'
import type { Following } from './followed/followed.ts'
import type { Known } from './known.ts'
import { EVENT_COLUMNS } from './rows.ts'
import type { Progress, Store } from './store.ts'
import type { Writing } from './writing.ts'

export type BatchResult = {
  events: Occurrence[]
  known: Known[]
  deadLetters: DeadLetter[]
  /** Query keys of the API's answers that changed. */
  changed: string[]
}
export const NOTHING: BatchResult = { events: [], known: [], deadLetters: [], changed: [] }

export type ProjectDeps = {
  store: Store
  redaction?: Redaction
  beforeInsert?: (events: Occurrence[], known: Known[]) => Promise<void>
  /** Whether another batch may have an id of this one. Asked after the insert; without it, none has. */
  isShared?: () => Promise<boolean>
  /** Without it, all is refreshed. */
  following?: Following
  /** The store alone is at work from then on. */
  beforeRefresh?: (() => void) | undefined
  /** Without these two nobody else writes to the store. */
  nextVersion?: NextVersion
  locked?: <T>(writing: Writing, work: () => Promise<T>) => Promise<T>
}

export const project = async (records: LogRecord[], deps: ProjectDeps): Promise<BatchResult> => {
  try {
    return await projectAll(records, deps)
  } catch (error) {
    deps.following?.drop()
    throw error
  }
}

const projectAll = async (records: LogRecord[], deps: ProjectDeps): Promise<BatchResult> => {
  const { store, redaction = NO_REDACTION, beforeInsert } = deps
  const { rows, deadLetters } = readEntries(records, redaction)
  const known = await store.known(rows.map(({ id }) => id))
  await beforeInsert?.(rows, known)
  const conflicts = conflictsAmong(rows, known)
  const isAdded = conflicts.length === 0 && !replacesAny(rows, known)
  const added = isAdded ? deps.following?.batch(rows, known) : undefined
  await added?.prepare(writingOf(deps))
  await store.insertEvents(rows.map(({ row }) => row))
  const changed = await refresh({ rows, conflicts, isAdded, added }, deps)
  return { events: rows, known, deadLetters, changed }
}

const unlocked: NonNullable<ProjectDeps['locked']> = (_, work) => work()
const writingOf = ({ nextVersion = ownVersions, locked = unlocked }: ProjectDeps) => ({
  nextVersion,
  alone: <T>(work: () => Promise<T>): Promise<T> => locked('follows', work),
})

/** Only the first place in the log counts, and that may be the new one: what was counted until now is counted again. */
const conflictsAmong = (rows: Row[], known: Known[]): Known[] => {
  if (known.length === 0) return []
  const own = Map.groupBy(rows, ({ id }) => id)
  return known.filter(({ id, content }) => own.get(id)?.some(other => other.content !== content))
}

type Inserted = {
  rows: Row[]
  conflicts: Known[]
  isAdded: boolean
  added: ReturnType<Following['batch']> | undefined
}

const refresh = async (
  { rows, conflicts, isAdded: mayBeAdded, added }: Inserted,
  deps: ProjectDeps,
): Promise<string[]> => {
  const { store, isShared = async () => false, nextVersion = ownVersions, following } = deps
  const { locked = unlocked, beforeRefresh } = deps
  const isAdded = mayBeAdded && !(await isShared())
  // Whom an event was taken from, nobody may know any more: all that share its minute are looked at.
  const others = isAdded ? [] : await store.sessionsIn(new Set(rows.map(({ minute }) => minute)))
  const { touched, bucketsOf } = touchedBy(rows, [...conflicts, ...others], PROJECTIONS)
  const sessions = isAdded ? sessionsOf(rows) : undefined
  beforeRefresh?.()
  if (!isAdded) following?.drop()
  const done = isAdded ? await added?.count(writingOf(deps)) : undefined
  for (const tier of TIERS) {
    const parts = tier
      .filter(rollup => bucketsOf.has(rollup) && !done?.has(rollup))
      .map((rollup): [Rollup, Scope] => [rollup, { buckets: bucketsOf.get(rollup) ?? [], sessions }])
    const work = () => store.refreshTier(parts, nextVersion)
    if (parts.length > 0)
      await locked(parts.every(([{ keysStay }]) => keysStay) ? 'adds' : 'takes back', work)
  }
  return [...new Set(touched.flatMap(({ feeds }) => feeds))]
}

/** Whether a row of the batch counts in another's place, or is in the store already and may have done so. */
const replacesAny = (rows: Row[], known: Known[]): boolean => {
  const before = Map.groupBy(known, ({ id }) => id)
  return rows.some(row => before.get(row.id)?.some(other => inOrder(row, other) <= 0))
}

const SESSION = EVENT_COLUMNS.indexOf('session')
/** Statements name them up to three times, in hexadecimal digits, and may have four MiB. */
const MAX_SESSION_BYTES = 100_000

const sessionsOf = (rows: Row[]): Map<string, number> | undefined => {
  const sessions = new Map(rows.map(({ row, sessionMinute }) => [String(row[SESSION]), sessionMinute]))
  return Buffer.byteLength([...sessions.keys()].join('')) > MAX_SESSION_BYTES ? undefined : sessions
}

export const mergeResults = (results: BatchResult[]): BatchResult => ({
  events: results.flatMap(({ events }) => events),
  known: results.flatMap(({ known }) => known),
  deadLetters: results.flatMap(({ deadLetters }) => deadLetters),
  changed: [...new Set(results.flatMap(({ changed }) => changed))],
})

/** To be saved when all of it is in the tables. */
export const progressOf = (records: LogRecord[], { events, known }: BatchResult): Progress[] => {
  const kept = keptTo(events, known)
  return [...Map.groupBy(records, record => record.partition)].map(([partition, own]) => ({
    partition,
    keptTo: kept.get(partition),
    nextOffset: Math.max(...own.map(record => record.offset)) + 1,
    appendedAt: new Date(Math.max(...own.map(record => record.appendedAt.getTime()))),
  }))
}
