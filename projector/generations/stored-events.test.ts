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

test('a generation takes over the checkpoint, the counts and the dead letters of its source only', async () => {
  const { client } = await openTestClickHouse(databaseOf(921))
  await openTestClickHouse(databaseOf(923))
  const { sql } = await openTestPostgres()
  const [source, other, made] = [921, 922, 923].map(n => groupOf(databaseOf(n)))
  for (const [at, group] of [source, other].entries()) {
    await sql`INSERT INTO checkpoints (consumer_group, partition, next_offset, entries) VALUES (${group ?? ''}, ${at}, 7, 7)`
    await sql`
      INSERT INTO event_counts (consumer_group, partition, type, accepted, projected, duplicates, conflicts)
      VALUES (${group ?? ''}, ${at}, 'visit', 6, 4, 2, 1)`
    await sql`
      INSERT INTO dead_letters (consumer_group, partition, "offset", key, value, reason, detail, appended_at)
      VALUES (${group ?? ''}, ${at}, 3, 'k', 'odd', 'unreadable', '', now())`
  }
  await sql`INSERT INTO read_models (generation, state, events_of) VALUES (923, 'building', 921)`
  const moved: unknown[] = []
  const log = { moveTo: async (...to: unknown[]) => void moved.push(to) }
  await takeStoredEvents(923, { sql, clickhouse: client, log })
  expect(moved).toEqual([[made, [{ partition: 0, offset: 7 }]]])
  for (const table of ['checkpoints', 'event_counts', 'dead_letters']) {
    const of = async (group = '') =>
      (await sql`SELECT * FROM ${sql(table)} WHERE consumer_group = ${group}`).map(
        ({ consumer_group: _, ...row }) => row,
      )
    expect([table, await of(made)]).toEqual([table, await of(source)])
    expect(await of(made)).toHaveLength(1)
  }
})
