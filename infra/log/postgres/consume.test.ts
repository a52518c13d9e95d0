/** Side tasks of a consumer: compaction, reconnecting to its partitions, and back-off. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from 'postgres'
import { beforeEach, expect, test, vi } from 'vitest'
import { cleanUpAfter } from '../../rigs/testing/clean-up.ts'
import { follow, keyIn } from '../../rigs/testing/log/follow-log.ts'
import { insertBatch } from '../../rigs/testing/log/log-table.ts'
import { passTime } from '../../rigs/testing/pass-time.ts'
import { holdTransaction } from '../../rigs/testing/postgres/hold-transaction.ts'
import { openProxy } from '../../rigs/testing/proxy/tcp-proxy.ts'
import { openTestPostgres } from '../../rigs/testing/stores.ts'
import { until } from '../../rigs/testing/until.ts'
import type { Log, LogRecord } from '../log.ts'
import { openLog } from '../open-log.ts'
import { commitPlaces, readCommitted } from './read.ts'

const cleanUp = cleanUpAfter('each')
let sql: Sql
let url: string
let log: Log
beforeEach(async () => {
  ;({ sql, url } = await openTestPostgres())
  log = await openLog(url)
  cleanUp.push(log.close)
})
const batch = (partition: number, first: number, count: number) =>
  insertBatch(
    sql,
    partition,
    first,
    Array.from({ length: count }, (_, i) => ({ key: keyIn(partition), value: `${first + i}` })),
  )
const rowsIn = async (partition: number): Promise<number> =>
  (await sql`SELECT FROM log_batches WHERE partition = ${partition}`).length

test('small rows are compacted every ten seconds, also those behind many large ones', async () => {
  for (const first of [0, 400, 800]) await batch(1, first, 400)
  for (let first = 1_200; first < 1_260; first += 1) await batch(1, first, 1)
  await sql`UPDATE log_partitions SET next_offset = 1260 WHERE partition = 1`
  const seen = follow(log)
  await until(() => seen.length === 1_260, 20_000)
  passTime(9_000)
  await log.append([{ key: keyIn(0), value: 'still' }])
  await until(() => seen.length === 1_261, 20_000)
  expect(await rowsIn(1)).toBe(63)
  passTime(1_000)
  await until(async () => (await rowsIn(1)) === 4, 20_000)
})

test('large rows are moved into columns too if the log is opened with that setting', async () => {
  for (const first of [0, 400, 800]) await batch(1, first, 400)
  await sql`UPDATE log_partitions SET next_offset = 1200 WHERE partition = 1`
  const asTold = await openLog(url, { columns: true })
  cleanUp.push(asTold.close)
  const seen = follow(asTold)
  await until(() => seen.length === 1_200, 20_000)
  passTime(10_000)
  const plain = () => sql`SELECT FROM log_batches WHERE get_byte(packed, 0) <> 2`
  await until(async () => (await plain()).length === 0, 20_000)
  expect(await rowsIn(1)).toBe(2)
})

test('new entries are delivered during a compaction', async () => {
  for (let first = 0; first < 60; first += 1) await batch(1, first, 1)
  await sql`UPDATE log_partitions SET next_offset = 60 WHERE partition = 1`
  const seen = follow(log)
  await until(() => seen.length === 60, 20_000)
  const letGo = await holdTransaction(sql, tx => tx`SELECT FROM log_batches WHERE partition = 1 FOR UPDATE`)
  const isHeldUp = async () =>
    (
      await sql`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%DELETE FROM log_batches%'`
    ).length === 1
  passTime(10_000)
  await until(isHeldUp, 20_000)
  await log.append([{ key: keyIn(1), value: 'new' }])
  await until(() => seen.length === 61, 20_000)
  expect(await isHeldUp()).toBe(true)
  await letGo()
  await until(async () => (await rowsIn(1)) === 2, 20_000)
})

test('a consumer whose connection broke claims its partitions again and continues', async () => {
  const seen = follow(log)
  await until(async () => (await log.owned('readers')).size === 4, 10_000)
  await sql`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE application_name = 'firsttouch holds locks' AND datname = current_database()`
  await log.append([{ key: 'a', value: 'after' }])
  await until(async () => (await log.owned('readers')).size === 4, 10_000)
  await until(() => seen.length === 1, 10_000)
  expect(seen.map(({ value }) => value)).toEqual(['after'])
})

test('a consumer without new entries polls a few times a second', async () => {
  const proxy = await openProxy({ port: Number(new URL(url).port) })
  cleanUp.push(proxy.close)
  const through = new URL(url)
  through.port = String(proxy.port)
  const reading = await openLog(through.href)
  cleanUp.push(reading.close)
  const seen = follow(reading)
  await log.append([0, 1, 2, 3].map(partition => ({ key: keyIn(partition), value: '' })))
  await until(() => seen.length === 4, 20_000)
  // The first check found nothing to compact, so the next check is ten seconds away.
  passTime(10_000)
  await sleep(500)
  let asked = 0
  proxy.loseAnswers(Number.POSITIVE_INFINITY, () => {
    asked += 1
    return false
  })
  await sleep(1_000)
  expect(asked).toBeGreaterThan(0)
  expect(asked).toBeLessThan(12)
})

test('offsets are committed over the connection that holds the locks, and over no other', async () => {
  const commit = (tx: unknown, pid: number, ...next: [partition: number, next: number][]) =>
    commitPlaces(tx as Sql, {
      group: 'readers',
      places: next.map(([partition, next]) => ({ partition, next })),
      pid,
    })
  await sql.begin(async tx => {
    const [row] = await tx<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`
    const pid = row?.pid ?? 0
    await commit(tx, pid, [1, 7], [3, 5_000_000_000])
    await commit(tx, pid, [1, 9])
    await expect(commit(tx, pid + 1, [1, 11], [3, 4])).rejects.toThrow('was lost')
  })
  const reached = (await log.positions('readers')).map(one => one.reached)
  expect(reached).toEqual([0, 9, 0, 5_000_000_000])
  await sql.begin(async tx =>
    commit(tx, (await tx<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`)[0]?.pid ?? 0, [1, 2]),
  )
  expect((await log.positions('readers'))[1]).toMatchObject({ committed: 2, reached: 9 })
  const read = (group: string, partition: number) => readCommitted(sql, group, partition)
  const all = [read('readers', 1), read('readers', 2), read('readers', 3), read('others', 1)]
  expect(await Promise.all(all)).toEqual([2, 0, 5_000_000_000, 0])
})

test('a partition whose batch failed keeps its offset, and the other partitions of the round advance', async () => {
  const values = ['0', '1', '2', '3']
  await log.append(values.map((value, partition) => ({ key: keyIn(partition), value })))
  const stop = new AbortController()
  const failing = async ([record]: LogRecord[]) => {
    if (record?.partition === 2) throw new Error('not yet')
  }
  const done = log.consume('readers', failing, { signal: stop.signal, onError: () => undefined })
  const committed = async () => (await log.positions('readers')).map(one => one.committed)
  await until(async () => (await committed()).join() === '1,1,0,1', 10_000)
  stop.abort()
  await done
})

test('a failed batch backs off for half a second, then twice as long each time, while other partitions continue', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  cleanUp.push(async () => void vi.useRealTimers())
  const stop = new AbortController()
  const attempts: string[][] = []
  const handle = async (records: LogRecord[]) => {
    attempts.push(records.map(({ value }) => value))
    if (records.some(({ value }) => value === 'bad')) throw new Error('not yet')
  }
  const done = log.consume('readers', handle, { signal: stop.signal, onError: () => undefined })
  const passes = async (value: string) => {
    await log.append([{ key: keyIn(0), value }])
    await until(() => attempts.some(([one]) => one === value), 10_000)
  }
  const tries = () => attempts.filter(([value]) => value === 'bad').length
  await log.append([{ key: keyIn(2), value: 'bad' }])
  await until(() => tries() === 1, 10_000)
  // Each round queries every partition that is due.
  let round = 0
  for (const pause of [500, 1_000, 2_000]) {
    vi.advanceTimersByTime(pause - 1)
    const before = tries()
    await passes(`${round++}`)
    await passes(`${round++}`)
    expect(tries()).toBe(before)
    vi.advanceTimersByTime(1)
    await until(() => tries() === before + 1, 10_000)
  }
  stop.abort()
  await done
})

test('the next batch is read while a full one is handled, and is delivered once despite failures', async () => {
  await log.append(Array.from({ length: 7 }, (_, i) => ({ key: keyIn(2), value: `${i}` })))
  const stop = new AbortController()
  const shown: string[][] = []
  const handled: string[][] = []
  const valuesOf = (records: LogRecord[]) => records.map(({ value }) => value)
  const done = log.consume(
    'readers',
    async records => {
      handled.push(valuesOf(records))
      // The next batch is shown before the current one is done.
      if (records.length === 3) await until(() => shown.length === 1, 10_000)
      if (handled.length === 1) throw new Error('not yet')
    },
    { signal: stop.signal, maxBatch: 3, onError: () => undefined, ahead: next => shown.push(valuesOf(next)) },
  )
  await until(() => handled.flat().includes('6'), 20_000)
  stop.abort()
  await done
  const [first, second, last] = [['0', '1', '2'], ['3', '4', '5'], ['6']]
  expect(handled).toEqual([first, first, second, last])
  // The last batch is not full, so it is not read ahead.
  expect(shown).toEqual([second])
})
