import { emptyTables } from '@firsttouch/infra/rigs/testing/empty-tables'
import { openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import { beforeEach, expect, test } from 'vitest'
import { addDays } from '../read-model/report-days.ts'
import { compareSpend, type DayCost, type SpendBy, storeSpend } from './store.ts'

const by: SpendBy = { staff: 'ada', now: new Date('2026-03-01T12:00:00Z'), currency: 'GBP', origin: 'import' }
const MANY = 10_001
const rows: DayCost[] = Array.from({ length: MANY }, (_, at) => ({
  utmCampaign: 'spring',
  day: addDays('1990-01-01', at),
  cost: '1.00',
  clicks: at % 2 === 0 ? null : at,
}))

const { sql } = await openTestPostgres()
beforeEach(() => emptyTables(sql, 'spend', 'spend_corrections', 'audit_log'))

test('more costs than fit into one statement are counted and stored together', async () => {
  expect(await compareSpend(sql, rows, 'GBP')).toEqual({ added: MANY, changed: 0, unchanged: 0 })
  expect(await storeSpend(sql, rows, by)).toEqual({ added: MANY, changed: 0, unchanged: 0 })
  expect(await compareSpend(sql, rows, 'GBP')).toEqual({ added: 0, changed: 0, unchanged: MANY })
  const others = rows.map((row, at) => (at % 4_000 === 0 ? { ...row, cost: '2.00' } : row))
  const next = { ...rows[0], day: '2026-02-28', utmCampaign: 'brand' } as DayCost
  const changed = { added: 1, changed: 3, unchanged: MANY - 3 }
  expect(await compareSpend(sql, [...others, next], 'GBP')).toEqual(changed)
  expect(await storeSpend(sql, [...others, next], by)).toEqual(changed)
  expect(
    await sql`SELECT count(*)::int AS rows, sum(cost)::int AS cost, sum(clicks)::int AS clicks FROM spend`,
  ).toEqual([{ rows: MANY + 1, cost: MANY + 4, clicks: 5_000 ** 2 }])
  expect(await sql`SELECT count(*)::int AS rows FROM spend_corrections`).toEqual([{ rows: 3 }])
})

test('a change of clicks or currency is a change of the cost', async () => {
  const [first] = rows
  if (!first) throw new Error('there are rows')
  await storeSpend(sql, [first], by)
  for (const [row, as] of [
    [{ ...first, clicks: 7 }, by],
    [first, { ...by, currency: 'EUR' }],
    [{ ...first, cost: null, clicks: 7 }, by],
  ] as const) {
    const changed = { added: 0, changed: 1, unchanged: 0 }
    expect(await compareSpend(sql, [row], as.currency)).toEqual(changed)
    expect(await storeSpend(sql, [row], as)).toEqual(changed)
  }
  expect(await sql`SELECT cost, clicks, currency FROM spend`).toEqual([
    { cost: null, clicks: null, currency: 'GBP' },
  ])
  expect(await sql`SELECT cost, clicks, currency FROM spend_corrections ORDER BY id`).toEqual([
    { cost: '1.00', clicks: null, currency: 'GBP' },
    { cost: '1.00', clicks: '7', currency: 'GBP' },
    { cost: '1.00', clicks: null, currency: 'EUR' },
  ])
})

test('an unchanged cost is not recorded as a correction', async () => {
  await storeSpend(sql, rows.slice(0, 2), by)
  await storeSpend(sql, rows.slice(0, 2), by)
  expect(await sql`SELECT actor, detail FROM audit_log`).toEqual([
    { actor: 'ada', detail: { added: 2, changed: 0, unchanged: 0, currency: 'GBP', origin: 'import' } },
  ])
})
