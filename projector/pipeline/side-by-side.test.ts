/** Batches of two partitions at once, in one process or in two: sessions of one minute are counted together. */
import type { ClickHouseClient } from '@clickhouse/client'
import type { LogRecord } from '@firsttouch/infra/log/log'
import { openTestClickHouse, openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import type { LoggedEvent } from '@firsttouch/ingest/events'
import { expect, test } from 'vitest'
import { conversion, envelopeOf, exposure, NO_PAST, NOON, session, visit } from '../testing/events.ts'
import { readTables, refreshEverything } from '../testing/read-tables.ts'
import { openBatch } from './run.ts'
import { openStore } from './store.ts'

const entryOf = (partition: number, events: LoggedEvent[]): LogRecord[] => [
  {
    ...{ partition, offset: 0, key: events[0]?.sessionId ?? '' },
    value: JSON.stringify(envelopeOf(events)),
    appendedAt: new Date(NOON),
  },
]

type Insert = Parameters<ClickHouseClient['insert']>[0]
type Command = Parameters<ClickHouseClient['command']>[0]
const withParts = (client: ClickHouseClient, parts: Record<string, unknown>): ClickHouseClient =>
  Object.assign(Object.create(client), parts)

test('who counts a minute while half of a session is in the store, and writes late, leaves no row that nobody takes back', async () => {
  const { clickhouse, client, db } = await openTestClickHouse()
  const { sql } = await openTestPostgres()
  const batchOf = (own: ClickHouseClient) =>
    openBatch({ ...NO_PAST, clickhouse: own, sql, db, onError: () => undefined })
  const half = Promise.withResolvers<void>()
  const counting = Promise.withResolvers<void>()

  // Of several months, or of very many events, the parts of an insert come one by one.
  const first = clickhouse.client()
  const inHalves = withParts(first, {
    insert: async (asked: Insert) => {
      const rows = asked.values as unknown[]
      if (asked.table.endsWith('.events')) {
        await first.insert({ ...asked, values: rows.splice(0, 1) })
        half.resolve()
        await counting.promise
      }
      return first.insert({ ...asked, values: rows })
    },
  })
  const second = clickhouse.client()
  let isSlow = false
  const slowly = withParts(second, {
    command: (asked: Command) => {
      if (!isSlow || !asked.query.includes('.session_minutes (')) return second.command(asked)
      const query = asked.query.replace('SELECT key.1,', 'SELECT key.1 + toIntervalSecond(sleep(1.5)),')
      expect(query).not.toBe(asked.query)
      setTimeout(counting.resolve, 500)
      return second.command({ ...asked, query })
    },
  })

  // Projected before: again, it is counted by whole minutes and not by its sessions alone.
  const other = entryOf(1, [visit({ sessionId: session() })])
  await batchOf(slowly)(other)
  isSlow = true
  const sessionId = session()
  // Until its conversion is in the store, the session is one that has not converted.
  const converted = entryOf(0, [exposure('v2', sessionId, NOON), conversion({ sessionId, at: NOON + 1_000 })])
  const done = batchOf(inHalves)(converted)
  await half.promise
  await Promise.all([done, batchOf(slowly)(other)])

  const found = await readTables(client, db)
  await refreshEverything(openStore(client, db))
  expect(found).toEqual(await readTables(client, db))
})
