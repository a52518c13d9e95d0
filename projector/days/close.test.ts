/** A closed day says what its quarter-hours say, whatever comes before or after it is closed. */
import { randomUUID } from 'node:crypto'
import { DAY_MS, HOUR_MS } from '@firsttouch/infra/platform/timing'
import type { LoggedEvent } from '@firsttouch/ingest/events'
import { beforeEach, describe, expect, test } from 'vitest'
import { reconcile } from '../accounting/reconcile.ts'
import { markDays, openDays } from '../pipeline/closed-days.ts'
import { aliasFor, sessionHash } from '../privacy/erasures.ts'
import { applyErasures } from '../privacy/run.ts'
import { DAY_SUMS } from '../projections/days.ts'
import { goOnAbove } from '../projections/versions.ts'
import { FIRST, NOON_OF_FIRST, openClosing, sessionOf, story } from '../testing/closing.ts'
import { visit } from '../testing/events.ts'

const BEFORE_MIDNIGHT = FIRST + DAY_MS - 30_000

let days: Awaited<ReturnType<typeof openClosing>>
beforeEach(async () => {
  days = await openClosing()
})

test('days are closed an hour after their end, those without events as well, and never twice', async () => {
  await days.take([...story(NOON_OF_FIRST), ...story(NOON_OF_FIRST + 2 * DAY_MS)])
  const over = FIRST + 3 * DAY_MS + HOUR_MS
  expect(await days.close(over - 1_000)).toBe(4)
  expect(await days.closed()).toEqual([0, 1])
  expect(await days.close(over)).toBe(2)
  expect([await days.closed(), await days.closed('session_days')]).toEqual([
    [0, 1, 2],
    [0, 1, 2],
  ])
  expect(await days.close(over)).toBe(0)
  expect(await days.expectAlike()).toBe(4)
})

test('a store without events has no days, and sessions of before 2020 close none', async () => {
  expect(await days.close()).toBe(0)
  const sessionId = sessionOf(Date.parse('2019-12-31T23:59:00Z'), 'old')
  await days.take([visit({ at: NOON_OF_FIRST + 3 * DAY_MS, sessionId })])
  await days.close(FIRST + 4 * DAY_MS + HOUR_MS)
  expect([await days.closed(), await days.closed('session_days')]).toEqual([[3], []])
})

test('a late event opens its day, of events and of its session, until both are closed again', async () => {
  const now = FIRST + 4 * DAY_MS + HOUR_MS
  await days.take(story(NOON_OF_FIRST))
  await days.close(now)
  const late = visit({
    at: NOON_OF_FIRST + DAY_MS,
    sessionId: sessionOf(NOON_OF_FIRST, 'a'),
    utm: { utm_campaign: 'autumn' },
  })
  await days.take([late])
  expect([await days.closed(), await days.closed('session_days')]).toEqual([
    [0, 2, 3],
    [1, 2, 3],
  ])
  expect(await days.close(now)).toBe(2)
  expect(await days.closed()).toEqual([0, 1, 2, 3])
  expect(await days.expectAlike()).toBe(3)
})

test('what is of a closed day no more is gone from it: an id that another entry had first', async () => {
  const [first, ...rest] = story(NOON_OF_FIRST)
  const again = {
    ...first,
    utm: { ...(first as { utm: object }).utm, utm_campaign: 'autumn' },
  } as LoggedEvent
  days.goTo(10)
  await days.take([again, ...rest])
  await days.close()
  days.goTo(0)
  await days.take([first as LoggedEvent])
  await days.close()
  expect(await days.expectAlike()).toBe(2)
  expect(await days.rows(`SELECT DISTINCT utm_campaign AS c FROM {db}.event_days FINAL`)).toEqual([
    { c: 'spring' },
  ])
})

test('the last time of a day is that of those that still are of it, and bots are of none', async () => {
  const utm = { utm_campaign: 'spring' }
  const [early, last] = [NOON_OF_FIRST, NOON_OF_FIRST + HOUR_MS].map(at =>
    visit({ at, sessionId: sessionOf(NOON_OF_FIRST, 'a'), utm }),
  )
  const bot = visit({ at: NOON_OF_FIRST + 2 * HOUR_MS, sessionId: sessionOf(NOON_OF_FIRST, 'b'), utm })
  if (!early || !last) throw new Error('There are no visits.')
  days.goTo(10)
  await days.take([early, last])
  await days.take([bot], days.client, { bot: 'user_agent' })
  await days.close()
  const told = () =>
    days.rows(
      `SELECT n, toUnixTimestamp(last_at) * 1000 AS last FROM {db}.event_days FINAL WHERE utm_campaign = 'spring'`,
    )
  expect(await told()).toEqual([{ n: 2, last: NOON_OF_FIRST + HOUR_MS }])
  days.goTo(0)
  await days.take([{ ...last, utm: { ...last.utm, utm_campaign: 'autumn' } }])
  await days.close()
  expect(await told()).toEqual([{ n: 1, last: NOON_OF_FIRST }])
})

test('two processes at once close each day once', async () => {
  await days.take(story(NOON_OF_FIRST))
  const both = await Promise.all([days.close(), days.close(Date.now(), days.clickhouse.client())])
  expect(both.reduce((sum, n) => sum + n)).toBe(
    (await days.closed()).length + (await days.closed('session_days')).length,
  )
  await days.expectAlike()
})

describe('whatever writes to the sums', () => {
  beforeEach(async () => {
    await days.take([...story(BEFORE_MIDNIGHT), ...story(Date.now() - HOUR_MS, 'b')])
    await days.close()
  })

  test('an erasure opens the days that it counts again', async () => {
    const name = sessionOf(BEFORE_MIDNIGHT, 'a')
    const id = randomUUID()
    await days.sql`INSERT INTO erasures (id, erased_at, receipt) VALUES (${id}, now(), '{}')`
    await days.sql`
      INSERT INTO erased_sessions (session_hash, alias, erasure_id) VALUES (${sessionHash(name)}, ${aliasFor(name)}, ${id})`
    await applyErasures({ clickhouse: days.client, db: days.db, sql: days.sql }, 0)
    expect(await days.closed('session_days')).not.toContain(0)
    await days.close()
    await days.expectAlike()
  })

  test('the hourly repair mends what is closed wrongly, of the days that it looks at', async () => {
    await days.take([
      visit({ at: BEFORE_MIDNIGHT, sessionId: sessionOf(BEFORE_MIDNIGHT, 'c'), utm: { utm_campaign: 'c' } }),
    ])
    await days.close()
    await days.client.command({
      query: `INSERT INTO ${days.db}.event_days SELECT * REPLACE (n + 7 AS n, version + 1 AS version) FROM ${days.db}.event_days FINAL`,
    })
    const log = { positions: async () => [], consume: async () => undefined, timesAt: async () => new Map() }
    await goOnAbove(days.sql, days.client, days.db)
    await reconcile({ ...days.deps(), log, onError: () => undefined }, new Date())
    await days.close()
    await days.expectAlike()
  })
})

test('of an opening and a closing the later one holds, whichever is written first', async () => {
  const [sums] = DAY_SUMS
  if (!sums) throw new Error('There are no sums by days.')
  const [day, zone] = [FIRST / 1000, 'UTC']
  await days.take(story(NOON_OF_FIRST))
  await markDays(days.client, days.db, sums, [day], { zone, version: '20', gone: 1 })
  await markDays(days.client, days.db, sums, [day], { zone, version: '10', gone: 0 })
  expect(await days.closed()).toEqual([])
  await markDays(days.client, days.db, sums, [day], { zone, version: '30', gone: 0 })
  expect(await days.closed()).toEqual([0])
  expect(await openDays(days.client, days.db, sums, { zone, until: day + 2 * 86_400 })).toEqual([
    day + 86_400,
  ])
})

test('any order of batches, late events and closings leaves closed days that say what their quarter-hours say', async () => {
  const pick = <T>(all: readonly T[]): T => all[Math.floor(Math.random() * all.length)] as T
  const told: string[] = []
  for (let step = 0; step < 25; step += 1) {
    const at = FIRST + Math.floor(Math.random() * 4 * DAY_MS)
    const what = pick(['new', 'new', 'late', 'close'])
    told.push(`${what} ${at}`)
    if (what === 'close') await days.close()
    else
      await days.take(
        story(at, pick(['a', 'b', 'c']), pick(['spring', 'autumn', ''])).slice(what === 'late' ? 2 : 0),
      )
    await days.expectAlike().catch(error => {
      throw new Error(`after ${told.join(', ')}: ${error}`)
    })
  }
  await days.close()
  expect(await days.expectAlike()).toBeGreaterThan(0)
})
