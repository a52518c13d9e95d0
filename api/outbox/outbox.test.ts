import { openLog } from '@firsttouch/infra/log/open-log'
import { readLogTable } from '@firsttouch/infra/rigs/testing/log/log-table'
import { dropIndexes } from '@firsttouch/infra/rigs/testing/postgres/drop-indexes'
import { openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import { until } from '@firsttouch/infra/rigs/testing/until'
import type { Sql } from 'postgres'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openTestLog } from '../testing/api.ts'
import { enqueue, enqueueReferences } from './enqueue.ts'
import { countPending, followReference, relayBatch, runOutbox } from './outbox.ts'

let sql: Sql
let url: string
const stop: (() => Promise<void>)[] = []
beforeEach(async () => {
  ;({ sql, url } = await openTestPostgres())
})
afterEach(async () => {
  vi.useRealTimers()
  for (const step of stop.splice(0)) await step()
})

const add = (value: string) => enqueue(sql, [{ key: 'utm_1', value }], new Date())
const unsent = () => countPending(sql)

type Given = Parameters<typeof runOutbox>[0]
const run = (log: Given['log']) => {
  const abort = new AbortController()
  const errors: unknown[] = []
  const running = runOutbox({ sql, log, signal: abort.signal, onError: error => errors.push(error) })
  stop.push(async () => {
    abort.abort()
    await running
  })
  return errors
}

test('stored events reach the real log in order a moment later, and are marked as sent', async () => {
  const log = await openLog(url)
  stop.push(() => log.close())
  run(log)
  for (const value of ['a', 'b', 'c']) await add(value)
  await until(async () => (await unsent()) === 0, 10_000)
  const rows = await readLogTable(sql)
  expect(rows.map(row => row.value)).toEqual(['a', 'b', 'c'])
})

test('rows are sent in the order in which they were stored, regardless of their place in the table', async () => {
  const log = openTestLog()
  await dropIndexes(sql, 'outbox')
  for (const value of ['a', 'b', 'c']) await add(value)
  // An UPDATE moves the row behind the others in the table.
  await sql`UPDATE outbox SET key = 'utm_2' WHERE value = 'a'`
  await sql`UPDATE outbox SET key = 'utm_2' WHERE value = 'b'`
  await relayBatch(sql, log)
  expect(log.appended.map(entry => entry.value)).toEqual(['a', 'b', 'c'])
})

test('during a slow append the rows stay locked by the transaction’s heartbeats', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  await add('a')
  const said = async () => {
    const rows = await sql`
      SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'firsttouch holds locks' AND query = 'SELECT 1'`
    return rows.length === 1
  }
  const append = async () => {
    expect(await said()).toBe(false)
    vi.advanceTimersByTime(2_000)
    await until(said, 5_000)
    expect(await relayBatch(sql, openTestLog())).toBe(0)
  }
  expect(await relayBatch(sql, { append })).toBe(1)
})

test('while the log is down no row is marked as sent, and all rows are sent when it is back', async () => {
  const log = openTestLog()
  log.state.down = true
  const errors = run(log)
  await add('a')
  await until(() => errors.length >= 2, 5_000)
  await add('b')
  expect(await unsent()).toBe(2)
  log.state.down = false
  await until(async () => (await unsent()) === 0, 5_000)
  expect(log.appended.map(entry => entry.value)).toEqual(['a', 'b'])
})

test('while the log is down the back-off doubles', async () => {
  const tries: number[] = []
  run({
    append: async () => {
      tries.push(performance.now())
      throw new Error('down')
    },
  })
  await add('a')
  await until(() => tries.length >= 4, 20_000)
  // The back-off starts at 250 ms at most, and has reached 500 to 1,000 ms here.
  expect((tries[3] ?? 0) - (tries[2] ?? 0)).toBeGreaterThan(450)
})

test('two concurrent relays send each row once', async () => {
  for (let i = 0; i < 250; i++) await add(String(i))
  const slow = openTestLog()
  const append: typeof slow.append = async entries => {
    await new Promise(resolve => setTimeout(resolve, 50))
    await slow.append(entries)
  }
  const sent = await Promise.all([1, 2, 3, 4].map(() => relayBatch(sql, { append })))
  expect(sent.reduce((sum, rows) => sum + rows)).toBe(250)
  expect(new Set(slow.appended.map(entry => entry.value)).size).toBe(250)
  expect(slow.appended).toHaveLength(250)
})

test('after a crash between append and commit the relay sends the entry again', async () => {
  const log = openTestLog()
  await add('a')
  const dies: typeof log.append = async entries => {
    await log.append(entries)
    throw new Error('the process died')
  }
  await expect(relayBatch(sql, { append: dies })).rejects.toThrow('died')
  expect(await unsent()).toBe(1)
  await relayBatch(sql, log)
  expect(log.appended.map(entry => entry.value)).toEqual(['a', 'a'])
  expect(await unsent()).toBe(0)
})

test('without waiting rows the relay does not call the log', async () => {
  const log = openTestLog()
  log.state.down = true
  expect(await relayBatch(sql, log)).toBe(0)
})

test('a log that never answers does not delay the stop', async () => {
  let asked = 0
  run({
    append: () => {
      asked += 1
      return new Promise(() => undefined)
    },
  })
  await add('a')
  await until(() => asked > 0, 10_000)
  await stop.pop()?.()
  expect(await unsent()).toBe(1)
})

test('forms are sent before the costs of an import, which stay in order', async () => {
  const log = openTestLog()
  const cost = (value: string) => ({ key: 'spend_1', value })
  await enqueue(sql, [cost('1'), cost('2')], new Date())
  await add('form')
  await dropIndexes(sql, 'outbox')
  await relayBatch(sql, log)
  expect(log.appended.map(entry => entry.value)).toEqual(['form', '1', '2'])
})

test('a reference to a missing record is deleted without an entry', async () => {
  for (const record of ['sender', 'lead', 'campaign', 'experiment'] as const)
    await enqueueReferences(sql, record, ['0192a3b4-0000-7000-8000-000000000001'])
  await enqueueReferences(sql, 'spend', ['spring'])
  while ((await followReference(sql, new Date())) > 0);
  expect(await sql`SELECT FROM outbox`).toHaveLength(0)
})

test('an idle relay does not query the stores', async () => {
  const asks = vi.spyOn(sql, 'begin')
  run(openTestLog())
  await until(() => asks.mock.calls.length > 0, 10_000)
  // A relay without back-off would poll dozens of times meanwhile.
  for (let i = 0; i < 300; i++) await sql`SELECT 1`
  expect(asks.mock.calls.length).toBeLessThan(10)
})
