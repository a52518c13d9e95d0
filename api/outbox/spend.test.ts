/** Each version of a cost is one event. Many events share an entry. */
import { emptyTables } from '@firsttouch/infra/rigs/testing/empty-tables'
import { openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import { logEnvelope } from '@firsttouch/ingest/events'
import { beforeEach, expect, test } from 'vitest'
import { storeSpend } from '../spend/store.ts'

const now = new Date('2026-03-01T12:00:00Z')
const by = { staff: 'ada', now, currency: 'GBP', origin: 'typed' } as const
const cost = (day: string, amount: string | null, utmCampaign = 'spring') => ({
  utmCampaign,
  day,
  cost: amount,
  clicks: amount === null ? null : 4,
})

const { sql } = await openTestPostgres()
beforeEach(() => emptyTables(sql, 'spend', 'outbox'))

const told = async () => {
  const rows = await sql<{ key: string; value: string }[]>`SELECT key, value FROM outbox ORDER BY id`
  return rows.map(({ key, value }) => ({ key, events: logEnvelope.parse(JSON.parse(value)).events }))
}

test('each cost is sent once, as a decimal, in its campaign’s entry, with an id of its day', async () => {
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

test('a year of one campaign is a few log entries', async () => {
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
