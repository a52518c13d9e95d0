/** Each version of a cost is one event, and many of them share an entry. */
import { emptyTables } from '@firsttouch/infra/rigs/testing/empty-tables'
import { openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import { logEnvelope } from '@firsttouch/ingest/events'
import type { Sql } from 'postgres'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { storeSpend } from '../spend/store.ts'
import { enqueueSpendOf } from './spend.ts'

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
  for (const amount of ['12.50', '12.50', '13.00', null])
    await storeSpend(sql, [cost('2026-02-01', amount)], by)
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

test('a year of one campaign is a few entries of the log', async () => {
  const days = Array.from({ length: 365 }, (_, at) =>
    new Date(Date.UTC(2025, 0, 1 + at)).toISOString().slice(0, 10),
  )
  await storeSpend(
    sql,
    days.map(day => cost(day, '1')),
    by,
  )
  expect((await told()).map(({ events }) => events.length)).toEqual([200, 165])
})

test('only the day that was corrected is told again, not its campaign’s others and not that day of others', async () => {
  const days = [cost('2026-02-01', '1'), cost('2026-02-02', '1'), cost('2026-02-01', '1', 'brand')]
  await storeSpend(sql, days, by)
  const before = await told()
  await storeSpend(sql, [cost('2026-02-01', '2')], by)
  const after = (await told()).slice(before.length)
  expect(after).toHaveLength(1)
  expect(after[0]?.events).toMatchObject([
    { day: '2026-02-01', cost: '2.00', utm: { utm_campaign: 'spring' } },
  ])
})

test('all costs of a value are enqueued once more under new versions, those of others are not', async () => {
  await storeSpend(
    sql,
    [cost('2026-02-01', '1'), cost('2026-02-02', '2'), cost('2026-02-01', '3', 'brand')],
    by,
  )
  const before = (await told()).flatMap(({ events }) => events)
  await enqueueSpendOf(sql, 'spring')
  const after = (await told()).flatMap(({ events }) => events).slice(before.length)
  expect(after.flatMap(event => ('cost' in event ? [event.cost] : [])).toSorted()).toEqual(['1.00', '2.00'])
  expect(new Set([...before, ...after].map(({ id }) => id)).size).toBe(5)
})
