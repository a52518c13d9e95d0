import type { LogRecord } from '@firsttouch/infra/log/log'
import { openTestClickHouse, type TestClickHouse } from '@firsttouch/infra/rigs/testing/stores'
import { beforeEach, expect, test } from 'vitest'
import { project } from '../../run.ts'
import { openStore } from '../../steps/store.ts'
import { NOON, recordsOf, visit } from '../../testing/events.ts'
import { lookingAt } from '../../testing/looking-at.ts'

let stores: TestClickHouse
beforeEach(async () => {
  stores = await openTestClickHouse()
})

const TABLES = ['session_events', 'session_minutes', 'session_sums']
const run = (records: LogRecord[]) =>
  project(records, { store: lookingAt(openStore(stores.client, stores.db), ...TABLES) })
const rows = async (query: string) =>
  (
    await stores.client.query({ query: query.replaceAll('db.', `${stores.db}.`), format: 'JSONEachRow' })
  ).json<Record<string, unknown>>()
const visitors = () =>
  rows(
    `SELECT utm_campaign AS campaign, at, n FROM db.session_sums FINAL WHERE model = 'visitor' ORDER BY at, campaign`,
  )

const [ann, bob] = ['utm_1772368200000_ann', 'utm_1772368200000_bob']
const by = (utm_campaign: string, sessionId: string, at: number) =>
  visit({ sessionId, at, utm: { utm_campaign } })
const HOUR = 3_600_000

test.each(['as they happened', 'the last first'])(
  'a session counts once for each of its campaigns, at its first visit through that campaign; events arrive %s',
  async order => {
    const again = by('spring', ann, NOON + 5 * HOUR)
    const events = [
      visit({ sessionId: ann, at: NOON - HOUR }),
      by('spring', ann, NOON),
      by('spring', bob, NOON + 1_000),
      by('Spring', bob, NOON + 2_000),
      by('autumn', ann, NOON + HOUR),
      again,
      again,
    ]
    const records = recordsOf(order === 'the last first' ? events.toReversed() : events)
    for (const record of records) await run([record])
    await run(records)
    expect(await visitors()).toEqual([
      { campaign: 'Spring', at: '2026-03-01 12:30:00', n: 1 },
      { campaign: 'spring', at: '2026-03-01 12:30:00', n: 2 },
      { campaign: 'autumn', at: '2026-03-01 13:30:00', n: 1 },
    ])
  },
)

test('an earlier visit that arrives late moves the visitor to its time, and adds no second visitor', async () => {
  await run(recordsOf([by('spring', ann, NOON)]))
  await run(recordsOf([by('spring', ann, NOON - 26 * HOUR)], 1))
  await run(recordsOf([by('spring', ann, NOON + 26 * HOUR)], 2))
  expect(await visitors()).toEqual([{ campaign: 'spring', at: '2026-02-28 10:30:00', n: 1 }])
})

test('a bot is not a visitor, and a session that began as a bot becomes a visitor with its first human visit', async () => {
  await run(recordsOf([by('spring', 'utm_2_bot', NOON), by('spring', ann, NOON)], 0, { bot: 'user_agent' }))
  expect(await visitors()).toEqual([])
  await run(recordsOf([by('spring', ann, NOON + HOUR)], 2))
  expect(await visitors()).toEqual([{ campaign: 'spring', at: '2026-03-01 13:30:00', n: 1 }])
})

test('a visit without a campaign leaves no row', async () => {
  await run(recordsOf([visit()]))
  expect(await rows(`SELECT * FROM db.session_events WHERE utm_campaign != ''`)).toEqual([])
  for (const table of ['session_minutes', 'session_sums'])
    expect(await rows(`SELECT * FROM db.${table} WHERE model = 'visitor'`)).toEqual([])
})
