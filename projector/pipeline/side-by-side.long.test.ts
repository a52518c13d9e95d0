/**
 * Two batches of other partitions, in every order of their steps. A refresh reads and then writes, and the parts of an insert come one
 * by one: whatever the other does in between, in the end each table is what all events make of it.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { ClickHouseClient } from '@clickhouse/client'
import type { LogRecord } from '@firsttouch/infra/log/log'
import { openTestClickHouse, openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import type { ClickHouse } from '@firsttouch/infra/stores/clickhouse'
import type { Sql } from 'postgres'
import { beforeAll, expect, test } from 'vitest'
import { conversion, envelopeOf, exposure, NO_PAST, NOON, session } from '../testing/events.ts'
import { readTables, refreshEverything } from '../testing/read-tables.ts'
import { openBatch } from './run.ts'
import { openStore } from './store.ts'

const LOOK_EVERY_MS = 2
/** Between the halves of its insert, before the tables of sessions are read, and before the second of them is written. */
const STEPS = 4

type Lane = 'a' | 'b'

/** All words of so many letters of each. */
const ordersOf = (a: number, b: number): string[] =>
  a + b === 0
    ? ['']
    : [
        ...(a > 0 ? ordersOf(a - 1, b).map(rest => `a${rest}`) : []),
        ...(b > 0 ? ordersOf(a, b - 1).map(rest => `b${rest}`) : []),
      ]

/** Whose turn it is and who waits for a lock of PostgreSQL leaves it to the other. */
const openTurns = (order: string) => {
  const waiting = new Map<Lane, () => void>()
  let at = 0
  return {
    takerOf: (lane: Lane) => () => new Promise<void>(resolve => waiting.set(lane, resolve)),
    until: async (done: Promise<unknown>): Promise<void> => {
      // Half of each is in the store before the first turn.
      while (waiting.size < 2) await sleep(LOOK_EVERY_MS)
      let isOver = false
      const over = done.finally(() => {
        isOver = true
      })
      while (!isOver) {
        const asked = order[at] as Lane | undefined
        for (let looks = 0; looks < 25 && !isOver && !(asked && waiting.has(asked)); looks++)
          await sleep(LOOK_EVERY_MS)
        const [next] = asked && waiting.has(asked) ? [asked] : waiting.keys()
        at += 1
        if (!next) continue
        const go = waiting.get(next)
        waiting.delete(next)
        go?.()
      }
      await over
    },
  }
}

let stops = 0
let follows = 0

const inSteps = (client: ClickHouseClient, take: () => Promise<void>): ClickHouseClient =>
  Object.assign(Object.create(client), {
    insert: async (asked: Parameters<ClickHouseClient['insert']>[0]) => {
      const rows = [...(asked.values as unknown[])]
      if (asked.table.endsWith('.events')) {
        await client.insert({ ...asked, values: rows.splice(0, 1) })
        await take()
      }
      // What is followed is written at once: no refresh reads anything.
      if (asked.table.endsWith('.session_minutes')) {
        stops += 1
        follows += 1
        await take()
      }
      return client.insert({ ...asked, values: rows })
    },
    command: async (asked: Parameters<ClickHouseClient['command']>[0]) => {
      const [, table = '', columns, select] =
        /^\s*INSERT INTO (\S+) \((.*?)\)[^(]*?(SELECT.*)$/s.exec(asked.query) ?? []
      if (table.endsWith('.session_events')) await take()
      if (!table.endsWith('.session_minutes')) return client.command(asked)
      stops += 1
      const read = `${table}_${stops}`
      await take()
      await client.command({ query: `CREATE TABLE ${read} AS ${table} ENGINE = Memory` })
      await client.command({ ...asked, query: `INSERT INTO ${read} (${columns}) ${select}` })
      await take()
      const query = `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM ${read}`
      await client.command({ ...asked, query })
      return client.command({ query: `DROP TABLE ${read}` })
    },
  })

/** A session that alone counts as what it does in its minute, so that nobody else’s refresh mends what was counted wrongly. */
const entryOf = (partition: number, minute: number): LogRecord[] => {
  const sessionId = session(minute)
  const events = [
    exposure(['v2', 'control'][partition] ?? '', sessionId, minute),
    conversion({ sessionId, at: minute + 1_000 }),
  ]
  const value = JSON.stringify(envelopeOf(events))
  return [{ partition, offset: minute - NOON, key: sessionId, value, appendedAt: new Date(minute) }]
}

let clickhouse: Pick<ClickHouse, 'client'>
let client: ClickHouseClient
let db: string
let sql: Sql
beforeAll(async () => {
  ;({ clickhouse, client, db } = await openTestClickHouse())
  ;({ sql } = await openTestPostgres())
})
const batchOf = (own: ClickHouseClient) =>
  openBatch({ ...NO_PAST, clickhouse: own, sql, db, onError: () => undefined })

test('a batch, and one that comes again and so is counted by whole minutes, leave what all events make', async () => {
  const [a, b] = [clickhouse.client(), clickhouse.client()]
  const orders = ordersOf(STEPS, STEPS)
  for (const [i, order] of orders.entries()) {
    const minute = NOON + 60_000 * i
    const [first, second] = [entryOf(0, minute), entryOf(1, minute)]
    await batchOf(b)(second)
    const turns = openTurns(order)
    const done = [
      batchOf(inSteps(a, turns.takerOf('a')))(first),
      batchOf(inSteps(b, turns.takerOf('b')))(second),
    ]
    await turns.until(Promise.all(done))
  }
  // Every statement that is to stop in the middle did.
  expect(stops).toBe(2 * orders.length)
  expect(follows).toBeGreaterThan(0)
  expect(follows).toBeLessThan(orders.length)
  const found = await readTables(client, db)
  await refreshEverything(openStore(client, db))
  expect(found).toEqual(await readTables(client, db))
}, 1_200_000)
