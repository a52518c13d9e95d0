import { openTestClickHouse, openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import { databaseOf, groupOf } from '@firsttouch/infra/stores/read-models'
import { expect, test } from 'vitest'
import { project } from '../run.ts'
import { openStore } from '../steps/store.ts'
import { recordsOf, visit } from '../testing/events.ts'
import { takeStoredEvents } from './stored-events.ts'

test('a former leader that wakes up removes none of its successor’s events, and events that both attached count once', async () => {
  const { client } = await openTestClickHouse(databaseOf(911))
  const { db } = await openTestClickHouse(databaseOf(912))
  const { sql } = await openTestPostgres()
  await project(recordsOf([visit(), visit()]), { store: openStore(client, databaseOf(911)) })
  await sql`INSERT INTO checkpoints ${sql({ consumer_group: groupOf(databaseOf(911)), partition: 0, next_offset: 2, entries: 2 })}`
  await sql`INSERT INTO read_models (generation, state, events_of) VALUES (912, 'building', 911)`
  const taken = (moveTo: () => Promise<void>) =>
    takeStoredEvents(912, { sql, clickhouse: client, log: { moveTo } })
  const frozen = () => Promise.reject(new Error('the lease is over'))
  await expect(taken(frozen)).rejects.toThrow('the lease is over')
  await project(recordsOf([visit()], 2), { store: openStore(client, db) })
  await taken(async () => undefined)
  const counted = await client.query({
    query: `SELECT toUInt32(count()) AS n, toUInt32(max(log_offset)) AS newest FROM ${db}.events FINAL`,
    format: 'JSONEachRow',
  })
  expect(await counted.json()).toEqual([{ n: 3, newest: 2 }])
})
