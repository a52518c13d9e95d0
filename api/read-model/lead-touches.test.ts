import { project } from '@firsttouch/projector/run'
import { openStore } from '@firsttouch/projector/steps/store'
import {
  conversion,
  engagement,
  exposure,
  lead,
  NOON,
  recordsOf,
  visit,
} from '@firsttouch/projector/testing/events'
import { expect, test } from 'vitest'
import { openTestApi } from '../testing/api.ts'
import { touchesOf } from './lead-touches.ts'

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Version/17.0 Mobile/15E148 Safari/604.1'
const session = (name: string) => `utm_${NOON}_${name}`
const minutes = (n: number) => NOON + n * 60_000
const [twice, converted, seen, silent] = ['twice', 'converted', 'seen', 'silent'].map(session) as [
  string,
  string,
  string,
  string,
]

test('a lead’s touch is the first visit of its session, or else the first conversion', async () => {
  const { clickhouse, db, deps } = await openTestApi()
  const events = [
    conversion({ sessionId: twice, at: minutes(0), pagePath: '/trial-signup' }),
    visit({ sessionId: twice, at: minutes(2), pagePath: '/v2' }),
    visit({ sessionId: twice, at: minutes(3), pagePath: '/' }),
    conversion({ sessionId: converted, at: minutes(2), pagePath: '/v2' }),
    conversion({ sessionId: converted, at: minutes(1), pagePath: '/original' }),
    exposure('v2', seen, minutes(0)),
    engagement({
      visit: visit({ sessionId: seen, at: minutes(1) }),
      at: minutes(1),
      properties: { visibleMs: 100 },
    }),
    visit({ sessionId: silent, at: minutes(1), pagePath: '/' }),
    ...[twice, converted, seen].map((sessionId, n) =>
      lead({ sessionId, at: minutes(9), lead: `01890000-0000-4000-8000-00000000000${n}` }),
    ),
  ]
  await project(recordsOf(events, 0, { userAgent: PHONE }), { store: openStore(clickhouse, db) })
  const touches = async (filter: object = {}) =>
    [...(await touchesOf(deps, { period: null, zone: 'Europe/London', ...filter }))].map(
      ([session, { page, device }]) => [session, page, device],
    )
  expect((await touches()).toSorted()).toEqual([
    [converted, '/original', 'mobile'],
    [twice, '/v2', 'mobile'],
  ])
  expect(await touches({ page: '/v2' })).toEqual([[twice, '/v2', 'mobile']])
  expect(await touches({ page: '/v2', device: 'desktop' })).toEqual([])
  const day = (from: string) => ({ period: { from, to: from, days: 1 } })
  expect(await touches(day('2026-03-01'))).toHaveLength(2)
  expect(await touches(day('2026-03-02'))).toEqual([])
})
