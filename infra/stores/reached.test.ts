/** If the server in a setting does not answer, the error names the setting, the host and the port, and no password. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { openStores, type StoresEnv } from '../open-stores.ts'
import { readEnv } from '../platform/env.ts'
import { openTestPostgres } from '../rigs/testing/stores.ts'
import { reached } from './reached.ts'

const SECRET = 'a-long-enough-secret-9'
const sentence = (env: Partial<StoresEnv>) =>
  openStores({ ...readEnv({ DATA_DIR: '/dev/null/none' }), ...env }).then(
    () => 'opened',
    (error: Error) => error.message,
  )

test('the error names DATABASE_URL if PostgreSQL refuses connections', async () => {
  const clickhouse = createServer((_, response) => response.end('1\n')).listen(0, '127.0.0.1')
  await once(clickhouse, 'listening')
  const CLICKHOUSE_URL = `http://127.0.0.1:${(clickhouse.address() as AddressInfo).port}`
  const said = await sentence({ CLICKHOUSE_URL, DATABASE_URL: `postgres://a:${SECRET}@127.0.0.1:1/x` })
  expect(said).toMatch(/^DATABASE_URL names 127\.0\.0\.1:1, which cannot be used: .*ECONNREFUSED/)
  expect(said).not.toContain(SECRET)
  clickhouse.close()
})

test('the error names CLICKHOUSE_URL if ClickHouse refuses connections', async () => {
  const { url } = await openTestPostgres()
  const said = await sentence({ CLICKHOUSE_URL: `http://a:${SECRET}@localhost:1`, DATABASE_URL: url })
  expect(said).toMatch(/^CLICKHOUSE_URL names localhost:1, which cannot be used: .*ECONNREFUSED/)
  expect(said).not.toContain(SECRET)
})

test('the error names all brokers of LOG_URL and has the code of its cause', async () => {
  const failed = reached('LOG_URL', `kafkas://a:${SECRET}@b1:9092,b2:9092/events`, async () => {
    throw Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' })
  })
  await expect(failed).rejects.toMatchObject({
    message: 'LOG_URL names b1:9092,b2:9092, which cannot be used: ECONNREFUSED',
    code: 'ECONNREFUSED',
  })
})
