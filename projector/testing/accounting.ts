/** A log, a projector and its accounting on real stores, with assertions about the balance. */

import { isDeepStrictEqual } from 'node:util'
import { openLog } from '@firsttouch/infra/log/open-log'
import { cleanUpAfter } from '@firsttouch/infra/rigs/testing/clean-up'
import { openTestClickHouse, openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import { until } from '@firsttouch/infra/rigs/testing/until'
import { groupOf } from '@firsttouch/infra/stores/read-models'
import type { LogEnvelope, LoggedEvent } from '@firsttouch/ingest/events'
import type { Sql } from 'postgres'
import { expect, vi } from 'vitest'
import { runAccounting } from '../accounting/accounting.ts'
import type { Account, Balance } from '../accounting/balance.ts'
import { COUNTED_TYPES } from '../entries/tally.ts'
import { runProjector } from '../run.ts'
import { openCommit } from '../steps/commit.ts'
import { openStore } from '../steps/store.ts'
import { envelopeOf } from './events.ts'
import { openLeader } from './leader.ts'
import { ACCOUNTED, lookingAt } from './looking-at.ts'
import { withoutRest } from './without-rest.ts'

const NOTHING: Account = {
  accepted: 0,
  projected: 0,
  duplicates: 0,
  uniqueHuman: 0,
  uniqueBot: 0,
  testEvents: 0,
  deadLetters: 0,
  balanced: true,
}
export const account = (fields: Partial<Account>): Account => ({ ...NOTHING, ...fields })

/** Looks more often than the product, which looks once a second. */
const PACE = { lookEveryMs: 50, heldOneIn: 2, tryAgainMs: 200 }

type Stop = () => Promise<void>
const cleanUp = cleanUpAfter('each')

export type AccountingTest = Awaited<ReturnType<typeof openAccountingTest>>

/** Closes with the test. */
export const openAccountingTest = async () => {
  const { db, client, clickhouse } = await openTestClickHouse()
  const { sql, url } = await openTestPostgres()
  const log = await openLog(url)
  cleanUp.push(log.close)
  const errors: unknown[] = []
  const leader = await openLeader({ clickhouse: client, sql, db })
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
    leader,
    client,
    sql,
    log,
    errors,
    startProjector: (): Stop =>
      start(async signal => {
        const store = lookingAt(openStore(clickhouse.client(), db), ...ACCOUNTED)
        const commit = openCommit({ ...leader, store })
        await runProjector({ ...leader, ...common, store, commit, signal, resting: withoutRest })
      }),
    startAccounting: (): Stop => start(signal => runAccounting({ ...leader, ...common, signal, pace: PACE })),
    append: (events: LoggedEvent[], fields: Partial<LogEnvelope> = {}) =>
      log.append(events.map(event => entryOf(event, fields))),
    balance: () => balanceOf(sql, db),
    expectInFlight: (entries: number) =>
      vi.waitFor(async () => expect((await balanceOf(sql, db))?.inFlight).toBe(entries), 15_000),
    /** Waits until the balance equals `types`, for less than the minute after which the accounting reads again anyway. A failure shows the actual balance. */
    expectBalance: async (types: Partial<Balance['types']>): Promise<void> => {
      const expected = { ...Object.fromEntries(COUNTED_TYPES.map(type => [type, NOTHING])), ...types }
      const said = async () => isDeepStrictEqual((await balanceOf(sql, db))?.types, expected)
      await until(said, 15_000).catch(() => undefined)
      expect((await balanceOf(sql, db))?.types).toEqual(expected)
    },
  }
}

const entryOf = (event: LoggedEvent, fields: Partial<LogEnvelope>) => ({
  key: event.sessionId,
  value: JSON.stringify(envelopeOf([event], fields)),
})

const balanceOf = async (sql: Sql, db: string): Promise<Balance | undefined> => {
  const [row] = await sql<{ balance: Balance | null }[]>`
    SELECT balance FROM accounting WHERE consumer_group = ${groupOf(db)}`
  return row?.balance ?? undefined
}
