/** Parts bear the times of their files, which a test cannot set: a copy of their table stands for it, with times of the test's own. */
import type { ClickHouseClient } from '@clickhouse/client'
import { openTestClickHouse } from '@firsttouch/infra/rigs/testing/stores'
import { expect, test } from 'vitest'
import { envelopeOf, NOON, visit } from '../testing/events.ts'
import { eventRow, sentBy } from './rows.ts'
import { openStore } from './store.ts'

test('the buckets to refresh are those of parts at most ten minutes older than the newest that is active', async () => {
  const { client, db } = await openTestClickHouse()
  await client.command({ query: `SYSTEM STOP MERGES ${db}.events` })
  await client.command({
    query: `
      CREATE TABLE ${db}.parts (name String, database String, table String, active UInt8, modification_time DateTime)
      ENGINE = Memory`,
  })
  const query: typeof client.query = given =>
    client.query({ ...given, query: given.query.replaceAll('system.parts', `${db}.parts`) })
  const watched: ClickHouseClient = Object.assign(Object.create(client), { query })
  const store = openStore(watched, db)

  /** Events of these minutes after noon in a part of their own, whose name is told. */
  const insert = async (offset: number, ...minutes: number[]): Promise<string> => {
    await store.insertEvents(
      minutes.map((minute, index) => {
        const event = visit({ at: NOON + minute * 60_000 })
        return eventRow(sentBy(envelopeOf([event])), event, { partition: 0, offset, index })
      }),
    )
    const found = await client.query({
      query: `SELECT DISTINCT _part AS name FROM ${db}.events WHERE log_offset = ${offset}`,
      format: 'JSONEachRow',
    })
    return (await found.json<{ name: string }>())[0]?.name ?? ''
  }
  const [old, justInTime, newest] = [await insert(0, 1), await insert(1, 2, 20), await insert(2, 3, 3)]
  const part = (name: string, seconds: number, more: object = {}) => ({
    ...{ name, database: db, table: 'events', active: 1, modification_time: NOON / 1000 + seconds },
    ...more,
  })
  await client.insert({
    table: `${db}.parts`,
    values: [
      ...[part(old, -601), part(justInTime, -600), part(newest, 0)],
      part('merged', 5_000, { active: 0 }),
      ...[part(newest, -9_000, { table: 'leads' }), part('later', 9_000, { table: 'leads' })],
      ...[part(newest, -9_000, { database: 'another' }), part('later', 9_000, { database: 'another' })],
    ],
    format: 'JSONEachRow',
  })
  const after = async (bucket: 'minute' | 'quarter_hour') =>
    (await store.recentBuckets(bucket)).map(at => (at * 1000 - NOON) / 60_000).toSorted((a, b) => a - b)
  expect(await after('minute')).toEqual([2, 3, 20])
  expect(await after('quarter_hour')).toEqual([0, 15])
})
