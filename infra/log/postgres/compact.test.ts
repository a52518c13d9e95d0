import type { Sql } from 'postgres'
import { beforeEach, describe, expect, test } from 'vitest'
import { emptyTables } from '../../rigs/testing/empty-tables.ts'
import { insertBatch, readLogTable } from '../../rigs/testing/log/log-table.ts'
import { openTestPostgres } from '../../rigs/testing/stores.ts'
import { LOCKS } from '../../stores/locks.ts'
import { compact } from './compact.ts'
import { readBatch } from './read.ts'
import { isInColumns, type Packing } from './record-batch.ts'

let sql: Sql
beforeEach(async () => {
  sql ??= (await openTestPostgres()).sql
  await emptyTables(sql, 'log_batches')
})

const entryAt = (offset: number) => ({
  key: `utm_1767225600${String(offset).padStart(3, '0')}_a`,
  value: `value ${offset}`,
})
const entriesAt = (first: number, count: number) =>
  Array.from({ length: count }, (_, i) => entryAt(first + i))
const batch = (first: number, count: number, partition = 1) =>
  insertBatch(sql, partition, first, entriesAt(first, count))
const rows = async () =>
  (
    await sql<{ row: string }[]>`
    SELECT first_offset || '+' || entries AS row FROM log_batches WHERE partition = 1 ORDER BY first_offset`
  ).map(({ row }) => row)
const untilDone = async (how?: Packing): Promise<number> => {
  for (let from = 0; ; ) {
    const step = await compact(sql, 1, from, how)
    if (step.from === from && step.moved === 0) return from
    from = step.from
  }
}

describe('rows with few entries', () => {
  test('small rows are merged into one, with order and times unchanged', async () => {
    for (let offset = 0; offset < 300; offset += 3) await batch(offset, 3)
    await sql`UPDATE log_batches SET appended_at = timestamptz '2026-03-01 12:00' + first_offset * interval '7 ms'`
    const before = await readLogTable(sql)
    expect(await untilDone()).toBe(300)
    expect(await rows()).toEqual(['0+300'])
    expect(await readLogTable(sql)).toEqual(before)
    const [row] = await sql`SELECT oldest_session FROM log_batches`
    expect(row?.oldest_session).toBe('1767225600000')
  })

  test('the compactor leaves rows of other partitions in place', async () => {
    for (let offset = 5; offset < 255; offset += 1) await batch(offset, 1)
    await batch(255, 2)
    for (const partition of [0, 2]) await batch(7, 1, partition)
    const before = await readLogTable(sql)
    await untilDone()
    expect(await rows()).toEqual(['5+252'])
    expect(await readLogTable(sql)).toEqual(before)
    expect(await sql`SELECT partition FROM log_batches WHERE partition <> 1 ORDER BY partition`).toEqual([
      { partition: 0 },
      { partition: 2 },
    ])
  })

  test('the compactor waits for enough entries', async () => {
    for (let offset = 0; offset < 49; offset += 1) await batch(offset, 1)
    expect(await compact(sql, 1, 0)).toEqual({ from: 0, moved: 0 })
    await batch(49, 1)
    expect(await compact(sql, 1, 0)).toEqual({ from: 0, moved: 50 })
    expect(await rows()).toEqual(['0+50'])
  })

  test('the compactor leaves large rows, other partitions, and rows behind a gap alone', async () => {
    await batch(0, 400)
    for (const first of [400, 401, 402]) await batch(first, 1)
    await batch(403, 250)
    for (const first of [653, 655, 656]) await batch(first, 1)
    await batch(654, 1, 2)
    const before = await readLogTable(sql)
    expect(await untilDone()).toBe(654)
    expect(await rows()).toEqual(['0+400', '400+3', '403+250', '653+1', '655+1', '656+1'])
    expect(await readLogTable(sql)).toEqual(before)
  })

  test('a merged row has at most a thousand entries, and large rows stay few', async () => {
    for (let first = 0; first < 2_000; first += 100) await batch(first, 100)
    await untilDone()
    expect(await rows()).toEqual(['0+1000', '1000+1000'])
  })

  test('entries that do not fill a row wait for the next one', async () => {
    for (let first = 0; first < 1_200; first += 150) await batch(first, 150)
    expect(await untilDone()).toBe(1_200)
    expect(await rows()).toEqual(['0+900', '900+300'])
  })

  test('the compactor skips exactly the rows that can no longer be merged', async () => {
    for (let offset = 0; offset < 300; offset += 3) await batch(offset, 3)
    expect(await compact(sql, 1, 0)).toEqual({ from: 300, moved: 100 })
    for (const offset of [300, 301]) await batch(offset, 1)
    await batch(302, 250)
    expect(await compact(sql, 1, 300)).toEqual({ from: 302, moved: 2 })
    expect(await compact(sql, 1, 302)).toEqual({ from: 552, moved: 0 })
    await batch(552, 1)
    expect(await compact(sql, 1, 302)).toEqual({ from: 552, moved: 0 })
    expect(await compact(sql, 1, 552)).toEqual({ from: 552, moved: 0 })
    await batch(553, 250)
    expect(await compact(sql, 1, 552)).toEqual({ from: 553, moved: 0 })
    expect(await rows()).toEqual(['0+300', '300+2', '302+250', '552+1', '553+250'])
  })

  test('entries with much text fill a row sooner', async () => {
    const value = 'x'.repeat(100_000)
    for (let offset = 0; offset < 14; offset += 1) await insertBatch(sql, 1, offset, [{ key: 'k', value }])
    await insertBatch(sql, 1, 14, [{ key: 'k', value: value.repeat(9) }])
    expect(await untilDone()).toBe(15)
    expect((await rows()).length).toBeLessThan(4)
    expect((await readLogTable(sql)).map(({ offset }) => offset)).toEqual(
      Array.from({ length: 15 }, (_, i) => i),
    )
  })
})

describe('a log with columns switched on', () => {
  const inColumns = (first: number, count: number) =>
    insertBatch(sql, 1, first, entriesAt(first, count), 'inColumns')
  const form = async () =>
    (
      await sql<
        { packed: Buffer }[]
      >`SELECT packed FROM log_batches WHERE partition = 1 ORDER BY first_offset`
    ).map(({ packed }) => isInColumns(packed))

  test('rows of any size are moved into columns, and then stay', async () => {
    for (const first of [0, 400, 800, 1_200]) await batch(first, 400)
    const before = await readLogTable(sql)
    expect(await untilDone('inColumns')).toBe(1_600)
    expect(await rows()).toEqual(['0+800', '800+800'])
    expect(await form()).toEqual([true, true])
    expect(await readLogTable(sql)).toEqual(before)
    expect(await compact(sql, 1, 0, 'inColumns')).toEqual({ from: 1_600, moved: 0 })
  })

  test('a single row between two rows in columns is moved too, and small rows at the end wait', async () => {
    await inColumns(0, 300)
    await batch(300, 20)
    await inColumns(320, 300)
    await batch(620, 20)
    const before = await readLogTable(sql)
    expect(await untilDone('inColumns')).toBe(620)
    expect(await rows()).toEqual(['0+300', '300+20', '320+300', '620+20'])
    expect(await form()).toEqual([true, true, true, false])
    expect(await readLogTable(sql)).toEqual(before)
  })

  test('rows with much text are moved into columns without being merged', async () => {
    const value = 'x'.repeat(600_000)
    for (const offset of [0, 1, 2]) await insertBatch(sql, 1, offset, [{ key: 'k', value }])
    expect(await untilDone('inColumns')).toBe(3)
    expect(await rows()).toEqual(['0+1', '1+1', '2+1'])
    expect(await form()).toEqual([true, true, true])
  })

  test('rows stay in columns after the setting is switched off', async () => {
    await inColumns(0, 300)
    for (let offset = 300; offset < 360; offset += 1) await batch(offset, 1)
    const before = await readLogTable(sql)
    await untilDone()
    expect(await rows()).toEqual(['0+300', '300+60'])
    expect(await form()).toEqual([true, false])
    expect(await readLogTable(sql)).toEqual(before)
  })

  test('rows stay unchanged when the move fails after reading them', async () => {
    for (let first = 0; first < 800; first += 100) await batch(first, 100)
    const before = await readLogTable(sql)
    await sql.unsafe(`CREATE FUNCTION break_off() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'broken off'; END $$;
      CREATE TRIGGER break_off BEFORE INSERT ON log_batches FOR EACH ROW EXECUTE FUNCTION break_off()`)
    try {
      await expect(compact(sql, 1, 0, 'inColumns')).rejects.toThrow('broken off')
    } finally {
      await sql`DROP FUNCTION break_off CASCADE`
    }
    expect(await rows()).toHaveLength(8)
    expect(await readLogTable(sql)).toEqual(before)
    expect(await untilDone('inColumns')).toBe(800)
    expect(await readLogTable(sql)).toEqual(before)
  })
})

test('entries keep their traces when they are moved', async () => {
  const headers = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' }
  for (let offset = 0; offset < 60; offset += 1)
    await insertBatch(sql, 1, offset, [offset % 7 === 3 ? { ...entryAt(offset), headers } : entryAt(offset)])
  const before = await readLogTable(sql)
  await untilDone()
  expect(await rows()).toEqual(['0+60'])
  expect(await readLogTable(sql)).toEqual(before)
  expect(before.filter(record => record.headers).map(({ offset }) => offset)).toEqual([
    3, 10, 17, 24, 31, 38, 45, 52, 59,
  ])
})

test('nothing is moved while another process rewrites the log', async () => {
  for (let offset = 0; offset < 60; offset += 1) await batch(offset, 1)
  await sql.begin(async tx => {
    await tx`SELECT pg_advisory_xact_lock(${LOCKS.rewritingLog})`
    expect(await compact(sql, 1, 0)).toEqual({ from: 0, moved: 0 })
  })
  expect((await compact(sql, 1, 0)).moved).toBe(60)
})

test('a reader inside a gap continues behind it, with any batch size', async () => {
  await batch(0, 10)
  await batch(20, 10)
  expect((await readBatch(sql, 1, 15, 3)).map(({ offset }) => offset)).toEqual([20, 21, 22])
  expect((await readBatch(sql, 1, 8, 3)).map(({ offset }) => offset)).toEqual([8, 9])
})
