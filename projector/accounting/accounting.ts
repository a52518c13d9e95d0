/**
 * The books: accepted = projected + dead letters + in flight, and projected = unique human + unique bot + duplicates,
 * for each type of event. Each number comes from another source, so that they only agree when nothing was lost or
 * counted twice on the way:
 *
 * - accepted, in flight: the log, read a second time by a consumer group of its own that parses entries by itself.
 * - projected: the projector's ledger, which moves in the transaction of a round, with the place in the log.
 * - dead letters: the table of dead letters, by what their bytes seem to hold.
 * - unique human and bot: the roll-ups that the dashboard reads.
 * - duplicates: `occurrences`, which holds every event each time that the log does. An event's first place in the log
 *   is the event, all others are duplicates. Ids that come again with another payload are counted as conflicts.
 *
 * They are compared for one moment between two rounds: a lock keeps rounds out for the milliseconds that reading the
 * ledger and the roll-ups takes, and the log is counted up to exactly the ledger's place. What was read beyond it is in
 * flight. A round that died half-way has left events beyond that place; then there is no statement until it is done
 * again. Sums and places move together in one transaction, and a count is a function of the log alone, so a kill at
 * any point changes nothing. One process keeps the books of a group at a time, under a lock that dies with it.
 *
 * A statement costs the same at any number of events but for one sum over the roll-ups; the API only reads it.
 */

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ClickHouseClient } from '@clickhouse/client'
import type { Log } from '@firsttouch/infra/log/log'
import { LOCKS } from '@firsttouch/infra/stores/locks'
import { groupOf } from '@firsttouch/infra/stores/read-models'
import type { Sql } from 'postgres'
import { openOccurrences } from './occurrences.ts'
import { openQueue } from './queue.ts'
import { runReconcile } from './reconcile.ts'
import { openRests } from './rest.ts'
import { openSettling } from './settle.ts'
import { BeginAnew, occurrencesOf, type State, type Statement, startOver, takeOver } from './state.ts'

export type BooksDeps = {
  log: Pick<Log, 'consume' | 'positions'>
  clickhouse: { client(): ClickHouseClient }
  sql: Sql
  /** The generation whose books are kept. */
  db: string
  signal: AbortSignal
  onError: (error: unknown) => void
  onStatement?: (statement: Statement) => void
}

const LOOK_EVERY_MS = 250
const TRY_AGAIN_MS = 2_000

/** Keeps the books until the signal aborts, or waits to take them over from another process. */
export const runBooks = async ({ clickhouse, ...given }: BooksDeps): Promise<void> => {
  const deps = { ...given, clickhouse: clickhouse.client(), reconcileWith: clickhouse.client() }
  const { sql, db, signal, onError } = deps
  while (!signal.aborted) {
    await sql
      .begin(async tx => {
        // Nothing else happens in this transaction: it holds the lock as long as the connection lives.
        const [row] = await tx<{ ours: boolean }[]>`
          SELECT pg_try_advisory_xact_lock(${LOCKS.accounting}, hashtext(${groupOf(db)})) AS ours`
        if (row?.ours) await keep(deps, async () => void (await tx`SELECT 1`))
      })
      .catch(error => {
        if (!signal.aborted) onError(error)
      })
    await sleep(TRY_AGAIN_MS, undefined, { signal }).catch(() => undefined)
  }
}

type KeepDeps = Omit<BooksDeps, 'clickhouse'> & {
  clickhouse: ClickHouseClient
  reconcileWith: ClickHouseClient
}

/** Throws when a store fails, or `assertOurs` does: then everything is read anew from where it was saved. */
const keep = async (deps: KeepDeps, assertOurs: () => Promise<void>): Promise<void> => {
  const { log, sql, db, clickhouse } = deps
  const group = groupOf(db)
  const keeper = randomUUID()
  const occurrences = openOccurrences(clickhouse, db)
  const state = await takeOver(sql, group, keeper)
  const stop = new AbortController()
  const signal = AbortSignal.any([stop.signal, deps.signal])
  const queue = openQueue(state.places, signal, openRests(log, group))
  const verify = () => assertCounted(sql, group, state, occurrences)
  const settle = openSettling({ ...deps, group, keeper, queue, occurrences, verify }, state)
  const reading = log.consume(`books-${db}`, queue.take, {
    signal,
    onError: deps.onError,
    startAt: async partition => state.places.get(partition) ?? 0,
  })
  let failed: { error: unknown } | null = null
  const ended = reading.catch(error => {
    failed = { error }
  })
  const reconciling = runReconcile({ ...deps, clickhouse: deps.reconcileWith, signal })
  try {
    while (!signal.aborted) {
      await assertOurs()
      await settle()
      if (failed) throw (failed as { error: unknown }).error
      await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined)
    }
  } finally {
    stop.abort()
    await Promise.all([ended, reconciling])
  }
}

type Occurrences = ReturnType<typeof openOccurrences>

/** A table that lost what it was given, by a power cut or a restore, is no base for counting on: begin again. */
const assertCounted = async (
  sql: Sql,
  group: string,
  { totals, places }: State,
  occurrences: Occurrences,
): Promise<void> => {
  const expected = await occurrencesOf(sql, group, totals)
  const found = await occurrences.count(places)
  if (found === expected) return
  await startOver(sql, group)
  await occurrences.clear()
  throw new BeginAnew(
    `The books had counted ${expected} events and found ${found}: they count the log again.`,
  )
}
