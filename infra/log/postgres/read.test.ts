import type { Sql } from 'postgres'
import { beforeEach, expect, test } from 'vitest'
import { insertBatch, insertEntry } from '../../rigs/testing/log/log-table.ts'
import { openTestPostgres } from '../../rigs/testing/stores.ts'
import { readRows } from './read.ts'
import { pack } from './record-batch.ts'

let sql: Sql
beforeEach(async () => {
  sql = (await openTestPostgres()).sql
})

const firsts = async (partition: number, from: number, most: { entries: number; size: number }) =>
  (await readRows(sql, partition, from, most)).map(({ first }) => Number(first))
const EVERYTHING = { entries: 1e6, size: 1e9 }

test('a read of many rows returns the first thousand, in any physical order', async () => {
  const { packed, size } = await pack([{ key: '', value: '' }])
  await sql`
    INSERT INTO log_batches (partition, first_offset, entries, size, packed)
    SELECT 1, at, 1, ${size}, ${packed} FROM generate_series(1099, 0, -1) AS at`
  expect(await firsts(1, 0, EVERYTHING)).toEqual(Array.from({ length: 1_000 }, (_, i) => i))
})

test('a read stops at the row that fills the batch', async () => {
  const entries = Array.from({ length: 10 }, () => ({ key: 'k', value: 'v' }))
  for (const at of [20, 0, 10]) await insertBatch(sql, 1, at, entries)
  await insertEntry(sql, { partition: 1, offset: 30, key: '', value: '' })
  const { size } = await pack(entries)
  const read = (most: Partial<typeof EVERYTHING>, from = 0) => firsts(1, from, { ...EVERYTHING, ...most })
  expect(await read({})).toEqual([0, 10, 20, 30])
  expect([await read({ entries: 20 }), await read({ entries: 21 })]).toEqual([
    [0, 10],
    [0, 10, 20],
  ])
  expect([await read({ size: 2 * size }), await read({ size: 2 * size + 1 })]).toEqual([
    [0, 10],
    [0, 10, 20],
  ])
  expect([await read({}, 9), await read({}, 10), await read({}, 30), await read({}, 31)]).toEqual([
    [0, 10, 20, 30],
    [10, 20, 30],
    [30],
    [],
  ])
})
