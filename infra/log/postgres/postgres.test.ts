import { beforeEach, describe, expect, test } from 'vitest'
import { cleanUpAfter } from '../../rigs/testing/clean-up.ts'
import { follow, keyIn } from '../../rigs/testing/log/follow-log.ts'
import { insertBatch, insertEntry } from '../../rigs/testing/log/log-table.ts'
import { holdTransaction } from '../../rigs/testing/postgres/hold-transaction.ts'
import { openTestPostgres } from '../../rigs/testing/stores.ts'
import { until } from '../../rigs/testing/until.ts'
import type { Postgres } from '../../stores/postgres.ts'
import type { Log } from '../log.ts'
import { openLog } from '../open-log.ts'
import { compact } from './compact.ts'
import { readAll } from './read.ts'

let database: Postgres
let log: Log
const cleanUp = cleanUpAfter('each')

beforeEach(async () => {
  database = await openTestPostgres()
  log = await openLog(database.url)
  cleanUp.push(log.close)
})

describe('an entry that PostgreSQL cannot hold', () => {
  test.each([
    ['a NUL character', 'a\0b'],
    ['half of a surrogate pair', 'a\ud800b'],
  ])(
    'an entry with %s, which PostgreSQL cannot store, is refused without harm to the others',
    async (_, value) => {
      const key = keyIn(0)
      const results = await Promise.allSettled([
        log.append([{ key, value: 'before' }]),
        log.append([{ key, value }]),
        log.append([{ key, value: 'after' }]),
      ])
      expect(results.map(result => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
      const seen = follow(log)
      await until(() => seen.length === 2, 5_000)
    },
  )
})

describe('a log that could lose entries', () => {
  test('a log is not opened if its PostgreSQL acknowledges commits before they are on the disk', async () => {
    const name = new URL(database.url).pathname.slice(1)
    await database.sql`ALTER DATABASE ${database.sql(name)} SET synchronous_commit = off`
    await expect(openLog(database.url)).rejects.toThrow('set both fsync and synchronous_commit to "on"')
  })

  test('a log is not opened before its tables exist', async () => {
    await database.sql`DROP TABLE log_partitions`
    await expect(openLog(database.url)).rejects.toThrow('apply the migrations first')
  })

  test('an append is not acknowledged if no partition stored it', async () => {
    await database.sql`DELETE FROM log_partitions WHERE partition = 2`
    await expect(log.append([{ key: keyIn(2), value: '' }])).rejects.toThrow('lacks one of its partitions 2')
  })
})

test('writers to all partitions in different orders do not deadlock', async () => {
  const others = await Promise.all([0, 1, 2].map(() => openLog(database.url)))
  cleanUp.push(...others.map(({ close }) => close))
  const append = async (writer: Log, turn: number) => {
    for (let i = 0; i < 50; i += 1)
      await writer.append(
        [0, 1, 2, 3].map(step => ({ key: keyIn((step + turn) % 4), value: `${turn} ${i}` })),
      )
  }
  await Promise.all([log, ...others].map(append))
  const places = await Array.fromAsync(
    readAll(database.sql),
    ({ partition, offset }) => `${partition}/${offset}`,
  )
  expect(places).toEqual([0, 1, 2, 3].flatMap(p => Array.from({ length: 200 }, (_, at) => `${p}/${at}`)))
})

test('an append locks its partitions in numerical order', async () => {
  await database.sql`DELETE FROM log_partitions`
  await database.sql`INSERT INTO log_partitions (partition, next_offset) VALUES (3, 0), (2, 0), (1, 0), (0, 0)`
  const release = await holdTransaction(
    database.sql,
    tx => tx`SELECT FROM log_partitions WHERE partition = 1 FOR UPDATE`,
  )
  const appended = log.append([3, 1, 0, 2].map(partition => ({ key: keyIn(partition), value: '' })))
  await until(async () => (await database.sql`SELECT FROM pg_locks WHERE NOT granted`).length > 0, 5_000)
  const free = await database.sql`SELECT partition FROM log_partitions FOR UPDATE SKIP LOCKED`
  expect(free.map(({ partition }) => partition).toSorted()).toEqual([2, 3])
  await Promise.all([release(), appended])
})

test('a success resets the back-off of a partition', async () => {
  const stop = new AbortController()
  const failedAt: number[] = []
  let handledAt = 0
  // The handler fails twice, succeeds, and fails twice with the next entry.
  const done = log.consume(
    'readers',
    async () => {
      if (failedAt.length === 2 && handledAt === 0) {
        handledAt = performance.now()
        return log.append([{ key: keyIn(0), value: 'second' }])
      }
      if (failedAt.push(performance.now()) === 4) stop.abort()
      throw new Error('not yet')
    },
    { signal: stop.signal, onError: () => undefined },
  )
  await log.append([{ key: keyIn(0), value: 'first' }])
  await done
  const [, second = 0, third = 0, fourth = 0] = failedAt
  // Without a reset, the pause would be twice as long.
  expect(fourth - third).toBeLessThan((handledAt - second) * 1.7)
})

test('entries that were removed from the log are skipped', async () => {
  for (let i = 0; i < 10; i += 1) await log.append([{ key: keyIn(0), value: String(i) }])
  await database.sql`DELETE FROM log_batches WHERE first_offset IN (0, 4, 5, 8, 9)`
  const sizes: number[] = []
  const seen = follow(log, 'readers', batch => sizes.push(batch.length))
  await until(async () => (await log.positions('readers'))[0]?.committed === 10, 5_000)
  expect(seen.map(record => record.value)).toEqual(['1', '2', '3', '6', '7'])
  // Empty batches are never handed over.
  expect(sizes).not.toContain(0)
  expect((await log.positions('readers'))[0]).toEqual({
    partition: 0,
    start: 1,
    end: 10,
    committed: 10,
    reached: 10,
  })
})

test('each partition starts at its first entry', async () => {
  const { sql } = database
  for (const partition of [3, 1, 0, 2])
    await sql`UPDATE log_partitions SET next_offset = 20 + partition WHERE partition = ${partition}`
  for (const [partition, offset] of [
    [0, 3],
    [1, 9],
  ] as const)
    await insertEntry(sql, { partition, offset, key: keyIn(partition), value: '' })
  for (const [partition, first] of [
    [0, 5],
    [1, 4],
    [2, 7],
  ] as const)
    await insertBatch(sql, partition, first, [{ key: keyIn(partition), value: '' }])
  expect((await log.positions('readers')).slice(0, 4).map(({ start, end }) => [start, end])).toEqual([
    [3, 20],
    [4, 21],
    [7, 22],
    [23, 23],
  ])
})

test('an append larger than a batch arrives whole and in order', async () => {
  const all = Array.from({ length: 2_500 }, (_, i) => String(i))
  await log.append(all.map(value => ({ key: keyIn(3), value })))
  const seen = follow(log)
  await until(() => seen.length === all.length, 5_000)
  expect(seen.map(record => record.value)).toEqual(all)
})

test('compaction during writes and reads loses no entry and changes no order', async () => {
  const seen = follow(log)
  let writing = true
  const moved: number[] = []
  const moving = (async () => {
    while (writing)
      for (const partition of [0, 1, 2, 3]) moved.push((await compact(database.sql, partition, 0)).moved)
  })()
  const keys = [0, 1, 2, 3].map(keyIn)
  for (let i = 0; i < 600; i += 1) await log.append([{ key: keys[i % 4] ?? '', value: String(i) }])
  await until(() => seen.length === 600, 20_000)
  writing = false
  await moving
  expect(Math.max(...moved)).toBeGreaterThan(49)
  for (const [partition, records] of Map.groupBy(seen, record => record.partition)) {
    expect(records.map(({ offset }) => offset)).toEqual(Array.from({ length: 150 }, (_, i) => i))
    expect(records.map(({ value }) => Number(value))).toEqual(
      Array.from({ length: 150 }, (_, i) => i * 4 + partition),
    )
  }
})
