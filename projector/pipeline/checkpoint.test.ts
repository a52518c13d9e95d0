import { openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import { until } from '@firsttouch/infra/rigs/testing/until'
import type { Sql, TransactionSql } from 'postgres'
import { beforeEach, expect, test } from 'vitest'
import { recordsOf, visit } from '../testing/events.ts'
import { inTransaction, lockOffsets, lockOutBatches, readOffsets, saveCheckpoint } from './checkpoint.ts'

let sql: Sql
beforeEach(async () => {
  sql = (await openTestPostgres()).sql
})

const records = (from: number, to: number) =>
  recordsOf(
    Array.from({ length: to - from }, () => visit()),
    from,
  )
const occurrence = (partition: number, offset: number) => ({
  partition,
  offset,
  index: 0,
  id: `${partition}/${offset}`,
  type: 'visit',
  content: '',
})
/** A batch of visits, of which all are projected unless `work` fails. */
const enter = (from: number, to: number, work = async (_: TransactionSql) => {}, group = 'group') =>
  inTransaction(sql, async tx => {
    const offsets = await lockOffsets(tx, group, records(from, to))
    await work(tx)
    const events = records(from, to).map(({ partition, offset }) => occurrence(partition, offset))
    return saveCheckpoint(tx, group, { offsets, records: records(from, to), result: { events, known: [] } })
  })
const nextOffset = async () => (await readOffsets(sql, 'group')).get(0)
const projected = async () => {
  const [row] = await sql<{ n: string }[]>`SELECT coalesce(sum(projected), 0) AS n FROM event_counts`
  return Number(row?.n)
}

test('R-02, R-04: what is projected again is not counted again, and the offset never goes back', async () => {
  expect((await enter(0, 10)).replayed).toBe(0)
  expect((await enter(5, 15)).replayed).toBe(5)
  expect((await enter(0, 15)).replayed).toBe(15)
  expect(await projected()).toBe(15)
  expect(await nextOffset()).toBe(15)
})

test('a batch that fails leaves everything as it was', async () => {
  await enter(0, 3)
  const failing = enter(3, 6, async tx => {
    await tx`UPDATE event_counts SET projected = 99`
    throw new Error('store is down')
  })
  await expect(failing).rejects.toThrow('store is down')
  expect(await projected()).toBe(3)
  expect(await nextOffset()).toBe(3)
})

test('R-06: two projectors on one partition count each entry once', async () => {
  await Promise.all(Array.from({ length: 8 }, (_, i) => enter(0, 5 + i)))
  expect(await nextOffset()).toBe(12)
  expect(await projected()).toBe(12)
})

test('no batch is under way while batches are locked out', async () => {
  const seen: string[] = []
  let open = () => {}
  const gate = new Promise<void>(resolve => (open = resolve))
  const batch = enter(0, 1, async () => {
    seen.push('batch begins')
    await gate
    seen.push('batch ends')
  })
  await until(() => seen.length > 0, 5_000)
  const alone = sql.begin(async tx => {
    await lockOutBatches(tx, 'group')
    seen.push('alone')
    await new Promise(resolve => setTimeout(resolve, 50))
    seen.push('alone no more')
  })
  await until(async () => (await sql`SELECT FROM pg_locks WHERE NOT granted`).length > 0, 5_000)
  const next = enter(1, 2, async () => void seen.push('next batch'))
  await enter(0, 1, async () => {}, 'another group')
  open()
  await Promise.all([batch, alone, next])
  expect(seen).toEqual(['batch begins', 'batch ends', 'alone', 'alone no more', 'next batch'])
})
