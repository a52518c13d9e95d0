/** How appended entries are split into rows and transactions, and how readers are notified. */
import type { Sql } from 'postgres'
import { beforeEach, expect, test } from 'vitest'
import { cleanUpAfter } from '../../rigs/testing/clean-up.ts'
import { keyIn } from '../../rigs/testing/log/follow-log.ts'
import { readLogTable } from '../../rigs/testing/log/log-table.ts'
import { holdTransaction } from '../../rigs/testing/postgres/hold-transaction.ts'
import { openTestPostgres } from '../../rigs/testing/stores.ts'
import { until } from '../../rigs/testing/until.ts'
import { CONNECTION } from '../../stores/connection.ts'
import type { Log } from '../log.ts'
import { openLog } from '../open-log.ts'
import { CHANNEL } from './append.ts'

const KB = 1024
/** Overhead counted per entry. */
const RECORD_BYTES = 40
const cleanUp = cleanUpAfter('each')
let sql: Sql
let log: Log
beforeEach(async () => {
  const database = await openTestPostgres()
  sql = database.sql
  log = await openLog(database.url)
  cleanUp.push(log.close)
})

const written = async () => {
  const [row] = await sql<{ rows: number; transactions: number }[]>`
    SELECT count(*)::int AS rows, count(DISTINCT xmin::text)::int AS transactions FROM log_batches`
  return row
}
const oneForEach = (value: string) => [0, 1, 2, 3].map(partition => ({ key: keyIn(partition), value }))

test('a small append to all partitions takes one transaction, and a large append takes one per partition', async () => {
  await log.append(oneForEach('x'.repeat(64 * KB - 1)))
  expect(await written()).toEqual({ rows: 4, transactions: 1 })
  await log.append(oneForEach('x'.repeat(64 * KB)))
  expect(await written()).toEqual({ rows: 8, transactions: 5 })
})

test('a row holds at most a thousand entries and four million characters', async () => {
  const key = keyIn(1)
  const rows = async () =>
    (await sql<{ entries: number }[]>`SELECT entries FROM log_batches ORDER BY first_offset`).map(
      ({ entries }) => entries,
    )
  await log.append(Array.from({ length: 1_001 }, () => ({ key, value: '' })))
  expect(await rows()).toEqual([1_000, 1])
  const value = 'x'.repeat(KB * KB - key.length - RECORD_BYTES)
  await log.append([value, value, value, value, 'y'].map(one => ({ key, value: one })))
  expect(await rows()).toEqual([1_000, 1, 4, 1])
})

test('an append does not wait for writers to other partitions', async () => {
  const release = await holdTransaction(
    sql,
    tx => tx`SELECT FROM log_partitions WHERE partition = 1 FOR UPDATE`,
  )
  await log.append([{ key: keyIn(0), value: '' }]).finally(release)
})

test('readers are notified once for appends that came together', async () => {
  let told = 0
  const { unlisten } = await sql.listen(CHANNEL, () => (told += 1))
  cleanUp.push(unlisten)
  await Promise.all(['a', 'b', 'c'].map(value => log.append([{ key: value, value }])))
  await until(() => told > 0, 5_000)
  await log.append([{ key: 'd', value: 'd' }])
  await until(() => told > 1, 5_000)
  expect(told).toBe(2)
})

test.each([
  ['a NUL', 'a\0b', 'NUL'],
  ['half of a surrogate pair', 'a\ud800b', 'surrogate'],
])('a key with %s is refused, and nothing of its append is written', async (_, key, word) => {
  const all = [
    { key: 'good', value: 'good' },
    { key, value: 'good' },
  ]
  await expect(log.append(all)).rejects.toThrow(word)
  expect(await readLogTable(sql)).toEqual([])
})

test('a lost connection is retried at once, and then once a second', () => {
  const pauses = [0, 1, 2, 3, 4, 5, 9].map(CONNECTION.backoff)
  expect(pauses).toEqual([0.05, 0.1, 0.2, 0.4, 0.8, 1, 1])
})
