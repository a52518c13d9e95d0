/** The report picks the right generations, and sets `ready` only if the rebuilt one may still serve. */
import type { ClickHouseClient } from '@clickhouse/client'
import { reachesEnd } from '@firsttouch/infra/log/reaches-end'
import { openTestClickHouse, openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import { databaseOf, groupOf } from '@firsttouch/infra/stores/read-models'
import type { Sql } from 'postgres'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { reportWhenCaughtUp } from './parity.ts'

const NEVER = new AbortController().signal
const GENERATIONS = [1, 2, 3]

let clickhouse: ClickHouseClient
let sql: Sql
/** Committed offsets by consumer group. The log ends at 10. */
let committed: Map<string, number>
let onAsked: () => Promise<unknown>
beforeAll(async () => {
  for (const generation of GENERATIONS) clickhouse = (await openTestClickHouse(databaseOf(generation))).client
  sql = (await openTestPostgres()).sql
})
beforeEach(async () => {
  committed = new Map(GENERATIONS.map(generation => [groupOf(databaseOf(generation)), 10]))
  onAsked = async () => undefined
  await sql`DELETE FROM read_models`
  await sql`INSERT INTO read_models (generation, state) VALUES (2, 'building'), (1, 'serving'), (3, 'building')`
})

const positions = async (group: string) => {
  await onAsked()
  return [
    { partition: 0, start: 0, end: 4, committed: 4 },
    { partition: 1, start: 0, end: 10, committed: committed.get(group) ?? 0 },
  ]
}
const report = (generation: number, signal = NEVER) =>
  reportWhenCaughtUp(generation, { log: { positions }, clickhouse, sql, signal })
const states = async () =>
  (
    await sql`SELECT generation, state, report->'comparedWith' AS with FROM read_models ORDER BY generation`
  ).map(row => [row.generation, row.state, row.with])
const UNTOUCHED = [
  [1, 'serving', null],
  [2, 'building', null],
  [3, 'building', null],
]

test('the newest building generation is compared with the serving one and becomes ready; an older building one is ignored', async () => {
  await report(2)
  expect(await states()).toEqual(UNTOUCHED)
  await report(3)
  expect(await states()).toEqual(UNTOUCHED.with(2, [3, 'ready', 1]))
})

test('the comparison waits until the generation has reached the end that the log had when the wait began', async () => {
  committed.set(groupOf(databaseOf(3)), 9)
  let asked = 0
  onAsked = async () => {
    asked += 1
    if (asked === 6) expect(await states()).toEqual(UNTOUCHED)
    if (asked === 6) committed.set(groupOf(databaseOf(3)), 10)
  }
  await report(3)
  expect(asked).toBeGreaterThan(6)
  expect(await states()).toEqual(UNTOUCHED.with(2, [3, 'ready', 1]))
})

test('a generation that is retired during its comparison stays retired', async () => {
  let asked = 0
  onAsked = async () => {
    asked += 1
    if (asked === 3) await sql`UPDATE read_models SET state = 'retired' WHERE generation = 3`
  }
  await report(3)
  expect(asked).toBeGreaterThan(3)
  expect(await states()).toEqual(UNTOUCHED.with(2, [3, 'retired', null]))
})

test('without a serving generation there is no comparison', async () => {
  await sql`UPDATE read_models SET state = 'retired' WHERE generation = 1`
  await expect(report(3)).rejects.toThrow('nothing to compare with')
})

test('a process that stops during its wait compares nothing', async () => {
  committed.clear()
  const stop = new AbortController()
  onAsked = async () => stop.abort()
  await report(3, stop.signal)
  expect(await reachesEnd({ positions }, groupOf(databaseOf(3)), stop.signal)).toBe(false)
  expect(await states()).toEqual(UNTOUCHED)
})
