/** One look of the books: count the log up to where the projector is, compare, state. */

import type { ClickHouseClient } from '@clickhouse/client'
import {
  addCounts,
  BOOKED_TYPES,
  type BookedType,
  type Counts,
  type Known,
  tallyOf,
} from '../pipeline/tally.ts'
import type { BooksDeps } from './accounting.ts'
import { isTorn, ledgerPlaces, readCut } from './cut.ts'
import type { Losses } from './occurrences.ts'
import type { Places, Queue } from './queue.ts'
import {
  type Account,
  addLosses,
  type Basis,
  BeginAnew,
  type Letter,
  openLetters,
  type State,
  type Statement,
  type Step,
  saveStatement,
  saveStep,
} from './state.ts'

type SettleDeps = Pick<BooksDeps, 'sql' | 'db' | 'onError' | 'onStatement'> & {
  clickhouse: ClickHouseClient
  group: string
  keeper: string
  queue: Queue
  /** Throws BeginAnew when what was counted before is not where it was put. */
  verify(): Promise<void>
  occurrences: { add(entries: Entry[], settled: Places): Promise<Losses> }
}
type Entry = { partition: number; offset: number; known: Known[] }

/** Without anything new, so that what a store lost or gained by itself shows. */
const CUT_AT_LEAST_EVERY_MS = 60_000
const CUT_AT_MOST_EVERY_MS = 1_000
/** With so many entries before it the projector has better things to do than to be looked at every second. */
const BUSY_ENTRIES = 20_000
const CUT_WHEN_BUSY_EVERY_MS = 10_000
/** Of the time, how much rounds may be kept waiting: one part in so many. */
const HELD_ONE_IN = 20
/** A statement that says the same as before is only dated anew. */
const SAY_AGAIN_AFTER_MS = 5_000
const AFTER_FAILURE_MS = 2_000

/**
 * Returns the look, to be repeated. It goes on from `state` and changes it. While ClickHouse does not answer, the last
 * basis stays and what comes in is in flight. Throws when it must be begun anew from what is saved.
 */
export const openSettling = (deps: SettleDeps, state: State) => {
  let basis = restsOn(state)
  let nextCutAt = 0
  let verified = false
  let said: { statement: Statement; at: number } | null = null

  const look = async (): Promise<void> => {
    const ledger = await ledgerPlaces(deps.sql, deps.group)
    const behind = [...ledger].some(([partition, next]) => next > (state.places.get(partition) ?? 0))
    const old = !basis || Date.now() - Date.parse(basis.at) >= CUT_AT_LEAST_EVERY_MS
    const due = behind || old || (said && !balanced(said.statement)) || (await hasReplayed())
    const busy = deps.queue.beyond(ledger) > BUSY_ENTRIES ? CUT_WHEN_BUSY_EVERY_MS : 0
    if (due && Date.now() >= nextCutAt + busy) await settle(ledger).catch(later)
    if (basis) await say(basis)
  }

  const settle = async (ledger: Places): Promise<void> => {
    nextCutAt = Date.now() + CUT_AT_MOST_EVERY_MS
    if (!verified) await deps.verify()
    verified = true
    // Long behind, as after a start: no need to stop anybody before the end is in sight.
    if (!within(ledger, deps.queue)) {
      const until = reachable(ledger, deps.queue)
      return countTo(until, await openLetters(deps.sql, deps.group, state.places, until))
    }
    const cut = await readCut(deps, state.places)
    if (!cut) return
    await countTo(reachable(cut.places, deps.queue), cut.letters)
    nextCutAt = Date.now() + Math.max(CUT_AT_MOST_EVERY_MS, cut.heldMs * HELD_ONE_IN)
    if (!within(cut.places, deps.queue)) return
    if (hasMore(statementOf(cut.basis, state, deps.queue)) && (await isTorn(deps, cut))) return
    basis = cut.basis
  }

  const countTo = async (until: Places, letters: Letter[]): Promise<void> => {
    if (await count(deps, state, until, letters)) basis = null
  }

  const later = (error: unknown): void => {
    if (error instanceof BeginAnew) throw error
    nextCutAt = Date.now() + AFTER_FAILURE_MS
    deps.onError(error)
  }

  const hasReplayed = async (): Promise<boolean> =>
    (await openLetters(deps.sql, deps.group, state.places, state.places)).length > 0

  const say = async (on: Basis): Promise<void> => {
    const now = Date.now()
    const statement = statementOf(on, state, deps.queue)
    if (said && sameBut(said.statement, statement) && now - said.at < SAY_AGAIN_AFTER_MS) return
    await saveStatement(deps.sql, deps.group, deps.keeper, { statement, basis: on })
    said = { statement, at: now }
    deps.onStatement?.(statement)
  }
  return look
}

/** The last basis, if what was counted since does not go beyond it. */
const restsOn = ({ basis, places }: State): Basis | null =>
  basis &&
  places.size === basis.places.length &&
  basis.places.every(([partition, next]) => places.get(partition) === next)
    ? basis
    : null

const within = (places: Places, queue: Queue): boolean =>
  [...places].every(([partition, next]) => queue.end(partition) >= next)
const reachable = (places: Places, queue: Queue): Places =>
  new Map([...places].map(([partition, next]) => [partition, Math.min(next, queue.end(partition))]))

/** Counts what was read up to `until` but for dead letters, and dead letters replayed since. Tells if there was anything. */
const count = async (deps: SettleDeps, state: State, until: Places, letters: Letter[]): Promise<boolean> => {
  const ahead = new Map(letters.filter(letter => isAhead(letter, state)).map(one => [keyOf(one), one]))
  const entries: Entry[] = []
  const step: Step = { places: until, totals: state.totals, passed: [], rebooked: [] }
  const add = (counts: Counts, sign: 1 | -1 = 1) => {
    step.totals = { ...step.totals, counted: addCounts(step.totals.counted, counts, sign) }
  }
  for (const read of deps.queue.before(until)) {
    add(read.counts)
    const letter = ahead.get(keyOf(read))
    if (letter && !letter.replayed) step.passed.push({ ...read, types: read.counts })
    else entries.push(read)
    if (letter?.replayed) step.rebooked.push(read)
  }
  for (const letter of letters.filter(one => !isAhead(one, state))) {
    const { counts, known } = tallyOf(letter.value)
    add(letter.bookedTypes ?? {}, -1)
    add(counts)
    entries.push({ ...letter, known })
    step.rebooked.push(letter)
  }
  if (entries.length === 0 && step.passed.length === 0 && samePlaces(until, state.places)) return false
  step.totals = addLosses(step.totals, await deps.occurrences.add(entries, state.places))
  await saveStep(deps.sql, deps.group, deps.keeper, step)
  Object.assign(state, { places: new Map([...state.places, ...until]), totals: step.totals })
  deps.queue.drop(until)
  return true
}

const isAhead = ({ partition, offset }: Letter, state: State): boolean =>
  offset >= (state.places.get(partition) ?? 0)
const keyOf = ({ partition, offset }: { partition: number; offset: number }) => `${partition}/${offset}`
const samePlaces = (a: Places, b: Places): boolean =>
  [...a].every(([partition, next]) => next <= (b.get(partition) ?? 0))

const statementOf = (basis: Basis, { totals }: State, queue: Queue): Statement => {
  const inFlight = queue.counts()
  const account = (type: BookedType): Account => {
    const of = (counts: Counts) => counts[type] ?? 0
    const account = {
      accepted: of(totals.counted) + of(inFlight),
      projected: of(basis.projected),
      duplicates: of(totals.duplicates),
      uniqueHuman: of(basis.unique.human),
      uniqueBot: of(basis.unique.bot),
      testEvents: of(basis.unique.tests ?? {}),
      deadLetters: of(basis.deadLetters),
      inFlight: of(inFlight),
    }
    const { accepted, projected, duplicates, uniqueHuman, uniqueBot, deadLetters } = account
    const balanced =
      accepted === projected + deadLetters + account.inFlight &&
      projected === uniqueHuman + uniqueBot + duplicates
    return { ...account, balanced }
  }
  const oldest = [...queue.oldest()]
  return {
    asOf: new Date().toISOString(),
    cutAt: basis.at,
    types: Object.fromEntries(BOOKED_TYPES.map(type => [type, account(type)])) as Statement['types'],
    conflicts: totals.conflicts,
    oldestInFlight:
      oldest.length === 0 ? null : new Date(Math.min(...oldest.map(([, at]) => at))).toISOString(),
    oldestByPartition: Object.fromEntries(
      oldest.map(([partition, at]) => [partition, new Date(at).toISOString()]),
    ),
  }
}

const balanced = (statement: Statement | undefined): boolean =>
  !!statement && BOOKED_TYPES.every(type => statement.types[type].balanced)

/** More in the store than the ledger knows of: what a round that is not done leaves. */
const hasMore = ({ types }: Statement): boolean =>
  BOOKED_TYPES.some(type => {
    const { uniqueHuman, uniqueBot, duplicates, projected } = types[type]
    return uniqueHuman + uniqueBot + duplicates > projected
  })

const sameBut = (
  { asOf: _, cutAt: __, ...a }: Statement,
  { asOf: ___, cutAt: ____, ...b }: Statement,
): boolean => JSON.stringify(a) === JSON.stringify(b)
