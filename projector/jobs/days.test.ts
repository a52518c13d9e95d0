/** The sums of past days equal the sums of their quarter-hours. */
import type { ClickHouseClient } from '@clickhouse/client'
import { DAY_MS, HOUR_MS } from '@firsttouch/infra/platform/timing'
import { openTestClickHouse, openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import { groupOf } from '@firsttouch/infra/stores/read-models'
import { beforeEach, expect, test } from 'vitest'
import { reconcile } from '../accounting/reconcile.ts'
import { openReplay, requestReplay } from '../dead-letters/replay.ts'
import { project } from '../run.ts'
import { deadLetterOf, saveDeadLetters } from '../steps/dead-letters.ts'
import { openStore } from '../steps/store.ts'
import { fenceOff } from '../takeover.ts'
import { conversion, exposure, recordsOf, visit } from '../testing/events.ts'
import { openLeader } from '../testing/leader.ts'
import { openDays, withDays } from './days.ts'

const FIRST = Date.parse('2026-03-10T00:00:00.000Z')
const ZONE = 'Asia/Kolkata'

let client: ClickHouseClient
let db: string
let days: Awaited<ReturnType<typeof openDays>>
let offset: number
beforeEach(async () => {
  ;({ client, db } = await openTestClickHouse())
  offset = 0
  await open()
})
const stores = () => ({ clickhouse: client, db, store: openStore(client, db) })
const open = async (timeZone = 'UTC') => {
  days = await openDays({ ...stores(), timeZone })
}
const rows = async <Row>(query: string): Promise<Row[]> =>
  (await client.query({ query: query.replaceAll('{db}', db), format: 'JSONEachRow' })).json()

const writeAt = (at: number) => days.writeOver(at, work => work())
const takeAt = async (at: number, campaign = 'spring', receivedAt = new Date(at).toISOString()) => {
  const [sessionId, utm] = [`utm_${at}_${offset}`, { utm_source: 'google', utm_campaign: campaign }]
  const seen = { sessionId, utm }
  const events = [
    visit({ ...seen, at }),
    exposure('v2', sessionId, at + 1_000),
    visit({ ...seen, at: at + 40_000 }),
    conversion({ ...seen, at: at + 50_000 }),
  ]
  await project(recordsOf(events, offset, { receivedAt }), { store: withDays(openStore(client, db), days) })
  offset += events.length
}

/** The query over quarter-hours that each table of days must equal, from FIRST to the last written day. */
const COUNTED = {
  event_days: `
    SELECT toStartOfDay(quarter_hour) AS day, toDate(at, 'ZONE') AS date, type, utm_source, utm_medium, utm_campaign, sum(n) AS n, max(at) AS last_at
    FROM {db}.event_sums FINAL WHERE model = 'campaign_traffic' AND bot = 0 GROUP BY ALL HAVING WRITTEN ORDER BY ALL`,
  session_days: `
    SELECT toStartOfDay(session_quarter_hour) AS session_day, toDate(at, 'ZONE') AS date, model, type, utm_source, utm_campaign, sum(n) AS n
    FROM {db}.session_sums FINAL WHERE model IN ('visitor', 'touch') GROUP BY ALL HAVING WRITTEN ORDER BY ALL`,
}
/** Expects each table of days to equal its quarter-hours. Returns the days with rows, counted from FIRST. */
const expectAlike = async (zone = 'UTC'): Promise<number[]> => {
  const found = await rows<{ until: number }>(
    `SELECT toUnixTimestamp(until) AS until FROM {db}.written_days FINAL WHERE zone = '${zone}'`,
  )
  for (const [table, query] of Object.entries(COUNTED)) {
    const day = table === 'event_days' ? 'day' : 'session_day'
    const written = `toUnixTimestamp(${day}) < ${found[0]?.until ?? 0}`
    const counted = await rows<object>(query.replace('ZONE', zone).replace('WRITTEN', written))
    const columns = Object.keys(counted[0] ?? { [day]: 0 }).join(', ')
    expect(await rows(`SELECT ${columns} FROM {db}.${table} FINAL ORDER BY ALL`), table).toEqual(counted)
  }
  const days = await rows<{ at: number }>(
    'SELECT DISTINCT toUnixTimestamp(day) AS at FROM {db}.event_days FINAL ORDER BY at',
  )
  return days.map(({ at }) => (at * 1000 - FIRST) / DAY_MS)
}

test('a day is written an hour after its end, and not before', async () => {
  for (const day of [0, 1]) await takeAt(FIRST + day * DAY_MS + DAY_MS / 2)
  expect(await writeAt(FIRST + DAY_MS + HOUR_MS - 1)).toBe(0)
  expect(await expectAlike()).toEqual([])
  expect(await writeAt(FIRST + DAY_MS + HOUR_MS)).toBe(1)
  expect(await expectAlike()).toEqual([0])
  expect(await writeAt(FIRST + DAY_MS + HOUR_MS)).toBe(0)
  expect(await writeAt(FIRST + 2 * DAY_MS + HOUR_MS)).toBe(1)
  expect(await expectAlike()).toEqual([0, 1])
})

test('days are written from the day of the oldest event, and days without events have no rows', async () => {
  await takeAt(FIRST)
  await takeAt(FIRST + 20 * DAY_MS)
  expect(await writeAt(FIRST + 30 * DAY_MS)).toBe(29)
  expect(await expectAlike()).toEqual([0, 20])
})

test('a batch with a late event writes that day again, and an unfinished day is not written before its end', async () => {
  for (const day of [0, 1]) await takeAt(FIRST + day * DAY_MS + DAY_MS / 2)
  await writeAt(FIRST + DAY_MS + HOUR_MS)
  await takeAt(FIRST + DAY_MS / 4, 'late')
  await takeAt(FIRST + DAY_MS + 1)
  expect(await expectAlike()).toEqual([0])
  expect(
    await rows(`SELECT type, n FROM {db}.event_days FINAL WHERE utm_campaign = 'late' ORDER BY type`),
  ).toEqual([
    { type: 'conversion', n: 1 },
    { type: 'visit', n: 2 },
  ])
})

test('a batch with an event before the first written day writes that day too', async () => {
  await takeAt(FIRST)
  await writeAt(FIRST + 2 * DAY_MS)
  await takeAt(FIRST - 40 * DAY_MS)
  expect(await expectAlike()).toEqual([-40, 0])
})

test('the next leader continues after the written days', async () => {
  await takeAt(FIRST)
  await writeAt(FIRST + 2 * DAY_MS)
  await writeAt(FIRST + 4 * DAY_MS)
  await open()
  expect(await writeAt(FIRST + 4 * DAY_MS)).toBe(0)
  await takeAt(FIRST + 5)
  expect(await expectAlike()).toEqual([0])
})

test('a leader whose epoch is over cannot declare the days unwritten', async () => {
  await takeAt(FIRST)
  await writeAt(FIRST + 2 * DAY_MS)
  await fenceOff({ clickhouse: client, db }, 2, new AbortController().signal)
  const late = openDays({ ...stores(), timeZone: ZONE, epoch: 1 })
  await expect(late).rejects.toThrow('Another process leads')
  expect(await rows('SELECT zone FROM {db}.written_days FINAL')).toEqual([{ zone: 'UTC' }])
})

test('a session time before 2020 is not real, so its day is never written', async () => {
  const unreal = Date.parse('2019-12-30T12:00:00.000Z')
  await takeAt(unreal)
  await takeAt(FIRST)
  expect(await writeAt(FIRST + DAY_MS + HOUR_MS)).toBe(1)
  await takeAt(unreal, 'late')
  expect(await rows(`SELECT DISTINCT toUnixTimestamp(day) AS at FROM {db}.event_days`)).toEqual([
    { at: FIRST / 1000 },
  ])
})

test('without events no day is written, and the first real day is written like any other', async () => {
  expect(await writeAt(FIRST)).toBe(0)
  const first = Date.parse('2020-01-01T00:00:00.000Z')
  await takeAt(first)
  expect(await writeAt(first + DAY_MS + HOUR_MS)).toBe(1)
})

test('with another time zone all days are written again, and none counts as written until then', async () => {
  // One day in UTC, two dates in Kolkata.
  await takeAt(FIRST + HOUR_MS)
  await takeAt(FIRST + 20 * HOUR_MS)
  await writeAt(FIRST + 2 * DAY_MS)
  await open(ZONE)
  expect(days.isWritten(FIRST / 1000)).toBe(false)
  expect(await rows(`SELECT first = until AS none, zone FROM {db}.written_days FINAL`)).toEqual([
    { none: 1, zone: ZONE },
  ])
  expect(await writeAt(FIRST + 2 * DAY_MS)).toBe(1)
  expect(await expectAlike(ZONE)).toEqual([0])
})

test('interrupted writing continues where it stopped', async () => {
  for (const day of [0, 1, 8, 16]) await takeAt(FIRST + day * DAY_MS)
  const turns: number[] = []
  const cut = days.writeOver(FIRST + 18 * DAY_MS, async work => {
    if (turns.push(0) > 1) throw new Error('killed')
    return work()
  })
  await expect(cut).rejects.toThrow('killed')
  expect(await expectAlike()).toEqual([0, 1])
  await open()
  expect(await writeAt(FIRST + 18 * DAY_MS)).toBe(10)
  expect(await expectAlike()).toEqual([0, 1, 8, 16])
})

test('before the quarter-hours are filled, no day counts as written', async () => {
  await takeAt(FIRST)
  await writeAt(FIRST + 2 * DAY_MS)
  days = await openDays({
    ...{ clickhouse: client, db, store: openStore(client, db), timeZone: 'UTC' },
    isFilling: true,
  })
  expect(days.isWritten(FIRST / 1000)).toBe(false)
  expect(await writeAt(FIRST + 2 * DAY_MS)).toBe(1)
  expect(await expectAlike()).toEqual([0])
})

test('a replayed dead letter writes its day again', async () => {
  const { sql } = await openTestPostgres()
  await takeAt(FIRST)
  await writeAt(FIRST + 2 * DAY_MS)
  const sessionId = `utm_${FIRST}_replayed`
  const [record] = recordsOf([visit({ sessionId, at: FIRST + 5, utm: { utm_campaign: 'replayed' } })], 50)
  if (!record) throw new Error('There is none.')
  await saveDeadLetters(sql, groupOf(db), [deadLetterOf(record, 'refused')], () => true)
  await requestReplay(sql, [groupOf(db)])
  const leader = await openLeader({ clickhouse: client, sql, db })
  expect(await openReplay({ ...leader, store: withDays(leader.store, days) })()).toBe(true)
  expect(await rows(`SELECT type, n FROM {db}.event_days FINAL WHERE utm_campaign = 'replayed'`)).toEqual([
    { type: 'visit', n: 1 },
  ])
  expect(await expectAlike()).toEqual([0])
})

test('a repaired quarter-hour writes its day again', async () => {
  const { sql } = await openTestPostgres()
  await takeAt(FIRST, 'spring', new Date().toISOString())
  await client.command({
    query: `INSERT INTO ${db}.event_sums SELECT * REPLACE (toUInt64(n + 5) AS n, version + 1 AS version) FROM ${db}.event_sums FINAL`,
  })
  await writeAt(FIRST + 2 * DAY_MS)
  const leader = await openLeader({ clickhouse: client, sql, db })
  const log = { positions: async () => [], consume: async () => undefined, timesAt: async () => new Map() }
  const { signal } = new AbortController()
  const { repairedBuckets } = await reconcile(
    { ...leader, store: withDays(leader.store, days), log, signal, onError: fail },
    new Date(),
  )
  expect(repairedBuckets).toBeGreaterThan(0)
  expect(await rows('SELECT type, n FROM {db}.event_days FINAL ORDER BY type')).toEqual([
    { type: 'conversion', n: 1 },
    { type: 'visit', n: 2 },
  ])
  expect(await expectAlike()).toEqual([0])
})

const fail = (error: unknown) => {
  throw error
}
