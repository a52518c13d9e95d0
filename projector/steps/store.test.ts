import type { ClickHouseClient } from '@clickhouse/client'
import { openTestClickHouse } from '@firsttouch/infra/rigs/testing/stores'
import { expect, test } from 'vitest'
import { eventRow, sentBy } from '../entries/rows.ts'
import { eventMinutes, eventSums } from '../projections/event-counts.ts'
import { eventsWhere, type Rollup } from '../projections/rollup.ts'
import { envelopeOf, NOON, visit } from '../testing/events.ts'
import { openStore } from './store.ts'

const SLOW = '(SELECT max(number) FROM numbers(3) WHERE NOT ignore(sleepEachRow(0.9))) = 2'

test('R-06 a slow refresh that read before an insert does not overwrite the newer refresh that includes the insert', async () => {
  const { clickhouse, client, db } = await openTestClickHouse()
  const store = openStore(client, db)
  const row = (offset: number) => {
    const event = visit()
    return eventRow(sentBy(envelopeOf([event])), event, { partition: 0, offset, index: 0 })
  }
  const buckets = [Math.floor(NOON / 60_000) * 60]
  const minutes = eventMinutes
  await store.insertEvents([row(0)])

  const slow = openStore(clickhouse.client(), db).refresh([
    [{ ...minutes, from: eventsWhere(`type = 'visit' AND ${SLOW}`) }, { buckets }],
  ])
  await new Promise(resolve => setTimeout(resolve, 500))
  await store.insertEvents([row(1)])
  await store.refresh([[minutes, { buckets }]])
  await slow

  const counted = await client.query({
    query: `SELECT sum(n) AS n FROM ${db}.event_minutes FINAL`,
    format: 'JSONEachRow',
  })
  expect(await counted.json()).toEqual([{ n: 2 }])
})

test('refreshing many buckets at once gives the same rows as refreshing each alone, and touches no other bucket', async () => {
  const { client, db } = await openTestClickHouse()
  const store = openStore(client, db)
  const minutes = eventMinutes
  const rows = Array.from({ length: 200 }, (_, minute) => {
    const event = visit({ at: NOON + minute * 60_000 })
    return eventRow(sentBy(envelopeOf([event])), event, { partition: 0, offset: minute, index: 0 })
  })
  await store.insertEvents(rows)
  const even = rows.map(([minute]) => Number(minute)).filter((_, i) => i % 2 === 0)
  await store.refresh([[minutes, { buckets: even }]])
  const counted = await client.query({
    query: `SELECT toUnixTimestamp(minute) AS minute, n FROM ${db}.event_minutes FINAL ORDER BY minute`,
    format: 'JSONEachRow',
  })
  expect(await counted.json()).toEqual(even.map(minute => ({ minute, n: 1 })))
})

test('a refresh of more buckets than fit into one statement uses several statements with one version', async () => {
  let version = 0
  const nextVersion = () => String(++version)
  const said: string[] = []
  const client = {
    command: async ({ query }: { query: string }) => {
      const [, table, of] = /INTO db\.(\w+) .*toUInt64\((\d+)\), gone\n/s.exec(query) ?? []
      if (table) said.push(`${table} ${of}`)
    },
  } as unknown as ClickHouseClient
  const store = openStore(client, 'db', nextVersion)
  const [minutes, quarterHours] = [eventMinutes, eventSums]
  const buckets = Array.from({ length: 20_001 }, (_, minute) => minute * 60)
  const parts: [Rollup, { buckets: number[] }][] = [
    [minutes, { buckets }],
    [quarterHours, { buckets: [900] }],
  ]
  expect(await store.refresh(parts)).toBe('1')
  expect(said).toEqual(['event_minutes 1', 'event_sums 1', 'event_minutes 1'])
})
