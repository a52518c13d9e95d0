import type { ISql, Sql } from 'postgres'
import { beforeEach, expect, test } from 'vitest'
import { insertBatch, insertEntry, readLogTable } from '../../rigs/testing/log/log-table.ts'
import { openTestPostgres } from '../../rigs/testing/stores.ts'
import { isInColumns } from './record-batch.ts'
import { rewriteLog } from './rewrite.ts'

let sql: Sql
beforeEach(async () => {
  sql = (await openTestPostgres()).sql
})

/** The first three rows of each partition have one entry. All values differ. */
const fill = async (): Promise<void> => {
  for (const partition of [0, 1, 2]) {
    for (const offset of [0, 1, 2])
      await insertEntry(sql, { partition, offset, key: `key ${partition}`, value: `${partition}/${offset}` })
    for (const first of [3, 6])
      await insertBatch(
        sql,
        partition,
        first,
        [0, 1, 2].map(i => ({ key: `key ${partition}`, value: `${partition}/${first + i}` })),
      )
  }
}
const written = async () =>
  (await readLogTable(sql)).map(
    ({ partition, offset, key, value }) => `${partition}/${offset} ${key}: ${value}`,
  )
const inTransaction = <T>(work: (tx: ISql) => Promise<T>): Promise<T> => sql.begin(work) as Promise<T>

test('a rewrite changes only the selected entries, in place', async () => {
  await fill()
  const before = await written()
  const wanted = ['0/1', '1/1', '1/4', '2/8']
  const rewritten = await rewriteLog(inTransaction, {
    batches: sql`true`,
    rewrite: ({ value }) => (wanted.includes(value) ? { key: 'nobody', value: `was ${value}` } : null),
  })
  expect(rewritten).toBe(wanted.length)
  expect(await written()).toEqual(
    before.map(line => {
      const [place = ''] = line.split(' ')
      return wanted.includes(place) ? `${place} nobody: was ${place}` : line
    }),
  )
})

test('a rewritten row in columns stays in columns, and other rows stay unchanged', async () => {
  const value = 'the same old text '.repeat(20)
  for (const [partition, how] of [
    [0, 'inColumns'],
    [1, 'densely'],
  ] as const)
    await insertBatch(
      sql,
      partition,
      0,
      [
        { key: 'a', value },
        { key: 'b', value },
      ],
      how,
    )
  await rewriteLog(inTransaction, {
    batches: sql`true`,
    rewrite: ({ key }) => (key === 'a' ? { key: 'nobody', value: 'new' } : null),
  })
  const rows = await sql<{ packed: Buffer }[]>`SELECT packed FROM log_batches ORDER BY partition`
  expect(rows.map(({ packed }) => isInColumns(packed))).toEqual([true, false])
  expect(await written()).toEqual([0, 1].flatMap(at => [`${at}/0 nobody: new`, `${at}/1 b: ${value}`]))
})

test('a rewrite does not read rows outside its range', async () => {
  await fill()
  const seen: string[] = []
  const rewritten = await rewriteLog(inTransaction, {
    batches: sql`(partition, first_offset) IN ((1, 6), (2, 1), (2, 2))`,
    rewrite: ({ value }) => {
      seen.push(value)
      return null
    },
  })
  expect(rewritten).toBe(0)
  expect(seen.toSorted()).toEqual(['1/6', '1/7', '1/8', '2/1', '2/2'])
})

test('a rewrite of more rows than one round takes changes each once, in any physical order', async () => {
  for (let offset = 1_199; offset >= 0; offset -= 1)
    await insertEntry(sql, { partition: 0, offset, key: 'a', value: `${offset}` })
  for (let i = 119; i >= 0; i -= 1) await insertBatch(sql, 1, i, [{ key: 'a', value: `${i}` }])
  const rewritten = await rewriteLog(inTransaction, {
    batches: sql`true`,
    rewrite: ({ key, value }) => ({ key, value: `${value}!` }),
  })
  expect(rewritten).toBe(1_320)
  expect((await readLogTable(sql)).filter(({ value }) => !/^\d+!$/.test(value))).toEqual([])
})
