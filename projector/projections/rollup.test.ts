import { openTestClickHouse } from '@firsttouch/infra/rigs/testing/stores'
import { expect, test } from 'vitest'
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
