import { openTestClickHouse } from '@firsttouch/infra/rigs/testing/stores'
import { expect, test } from 'vitest'
import { openStore } from '../../steps/store.ts'
import { NOON } from '../../testing/events.ts'
import { ROLLUPS } from '../index.ts'

const EVENTS = 20_000

/** Clients can forge events with thousands of names. A query with quadratic cost would take minutes here. */
test('a session of thousands of tests, campaigns and pages is counted like any other', async () => {
  const { client, db } = await openTestClickHouse()
  const minute = NOON / 1000
  await client.command({
    query: `
      INSERT INTO ${db}.session_events (minute, kind, session_minute, session, at, page, utm_campaign, conversion_type, test_name, variant, n, version)
      SELECT ${minute}, ['visit', 'exposure', 'conversion'][number % 3 + 1], ${minute}, 'ann', toDateTime64(${minute}, 3) + number,
        toString(number), toString(number), if(number % 3 = 2, toString(number), ''), if(number % 3 = 1, toString(number), ''), 'v2', 1, 1
      FROM numbers(${3 * EVENTS})`,
  })
  for (const rollup of ROLLUPS.filter(({ table }) => table === 'session_minutes'))
    await openStore(client, db).refresh([[rollup, { buckets: [minute] }]])
  const found = await client.query({
    query: `SELECT model, sum(n) AS n FROM ${db}.session_minutes FINAL GROUP BY model ORDER BY model`,
    format: 'JSONEachRow',
  })
  expect(await found.json()).toEqual([
    { model: 'landing', n: 2 * EVENTS + 1 },
    { model: 'participant', n: EVENTS },
    { model: 'visitor', n: EVENTS },
  ])
})
