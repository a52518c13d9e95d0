import { expect, test } from 'vitest'
import { insertBatch, insertEntry } from '../../rigs/testing/log/log-table.ts'
import { openTestPostgres } from '../../rigs/testing/stores.ts'
import { readAll } from './read.ts'

test('readAll returns every entry of the log, with any number in a partition and any gaps', async () => {
  const { sql } = await openTestPostgres()
  for (const [partition, first] of [
    [2, 0],
    [2, 1_000],
    [2, 2_000],
    [2, 3_000],
    [2, 4_500],
    [2, 5_500],
    [0, 7],
  ] as const)
    await insertBatch(
      sql,
      partition,
      first,
      Array.from({ length: 1_000 }, (_, i) => ({ key: '', value: `${first + i}` })),
    )
  // The update moves this partition to the end of its table.
  await sql`UPDATE log_partitions SET next_offset = 1007 WHERE partition = 0`
  await insertEntry(sql, { partition: 3, offset: 5, key: '', value: '5' })
  const read = await Array.fromAsync(readAll(sql), ({ partition, offset, value }) => ({
    partition,
    offset,
    value,
  }))
  expect(read.every(({ offset, value }) => String(offset) === value)).toBe(true)
  const run = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i)
  expect(read.map(({ partition, offset }) => `${partition}/${offset}`)).toEqual([
    ...run(7, 1_007).map(at => `0/${at}`),
    ...[...run(0, 4_000), ...run(4_500, 6_500)].map(at => `2/${at}`),
    '3/5',
  ])
})
