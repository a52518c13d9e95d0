import { setTimeout as sleep } from 'node:timers/promises'
import { openTestClickHouse, openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import { migrateClickHouse } from '@firsttouch/infra/stores/migrate'
import { databaseOf, groupOf } from '@firsttouch/infra/stores/read-models'
import { expect, test } from 'vitest'
import { project } from '../run.ts'
import { openStore } from '../steps/store.ts'
import { recordsOf, visit } from '../testing/events.ts'
import { takeStoredEvents } from './stored-events.ts'

/** Longer than PostgreSQL's idle transaction timeout. */
const SLOW_MS = 10_000

test('a log that takes ten seconds to move the group, as Kafka may, does not end the transaction', async () => {
  const { client } = await openTestClickHouse()
  const { sql } = await openTestPostgres()
  const [source, made] = [databaseOf(901), databaseOf(902)]
  for (const db of [source, made]) await migrateClickHouse(client, db)
  await project(recordsOf([visit()]), { store: openStore(client, source) })
  await sql`INSERT INTO checkpoints ${sql({ consumer_group: groupOf(source), partition: 0, next_offset: 1, entries: 1 })}`
  await sql`INSERT INTO read_models (generation, state, events_of) VALUES (902, 'building', 901)`
  const moves: unknown[] = []
  const log = {
    moveTo: async (...given: unknown[]) => {
      await sleep(SLOW_MS)
      moves.push(given)
    },
  }
  await takeStoredEvents(902, { sql, clickhouse: client, log })
  expect(moves).toEqual([[groupOf(made), [{ partition: 0, offset: 1 }]]])
  const copied =
    await sql`SELECT next_offset::int AS next FROM checkpoints WHERE consumer_group = ${groupOf(made)}`
  expect(copied).toEqual([{ next: 1 }])
  const events = await client.query({
    query: `SELECT count() AS n FROM ${made}.events`,
    format: 'JSONEachRow',
  })
  expect((await events.json<{ n: number | string }>()).map(({ n }) => Number(n))).toEqual([1])
  for (const db of [source, made]) await client.command({ query: `DROP DATABASE ${db}` })
})
