/** Events of an A/B test in each of its states, with pages that the server renders in that state. */
import type { ServedShares } from '@firsttouch/api/contract/experiments/life'
import { expect, test } from 'vitest'
import { openQueue } from '../queue.ts'
import { handStore } from '../testing/hand.ts'
import { openTracker } from '../tracker.ts'

const SHARES: [string, number][] = [
  ['control', 50],
  ['v2', 50],
]
const FIRST: ServedShares = { landingPage: { run: '', shares: SHARES } }
const SECOND: ServedShares = {
  landingPage: { run: '01990000-0000-7000-8000-000000000001', shares: SHARES },
}
const SHOWN: ServedShares = { landingPage: { shown: 'v2' } }

/** One browser, whose storage and queue persist between pages. */
const openBrowser = (consentRequired = false) => {
  const store = handStore()
  // Each event gets its own millisecond, so the queue lists events in order.
  let time = Date.UTC(2026, 0, 31)
  const now = () => time++
  const queue = openQueue(store, now)
  const load = (served: ServedShares, shown: Record<string, string> = {}) => {
    const tracker = openTracker({
      store,
      queue,
      now,
      arrival: { search: '', referrer: '', host: 'site.example', origin: 'https://site.example' },
      visitor: { userAgent: 'Browser/1' },
      consentRequired,
      clickIds: false,
      served,
      onQueued: () => undefined,
    })
    tracker.visit('/')
    tracker.expose(shown)
    return tracker
  }
  const tested = () =>
    queue
      .list()
      .map(({ json }) => JSON.parse(json))
      .filter(({ type }) => type === 'ab_test')
      .map(({ testName, event, variant }) => `${testName} ${event} ${variant}`)
  const kept = () => store.keys().filter(key => key.startsWith('ab_test_'))
  return { load, tested, kept, store }
}

test('a paused, planned or ended test exposes no visitor, stores nothing and counts no conversion', () => {
  const { load, tested, kept } = openBrowser()
  const tracker = load(SHOWN, { landingPage: 'v2' })
  tracker.conversion('button_click')
  expect([tested(), kept(), tracker.variant('landingPage')]).toEqual([[], [], undefined])
})

test('a visitor assigned before a pause counts neither during the pause nor again afterwards', () => {
  const { load, tested } = openBrowser()
  load(FIRST, { landingPage: 'v2' })
  const paused = load(SHOWN, { landingPage: 'control' })
  paused.conversion('button_click')
  expect(paused.variant('landingPage')).toBeUndefined()
  const resumed = load(FIRST, { landingPage: 'v2' })
  resumed.conversion('button_click')
  expect(resumed.variant('landingPage')).toBe('v2')
  expect(tested()).toEqual(['landingPage variant_assigned v2', 'landingPage conversion v2'])
})

test('a new run counts a new exposure and conversions of the new variant', () => {
  const { load, tested, store } = openBrowser()
  load(FIRST, { landingPage: 'v2' })
  const next = load(SECOND, { landingPage: 'control' })
  next.conversion('button_click')
  load(SECOND, { landingPage: 'control' })
  expect(tested()).toEqual([
    'landingPage variant_assigned v2',
    'landingPage variant_assigned control',
    'landingPage conversion control',
  ])
  expect(store.get('ab_test_landingPage')).toBe('control')
})

test('a conversion on another page counts for the stored variant of the same run only', () => {
  const { load, tested } = openBrowser()
  load(FIRST, { landingPage: 'v2' })
  load(FIRST).conversion('form_submission')
  load(SECOND).conversion('form_submission')
  expect(tested()).toEqual(['landingPage variant_assigned v2', 'landingPage conversion v2'])
})

test('events recorded before the end are still sent after it', () => {
  const { load, tested } = openBrowser()
  load(FIRST, { landingPage: 'v2' }).conversion('button_click')
  load(SHOWN, { landingPage: 'v2' })
  expect(tested()).toEqual(['landingPage variant_assigned v2', 'landingPage conversion v2'])
})

test('a tab that is open when the test ends still counts, and its next page counts no visitor', () => {
  const { load, tested } = openBrowser()
  const open = load(FIRST, { landingPage: 'v2' })
  open.conversion('button_click')
  const next = load(SHOWN, { landingPage: 'v2' })
  next.conversion('button_click')
  expect(tested()).toEqual(['landingPage variant_assigned v2', 'landingPage conversion v2'])
})

test('a tab of the previous run does not overwrite the choice of the new run', () => {
  const { load, tested, store } = openBrowser()
  const old = load(FIRST)
  load(SECOND, { landingPage: 'control' })
  old.expose({ landingPage: 'v2' })
  expect([store.get('ab_test_landingPage'), tested()]).toEqual([
    'control',
    ['landingPage variant_assigned control'],
  ])
})

test('an invalid stored choice is ignored and drawn again', () => {
  const { load, tested, store } = openBrowser()
  store.set('ab_test_landingPage', 'v9')
  load(FIRST, { landingPage: 'v2' }).conversion('button_click')
  expect(tested()).toEqual(['landingPage variant_assigned v2', 'landingPage conversion v2'])
})

test('each test counts separately', () => {
  const { load, tested } = openBrowser()
  const both: ServedShares = {
    ...FIRST,
    trialHeading: {
      run: 'a',
      shares: [
        ['control', 50],
        ['askedWeek', 50],
      ],
    },
  }
  load(both, { landingPage: 'v2' })
  load(both, { trialHeading: 'askedWeek' }).conversion('form_submission')
  expect(tested()).toEqual([
    'landingPage variant_assigned v2',
    'trialHeading variant_assigned askedWeek',
    'landingPage conversion v2',
    'trialHeading conversion askedWeek',
  ])
})

test('a refusal deletes the run with the choice', () => {
  const { load, kept } = openBrowser(true)
  const tracker = load(SECOND, { landingPage: 'v2' })
  tracker.decide('granted')
  expect(kept()).toHaveLength(2)
  tracker.decide('denied')
  expect(kept()).toEqual([])
})
