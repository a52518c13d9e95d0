/** Rules whose cause takes hours, or a store’s refusal: over series that are written down. */
import { describe, expect, test } from 'vitest'
import { assertRinging, hasPromtool, type Series } from './promtool.ts'
import { ALERTS } from './rules.ts'

const MINUTE_MS = 60_000
const MINUTE_S = 60
const others = (alarm: string) => ALERTS.map(({ alert }) => alert).filter(alert => alert !== alarm)

const ringsAt = (alarm: string, minutes: number, series: readonly Series[]): boolean => {
  const asked = (ringing: readonly string[]) =>
    assertRinging(series, MINUTE_MS, [{ afterSeconds: minutes * MINUTE_S, ringing, mayRing: others(alarm) }])
  try {
    asked([alarm])
    return true
  } catch {
    asked([])
    return false
  }
}
const events = (values: string, result = 'accepted'): Series => ({
  series: `ingest_events_total{result="${result}"}`,
  values,
})
const canaries: Series = { series: 'ingest_canary_events_total', values: '0+1x200' }

describe.skipIf(!hasPromtool())('with Prometheus’s own tool', () => {
  test.each([
    ['visitors stop, and canaries go on', '0+11x60 661+1x60', true],
    ['as many come as before', '0+11x120', false],
    ['a quiet evening: a third is left', '0+11x60 661+4x60', false],
    ['there were never more than a few', '0+2x60 121+1x60', false],
    ['they come again', '0+11x60 661+1x13 674+11x60', false],
  ])('EventsStopped: %s', (_, values, rings) => {
    expect(ringsAt('EventsStopped', 80, [events(values), canaries])).toBe(rings)
  })

  test('EventsStopped: what the log refuses has come all the same', () => {
    const refused = [events('0+11x60 660x60'), events('0x60 1+11x60', 'unavailable'), canaries]
    expect(ringsAt('EventsStopped', 80, refused)).toBe(false)
  })

  test.each([
    ['nothing was given up', '0x120', false],
    ['the first ever', '0x70 1x50', true],
    ['the first, soon after the start of everything', '_x50 0x20 1x50', true],
    ['one more than before', '4x70 5x50', true],
    ['an hour ago', '0x10 1x110', false],
    ['there from the first scrape on', '_x70 4x50', false],
    ['it was sent again', '0x70 3x3 0x50', false],
  ])('NotificationsGivenUp: %s', (_, values, rings) => {
    const series = 'notifications_queue{channel="email",state="failed"}'
    expect(ringsAt('NotificationsGivenUp', 80, [{ series, values }])).toBe(rings)
  })

  test('BatchesFail: while they fail, by the store’s word for it', () => {
    const series = 'projector_batch_failures_total{error="ClickHouse 252 TOO_MANY_PARTS"}'
    expect(ringsAt('BatchesFail', 20, [{ series, values: '0x5 1+100x30' }])).toBe(true)
    expect(ringsAt('BatchesFail', 20, [{ series, values: '0x5 1+100x5 501x30' }])).toBe(false)
  })

  test('StoreAway: a store that one process does not reach is one', () => {
    const answers = (store: string, instance: string, values: string): Series => ({
      series: `store_answers{store="${store}",instance="${instance}"}`,
      values,
    })
    const all = [answers('log', 'a', '1x30'), answers('log', 'b', '1x30')]
    expect(ringsAt('StoreAway', 20, all)).toBe(false)
    expect(
      ringsAt('StoreAway', 20, [
        ...all,
        answers('postgres', 'a', '1x10 0x20'),
        answers('postgres', 'b', '1x30'),
      ]),
    ).toBe(true)
  })
})
