/** A log, a projector and the books over real stores, and what the books are expected to say. */
import { isDeepStrictEqual } from 'node:util'
import type { ClickHouseClient } from '@clickhouse/client'
import type { Log } from '@firsttouch/infra/log/log'
import { openLog } from '@firsttouch/infra/log/open-log'
import { openTestClickHouse, openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import { until } from '@firsttouch/infra/rigs/testing/until'
import { groupOf } from '@firsttouch/infra/stores/read-models'
import type { LogEnvelope, LoggedEvent } from '@firsttouch/ingest/events'
import type { Sql } from 'postgres'
import { afterEach, expect } from 'vitest'
import { runBooks } from '../accounting/accounting.ts'
import type { Account, Statement } from '../accounting/state.ts'
import { runProjector } from '../pipeline/run.ts'
import { BOOKED_TYPES } from '../pipeline/tally.ts'
import { envelopeOf, NO_PAST } from './events.ts'

const NOTHING: Account = {
  accepted: 0,
  projected: 0,
  duplicates: 0,
  uniqueHuman: 0,
  uniqueBot: 0,
  testEvents: 0,
  deadLetters: 0,
  inFlight: 0,
  balanced: true,
}
export const account = (fields: Partial<Account>): Account => ({ ...NOTHING, ...fields })

type Stop = () => Promise<void>
const cleanUp: Stop[] = []
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step()
})

export type BooksTest = Awaited<ReturnType<typeof openBooksTest>>

/** Ends with the test. */
export const openBooksTest = async () => {
  const { db, client, clickhouse } = await openTestClickHouse()
  const { sql, url } = await openTestPostgres()
  const log = await openLog(url)
  cleanUp.push(log.close)
  const errors: unknown[] = []
  const common = { log, sql, db, onError: (error: unknown) => void errors.push(error) }

  const start = (run: (signal: AbortSignal) => Promise<void>): Stop => {
    const stop = new AbortController()
    const done = run(stop.signal)
    const end = async () => {
      stop.abort()
      await done
    }
    cleanUp.push(end)
    return end
  }
  return {
    db,
    client,
    openClient: clickhouse.client,
    sql,
    log,
    errors,
    startProjector: (own: ClickHouseClient = clickhouse.client()): Stop =>
      start(signal => runProjector({ ...NO_PAST, ...common, clickhouse: own, signal, paceMs: 0 })),
    startBooks: (): Stop => start(signal => runBooks({ ...common, clickhouse, signal })),
    append: (events: LoggedEvent[], fields: Partial<LogEnvelope> = {}) =>
      log.append(events.map(event => entryOf(event, fields))),
    statement: () => statementOf(sql, db),
    /** Waits until the books say so of these types, and nothing of the others; a failure shows what they say instead. */
    expectBooks: async (types: Partial<Statement['types']>): Promise<void> => {
      const expected = { ...Object.fromEntries(BOOKED_TYPES.map(type => [type, NOTHING])), ...types }
      const said = async () => isDeepStrictEqual((await statementOf(sql, db))?.types, expected)
      await until(said, 30_000).catch(() => undefined)
      expect((await statementOf(sql, db))?.types).toEqual(expected)
    },
  }
}

const entryOf = (event: LoggedEvent, fields: Partial<LogEnvelope>) => ({
  key: event.sessionId,
  value: JSON.stringify(envelopeOf([event], fields)),
})

const statementOf = async (sql: Sql, db: string): Promise<Statement | undefined> => {
  const [row] = await sql<{ statement: Statement | null }[]>`
    SELECT statement FROM books WHERE consumer_group = ${groupOf(db)}`
  return row?.statement ?? undefined
}

export const isCaughtUp = async (log: Log, db: string): Promise<boolean> =>
  (await log.positions(groupOf(db))).every(({ committed, end }) => committed === end)
