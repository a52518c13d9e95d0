/** Undo of an import restores the earlier costs in PostgreSQL and in the log. */
import { emptyTables } from '@firsttouch/infra/rigs/testing/empty-tables'
import { logEnvelope } from '@firsttouch/ingest/events'
import { project } from '@firsttouch/projector/run'
import { openStore } from '@firsttouch/projector/steps/store'
import { recordsOf } from '@firsttouch/projector/testing/events'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openStaffApi, type StaffApi } from '../testing/api.ts'

let api: StaffApi
beforeAll(async () => {
  api = await openStaffApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  await emptyTables(api.sql, 'spend', 'spend_corrections', 'spend_batches', 'campaigns', 'outbox')
  await api.clickhouse.command({ query: `TRUNCATE TABLE ${api.db}.spend` })
  await addCampaign('google')
})

const addCampaign = (utmSource: string) =>
  api.call('POST', 'campaigns', {
    ...{ name: 'Roofs', date: '2026-01-01', platform: 'Google Ads', utmSource, utmMedium: 'cpc' },
    generatedUrl: 'https://www.example.com/',
  })
/** `costs` are keyed by the day of February. */
const importFile = async (file: string, costs: Record<number, string>) => {
  const rows = Object.entries(costs).map(([day, cost]) => `roofs,2026-02-0${day},${cost},2`)
  const answer = await api.app.inject({
    method: 'POST',
    url: `/api/admin/spend/import?file=${file}&confirm=true`,
    cookies: api.cookies,
    headers: { 'content-type': 'text/csv' },
    body: ['Campaign,Day,Cost,Clicks', ...rows].join('\n'),
  })
  expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)])
  return (await batches())[0]?.id ?? ''
}
type Batch = { id: string; file: string; costs: number; storedBy: string; undoneBy: string | null }
const batches = async (): Promise<Batch[]> => (await api.call('GET', 'spend/batches')).json().batches
const undo = async (id: string) => (await api.call('POST', `spend/batches/${id}/undo`)).json()
const type = (day: number, cost: number | null) =>
  api.call('POST', 'spend', { entries: [{ date: `2026-02-0${day}`, utmCampaign: 'roofs', cost }] })
const costs = async (): Promise<string[]> =>
  (await api.call('GET', 'spend'))
    .json()
    .entries.map(
      ({ date, cost, clicks, origin }: Record<string, unknown>) => `${date} ${cost} ${clicks} ${origin}`,
    )

test('an import is listed with its person, file and number of changed costs', async () => {
  await importFile('january.csv', { 1: '5.00', 2: '6.00' })
  await importFile('again.csv', { 1: '5.00', 2: '7.00' })
  await importFile('nothing-new.csv', { 1: '5.00' })
  expect(await batches()).toMatchObject([
    { file: 'again.csv', costs: 1, storedBy: 'ada', undoneBy: null, platform: 'Google Ads' },
    { file: 'january.csv', costs: 2, storedBy: 'ada', undoneBy: null },
  ])
})

test('an undone import restores the earlier costs', async () => {
  await type(1, 3)
  await importFile('before.csv', { 2: '4.00' })
  const before = await costs()
  const id = await importFile('wrong.csv', { 2: '400.00', 3: '500.00' })
  expect(await costs()).not.toEqual(before)
  expect(await undo(id)).toEqual({ restored: 2, kept: 0 })
  expect(await costs()).toEqual(before)
  expect((await batches())[0]).toMatchObject({ file: 'wrong.csv', undoneBy: 'ada' })
  const again = await api.call('POST', `spend/batches/${id}/undo`)
  expect([again.statusCode, again.json().detail]).toEqual([
    409,
    'ada has undone this import already. Nothing was changed.',
  ])
  const nobody = '00000000-0000-4000-8000-000000000000'
  expect((await api.call('POST', `spend/batches/${nobody}/undo`)).statusCode).toBe(404)
})

test('undoing an import keeps later changes', async () => {
  const id = await importFile('first.csv', { 1: '5.00', 2: '6.00' })
  await importFile('second.csv', { 1: '8.00' })
  expect(await undo(id)).toEqual({ restored: 1, kept: 1 })
  expect(await costs()).toEqual(['2026-02-01 8 2 import'])
})

test.each([
  ['the newer one first', [1, 0]],
  ['the older one first', [0, 1]],
])('two imports of the same days leave nothing when both are undone, %s', async (_, order) => {
  const ids = [
    await importFile('first.csv', { 1: '5.00', 2: '6.00' }),
    await importFile('second.csv', { 1: '8.00', 2: '9.00' }),
  ]
  for (const at of order) await undo(ids[at] ?? '')
  expect(await costs()).toEqual([])
})

test('an import can be undone after its campaign got a namesake', async () => {
  const id = await importFile('first.csv', { 1: '5.00' })
  await addCampaign('bing')
  expect(await undo(id)).toEqual({ restored: 1, kept: 0 })
  expect(await costs()).toEqual([])
})

/** A rebuild reads the log in any order between partitions, and with repeats. */
test('a rebuild gives the same costs after an undo, in any order of the events', async () => {
  await type(1, 3)
  const first = await importFile('first.csv', { 2: '4.00', 3: '5.00' })
  await importFile('second.csv', { 2: '40.00', 3: '50.00' })
  const [second] = await batches()
  await undo(second?.id ?? '')
  await type(3, 7)
  await undo(first)
  const entries = await api.sql<{ value: string }[]>`SELECT value FROM outbox WHERE key LIKE 'spend_%'`
  const events = entries.flatMap(({ value }) => logEnvelope.parse(JSON.parse(value)).events)
  const told = [...events, ...events.toReversed()].toReversed()
  await project(recordsOf(told as Parameters<typeof recordsOf>[0], 0), {
    store: openStore(api.clickhouse, api.db),
  })
  const query = `SELECT toString(day) AS day, toString(cost) AS cost FROM ${api.db}.spend FINAL
    WHERE known = 1 AND (platform = '' OR day NOT IN (SELECT day FROM ${api.db}.spend FINAL WHERE platform = '' AND known = 1)) ORDER BY day`
  const answer = await api.clickhouse.query({ query, format: 'JSONEachRow' })
  const stored = await api.sql`SELECT day::text, cost::float8::text AS cost FROM spend_counted ORDER BY day`
  expect(await answer.json()).toEqual([...stored])
  expect([...stored]).toEqual([
    { day: '2026-02-01', cost: '3' },
    { day: '2026-02-03', cost: '7' },
  ])
})

test('a cost is not overwritten if another person changed it after staff saw it', async () => {
  const send = (cost: number | null, was: number | null) =>
    api.call('POST', 'spend', { entries: [{ date: '2026-02-01', utmCampaign: 'roofs', cost, was }] })
  expect((await send(5, null)).statusCode).toBe(200)
  const late = await send(6, null)
  expect([late.statusCode, late.json().detail]).toEqual([
    409,
    'Another person changed a cost: “roofs, 2026-02-01” is 5 now. Nothing was stored. Check the new cost, then try again.',
  ])
  expect((await send(6, 5)).statusCode).toBe(200)
  expect((await send(null, 6)).statusCode).toBe(200)
  expect((await send(7, 6)).json().detail).toContain('has no cost now')
})
