/** What costs are told as: once for each version, in few entries, whatever else is on its way. */
import { emptyTables } from '@firsttouch/infra/rigs/testing/empty-tables'
import { dropIndexes } from '@firsttouch/infra/rigs/testing/postgres/drop-indexes'
import { openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import { logEnvelope } from '@firsttouch/ingest/events'
import type { Sql } from 'postgres'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { storeSpend } from '../spend/store.ts'
import { enqueueSpendEvents } from './spend-events.ts'

const now = new Date('2026-03-01T12:00:00Z')
const by = { staff: 'ada', now, currency: 'GBP', origin: 'typed' } as const
const cost = (day: string, amount: string | null, utmCampaign = 'spring') => ({
  utmCampaign,
  day,
  cost: amount,
  clicks: amount === null ? null : 4,
})

let sql: Sql
beforeAll(async () => {
  ;({ sql } = await openTestPostgres())
})
beforeEach(() => emptyTables(sql, 'spend', 'outbox'))

const tell = () => enqueueSpendEvents(sql, now, async () => true)
const told = async () => {
  const rows = await sql<{ key: string; value: string }[]>`SELECT key, value FROM outbox ORDER BY id`
  return rows.map(({ key, value }) => ({ key, events: logEnvelope.parse(JSON.parse(value)).events }))
}

test('each cost is told once, as a decimal, in the entry of its campaign and under an id of its day', async () => {
  await storeSpend(
    sql,
    [cost('2026-02-01', '12.5'), cost('2026-02-02', '0.1'), cost('2026-02-01', '7', 'brand')],
    by,
  )
  expect(await tell()).toBe(3)
  expect(await tell()).toBe(0)
  const entries = await told()
  expect(entries.map(({ events }) => events.length).toSorted()).toEqual([1, 2])
  const events = entries.flatMap(entry => entry.events)
  expect(new Set(events.map(({ id }) => id)).size).toBe(3)
  expect(events).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        type: 'spend_recorded',
        day: '2026-02-01',
        cost: '12.50',
        clicks: 4,
        currency: 'GBP',
      }),
      expect.objectContaining({ day: '2026-02-02', cost: '0.10' }),
    ]),
  )
  expect(new Set(events.map(event => 'spend' in event && event.spend)).size).toBe(3)
  for (const event of events)
    if ('spend' in event)
      expect(new Date(Number.parseInt(event.id.slice(0, 8) + event.id.slice(9, 13), 16)).toISOString()).toBe(
        `${event.day}T00:00:00.000Z`,
      )
})

test('a correction and a removal are told anew with greater versions under the same name; what stays the same is not', async () => {
  for (const amount of ['12.50', '12.50', '13.00', null]) {
    await storeSpend(sql, [cost('2026-02-01', amount)], by)
    await tell()
  }
  const events = (await told()).flatMap(entry =>
    entry.events.flatMap(event => ('spend' in event ? [event] : [])),
  )
  expect(events.map(({ cost, clicks }) => [cost, clicks])).toEqual([
    ['12.50', 4],
    ['13.00', 4],
    [null, null],
  ])
  expect(new Set(events.map(event => event.spend)).size).toBe(1)
  const versions = events.map(({ version }) => version)
  expect(versions).toEqual(versions.toSorted((a, b) => a - b))
  expect(new Set(versions).size).toBe(3)
})

test('nothing is told while a release that cannot read it takes part, and nothing is lost by waiting', async () => {
  await storeSpend(sql, [cost('2026-02-01', '1')], by)
  expect(await enqueueSpendEvents(sql, now, async () => false)).toBe(0)
  expect(await told()).toEqual([])
  expect(await tell()).toBe(1)
})

test('a year of one campaign is a few entries of the log', async () => {
  const days = Array.from({ length: 365 }, (_, at) =>
    new Date(Date.UTC(2025, 0, 1 + at)).toISOString().slice(0, 10),
  )
  await storeSpend(
    sql,
    days.map(day => cost(day, '1')),
    by,
  )
  await tell()
  expect((await told()).map(({ events }) => events.length)).toEqual([200, 165])
})

test('only the day that was corrected is told again, not its campaign’s others and not that day of others', async () => {
  const days = [cost('2026-02-01', '1'), cost('2026-02-02', '1'), cost('2026-02-01', '1', 'brand')]
  await storeSpend(sql, days, by)
  await tell()
  await storeSpend(sql, [cost('2026-02-01', '2')], by)
  expect(await tell()).toBe(1)
  expect((await told()).at(-1)?.events).toMatchObject([
    { day: '2026-02-01', cost: '2.00', utm: { utm_campaign: 'spring' } },
  ])
})

test('a thousand days at a time, the first ones first, wherever the table holds them', async () => {
  await dropIndexes(sql, 'spend')
  await sql`
    INSERT INTO spend (utm_campaign, day, cost, currency, origin, changed_by, changed_at)
    SELECT 'spring', '2026-02-01'::date - n, 1, 'GBP', 'import', 'ada', ${now} FROM generate_series(0, 1000) AS n`
  expect(await tell()).toBe(1_000)
  expect(await sql`SELECT day::text FROM spend WHERE NOT told`).toEqual([{ day: '2026-02-01' }])
  expect(await tell()).toBe(1)
})

test('costs that somebody else is telling are left to them', async () => {
  await storeSpend(sql, [cost('2026-02-01', '1')], by)
  await sql.begin(async tx => {
    await tx`SELECT 1 FROM spend FOR UPDATE`
    expect(await tell()).toBe(0)
  })
  expect(await tell()).toBe(1)
})

test('where there is nothing to tell, nobody is asked whether it can be read', async () => {
  await storeSpend(sql, [cost('2026-02-01', '1')], by)
  await tell()
  expect(await enqueueSpendEvents(sql, now, () => Promise.reject(new Error('asked')))).toBe(0)
})
