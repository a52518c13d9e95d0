import { openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import { until } from '@firsttouch/infra/rigs/testing/until'
import type { Sql } from 'postgres'
import { beforeEach, expect, test } from 'vitest'
import { recordsOf, visit } from '../testing/events.ts'
import { type Ledger, lockOutRounds, openLedger } from './checkpoint.ts'

let sql: Sql
let ledger: Ledger
beforeEach(async () => {
  sql = (await openTestPostgres()).sql
  ledger = openLedger(sql, 'group')
})

const records = (from: number, to: number) =>
  recordsOf(
    Array.from({ length: to - from }, () => visit()),
    from,
  )
const enter = (from: number, to: number) =>
  ledger.round(records(from, to), async () => ({
    entries: records(from, to).map(({ partition, offset }) => ({ partition, offset, types: ['visit'] })),
  }))
const projected = async () => {
  const [row] = await sql<{ n: string }[]>`SELECT coalesce(sum(projected), 0) AS n FROM ledger_counts`
  return Number(row?.n)
}

test('R-02, R-04: what is projected again is not counted again, and the place never goes back', async () => {
  expect((await enter(0, 10)).replayed).toBe(0)
  expect((await enter(5, 15)).replayed).toBe(5)
  expect((await enter(0, 15)).replayed).toBe(15)
  expect(await projected()).toBe(15)
  expect(await ledger.nextOffset(0)).toBe(15)
  expect(await ledger.nextOffset(1)).toBe(0)
})

test('a round that fails leaves everything as it was', async () => {
  await enter(0, 3)
  const failing = ledger.round(records(3, 6), async tx => {
    await tx`UPDATE ledger_counts SET projected = 99`
    throw new Error('store is down')
  })
  await expect(failing).rejects.toThrow('store is down')
  expect(await projected()).toBe(3)
  expect(await ledger.nextOffset(0)).toBe(3)
})

test('R-06: two projectors on one partition count each entry once', async () => {
  await Promise.all(Array.from({ length: 8 }, (_, i) => enter(0, 5 + i)))
  expect(await ledger.nextOffset(0)).toBe(12)
  expect(await projected()).toBe(12)
})

test('no round is under way while rounds are locked out', async () => {
  const seen: string[] = []
  let open = () => {}
  const gate = new Promise<void>(resolve => (open = resolve))
  const round = ledger.round(records(0, 1), async () => {
    seen.push('round begins')
    await gate
    seen.push('round ends')
    return { entries: [] }
  })
  while (seen.length === 0) await new Promise(resolve => setTimeout(resolve, 5))
  const cut = sql.begin(async tx => {
    await lockOutRounds(tx, 'group')
    seen.push('cut')
    await new Promise(resolve => setTimeout(resolve, 50))
    seen.push('cut ends')
  })
  await until(async () => (await sql`SELECT FROM pg_locks WHERE NOT granted`).length > 0, 5_000)
  const next = ledger.round(records(1, 2), async () => {
    seen.push('next round')
    return { entries: [] }
  })
  await openLedger(sql, 'another group').round(records(0, 1), async () => ({ entries: [] }))
  open()
  await Promise.all([round, cut, next])
  expect(seen).toEqual(['round begins', 'round ends', 'cut', 'cut ends', 'next round'])
})
