import { connect } from 'node:net'
import { openTestClickHouse, openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import { describe, expect, test } from 'vitest'
import { errorLabel, failureClass } from './failure-class.ts'

const failureOf = async (work: PromiseLike<unknown>): Promise<unknown> => {
  try {
    await work
  } catch (error) {
    return error
  }
  throw new Error('nothing failed')
}

describe('errors of real stores', () => {
  test('a value that a column cannot hold is a permanent failure, a missing table an unknown one', async () => {
    const { client, db } = await openTestClickHouse()
    const insert = (table: string, row: unknown) =>
      failureOf(client.insert({ table: `${db}.${table}`, values: [row], format: 'JSONEachRow' }))
    expect(failureClass(await insert('events', { id: 'not a uuid' }))).toBe('permanent')
    expect(failureClass(await insert('events', { occurred_at: '2026-02-31 10:00:00.000' }))).toBe('permanent')
    expect(failureClass(await insert('events', { log_offset: 'many' }))).toBe('permanent')
    expect(failureClass(await insert('nothing', { id: 1 }))).toBe('unknown')
  })

  test('a query above its limits of time or memory fails transiently', async () => {
    const { client } = await openTestClickHouse()
    const query = 'SELECT uniqExact(number) FROM numbers(20000000)'
    const ask = (settings: Record<string, number>) =>
      failureOf(
        client
          .query({ query, clickhouse_settings: settings, format: 'JSONEachRow' })
          .then(result => result.json()),
      )
    expect(failureClass(await ask({ max_memory_usage: 1_000_000 }))).toBe('transient')
    expect(failureClass(await ask({ max_execution_time: 0.001 }))).toBe('transient')
  })

  test('every failure of PostgreSQL is transient, as is a closed port', async () => {
    const { sql } = await openTestPostgres()
    expect(failureClass(await failureOf(sql`SELECT 1 / 0`))).toBe('transient')
    await sql.end()
    expect(failureClass(await failureOf(sql`SELECT 1`))).toBe('transient')
    const refused = new Promise((_, reject) => connect(1, '127.0.0.1').on('error', reject))
    expect(failureClass(await failureOf(refused))).toBe('transient')
  })
})

test('the metric label of a failure is the store’s error code, and has few distinct values', async () => {
  const { client, db } = await openTestClickHouse()
  const { sql } = await openTestPostgres()
  const missing = client.insert({ table: `${db}.nothing`, values: [{ id: 1 }], format: 'JSONEachRow' })
  expect(errorLabel(await failureOf(missing))).toBe('ClickHouse 60 UNKNOWN_TABLE')
  expect(errorLabel(await failureOf(sql`SELECT 1 / 0`))).toBe('PostgreSQL 22012')
  const refused = new Promise((_, reject) => connect(1, '127.0.0.1').on('error', reject))
  expect(errorLabel(await failureOf(refused))).toBe('ECONNREFUSED')
  expect(errorLabel(new TypeError('Cannot read the events of ada@example.com'))).toBe('TypeError')
  expect(errorLabel('a text that was thrown')).toBe('other')
})

test.each([
  [new Error('Timeout error.'), 'transient'],
  [Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' }), 'transient'],
  [Object.assign(new Error('Too many parts'), { code: '252' }), 'transient'],
  [Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }), 'transient'],
  [new TypeError("Cannot read properties of undefined (reading 'type')"), 'unknown'],
  [Object.assign(new TypeError('The "id" argument'), { code: 'ERR_INVALID_ARG_TYPE' }), 'unknown'],
  ['a text that was thrown', 'unknown'],
])('%s is %s', (error, expected) => {
  expect(failureClass(error)).toBe(expected)
})
