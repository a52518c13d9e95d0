import { openTestClickHouse } from '@firsttouch/infra/rigs/testing/stores'
import { expect, test } from 'vitest'
import { openStore } from '../steps/store.ts'
import { eventMinutes } from './event-counts.ts'
import { type Bucket, bucketAt, bucketSql } from './rollup.ts'

const BUCKETS: Bucket[] = ['minute', 'quarter_hour', 'session_minute', 'session_quarter_hour']

test.each(BUCKETS)('SQL and TypeScript compute the same %s for a row', async bucket => {
  const { client } = await openTestClickHouse()
  const rows = [0, 14, 15, 44, 59].map(at => ({ minute: (60 + at) * 60, sessionMinute: (7 + at) * 60 }))
  const values = rows.map(({ minute, sessionMinute }) => `(${minute}, ${sessionMinute})`)
  const answer = await client.query({
    query: `SELECT toUnixTimestamp(${bucketSql(bucket)}) AS bucket FROM (
      SELECT toDateTime(pair.1, 'UTC') AS minute, toDateTime(pair.2, 'UTC') AS session_minute
      FROM (SELECT arrayJoin([${values.join(', ')}]) AS pair) ORDER BY minute)`,
    format: 'JSONEachRow',
  })
  const found = (await answer.json<{ bucket: number }>()).map(row => row.bucket)
  expect(found).toEqual(rows.map(row => bucketAt(bucket, row)))
})

test('the refresh of a span writes its first bucket, and not the one at its end', async () => {
  const { client, db } = await openTestClickHouse()
  const times = ['09:59', '10:00', '10:59', '11:00'].map(time => `2026-03-01 ${time}:00`)
  await client.insert({
    table: `${db}.events`,
    columns: ['minute', 'id', 'type', 'session', 'session_minute', 'occurred_at', 'received_at'],
    values: times.map((at, n) => [
      at,
      `00000000-0000-4000-8000-00000000000${n}`,
      'visit',
      `s${n}`,
      at,
      at,
      at,
    ]),
    format: 'JSONCompactEachRow',
  })
  const hour = Date.UTC(2026, 2, 1, 10) / 1000
  await openStore(client, db).refresh([[eventMinutes, { buckets: { from: hour, to: hour + 3_600 } }]])
  const answer = await client.query({
    query: `SELECT DISTINCT formatDateTime(minute, '%H:%i') AS time FROM ${db}.event_minutes FINAL ORDER BY time`,
    format: 'JSONEachRow',
  })
  expect(await answer.json()).toEqual([{ time: '10:00' }, { time: '10:59' }])
})
