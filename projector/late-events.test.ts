import { openTestClickHouse } from '@firsttouch/infra/rigs/testing/stores'
import { expect, test } from 'vitest'
import { project } from './run.ts'
import { openStore } from './steps/store.ts'
import { conversion, exposure, recordsOf, visit } from './testing/events.ts'

const DAYS = 30
const BATCHES = 4

test('a batch with events of thirty days creates few parts, because every table is partitioned by month', async () => {
  const { client, db } = await openTestClickHouse()
  const tables = await client.query({
    query: `SELECT name FROM system.tables WHERE database = '${db}' AND engine LIKE '%MergeTree'`,
    format: 'JSONEachRow',
  })
  const parts = async () => {
    const found = await client.query({
      query: `SELECT table, count() AS n FROM system.parts WHERE database = '${db}' AND active GROUP BY table ORDER BY table`,
      format: 'JSONEachRow',
    })
    return Object.fromEntries(
      (await found.json<{ table: string; n: number }>()).map(({ table, n }) => [table, n]),
    )
  }
  for (const { name } of await tables.json<{ name: string }>())
    await client.command({ query: `SYSTEM STOP MERGES ${db}.${name}` })
  const store = openStore(client, db)
  for (let batch = 0; batch < BATCHES; batch++) {
    const events = Array.from({ length: 500 }, (_, i) => {
      // DAYS decides whether all events are within one month, or spread over two.
      const at = Date.parse('2026-03-20T12:00:00.000Z') - (i * DAYS * 86_400_000) / 500
      const sessionId = `utm_${at}_${batch}_${i}`
      return i % 3 === 0
        ? visit({ at, sessionId })
        : i % 3 === 1
          ? conversion({ at, sessionId })
          : exposure('v2', sessionId, at)
    })
    await project(recordsOf(events, batch * 500), { store })
  }
  const found = await parts()
  expect(Object.keys(found)).toContain('events')
  for (const [table, n] of Object.entries(found)) expect([table, n <= 2 * BATCHES]).toEqual([table, true])
})
