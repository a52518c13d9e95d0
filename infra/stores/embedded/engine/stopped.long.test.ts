import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cleanUpAfter } from '../../../rigs/testing/clean-up.ts'
import { until } from '../../../rigs/testing/until.ts'
import { openClickHouse } from '../../clickhouse.ts'

const cleanUp = cleanUpAfter('each')

test('an engine that is stopped for half a minute is killed and back with its data', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'firsttouch-stopped-'))
  cleanUp.push(() => rm(dataDir, { recursive: true, force: true }))
  const clickhouse = await openClickHouse({ dataDir })
  cleanUp.push(clickhouse.close)
  const client = clickhouse.client()
  await client.command({ query: 'CREATE TABLE kept (n UInt8) ENGINE = MergeTree ORDER BY n' })
  await client.command({ query: 'INSERT INTO kept VALUES (1)' })
  const before = clickhouse.engine?.pid()
  process.kill(before ?? 0, 'SIGSTOP')
  await until(async () => clickhouse.engine?.pid() !== before, 60_000)
  const read = async () =>
    (await client.query({ query: 'SELECT n FROM kept' })).json().then(({ data }) => data)
  await until(async () => (await read().catch(() => [])).length === 1, 20_000)
  expect(await read()).toEqual([{ n: 1 }])
})
