import { runGenerations } from '@firsttouch/projector/generations/generations'
import { expect, onTestFinished, test } from 'vitest'
import { openLog } from '../log/open-log.ts'
import { openTestClickHouse, openTestPostgres } from '../rigs/testing/stores.ts'
import { until } from '../rigs/testing/until.ts'
import { databaseOf } from './read-models.ts'

const TABLE = 'session_sums'

test('the projector limits merges in every generation that it feeds', async () => {
  const { clickhouse, client } = await openTestClickHouse(databaseOf(1))
  await client.command({
    query: `INSERT INTO ${databaseOf(1)}.${TABLE} (model, session_quarter_hour, at, utm_campaign, n, version)
      SELECT 'landing', toDateTime('2026-03-01 00:00:00', 'UTC') AS time, time, randomPrintableASCII(30), 1, 1 FROM numbers(6000)`,
  })
  const limited = async (): Promise<string[]> => {
    const found = await client.query({
      query: `SELECT name FROM system.tables WHERE database = '${databaseOf(1)}' AND create_table_query LIKE '%max_bytes_to_merge_at_max_space_in_pool = 131072%'`,
      format: 'JSONEachRow',
    })
    return (await found.json<{ name: string }>()).map(({ name }) => name)
  }
  const { sql, url } = await openTestPostgres()
  const log = await openLog(url)
  const stop = new AbortController()
  const errors: unknown[] = []
  const running = runGenerations({
    ...{ log, sql, clickhouse, signal: stop.signal },
    onError: error => errors.push(error),
  })
  onTestFinished(async () => {
    stop.abort()
    await running
    await log.close()
  })
  await until(async () => (await limited()).length > 0, 60_000)
  expect([await limited(), errors]).toEqual([[TABLE], []])
})
