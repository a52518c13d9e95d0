import { CLICK_ID_KINDS } from '@firsttouch/api/contract/fields/click-ids'
import { CLICK_ID_NAMES } from '@firsttouch/ingest/events'
import { expect, test } from 'vitest'
import { readAdClick } from '../site/forms/ad-click.ts'
import { AD_CLICK, CLICK_IDS, clickNames } from './ad-click.ts'
import { handClock, handStore } from './testing/hand.ts'
import { openTracker } from './tracker.ts'

type Options = {
  search?: string
  clickIds?: boolean
  consentRequired?: boolean
  globalPrivacyControl?: boolean
  store?: ReturnType<typeof handStore>
  clock?: ReturnType<typeof handClock>
}
const land = ({
  search = '?gclid=Cj0KCQ-first_1',
  clickIds = true,
  consentRequired = false,
  globalPrivacyControl = false,
  store = handStore(),
  clock = handClock(),
}: Options = {}) => {
  const events: string[] = []
  const tracker = openTracker({
    store,
    queue: { add: (_id, json) => events.push(json) },
    now: clock.now,
    arrival: {
      search,
      referrer: `https://x.test/${search}`,
      host: 'site.example',
      origin: 'https://site.example',
    },
    visitor: { userAgent: 'Browser/1', globalPrivacyControl },
    consentRequired,
    clickIds,
    served: {},
    onQueued: () => undefined,
  })
  tracker.visit('/')
  tracker.conversion('button_click', { buttonType: 'x' })
  const sent = () => readAdClick(tracker.saved(AD_CLICK), clock.now())
  return { tracker, sent, store, events, clock }
}
const DAY = 24 * 3_600_000

test('the click id is stored with its time for the form, and no event contains it', () => {
  const { sent, events } = land({ search: '?utm_source=google&gclid=Cj0KCQ-first_1&gbraid=0AAAA-b' })
  expect(sent()).toEqual({
    ids: { gclid: 'Cj0KCQ-first_1', gbraid: '0AAAA-b' },
    clickedAt: '2026-01-31T09:30:00.000Z',
  })
  expect(events).toHaveLength(2)
  expect(events.join()).not.toMatch(/Cj0KCQ|0AAAA/)
})

test('a click id with an upper-case parameter is sent with the form', () => {
  expect(land({ search: '?GCLID=Cj0KCQ-first_1' }).sent()?.ids).toEqual({ gclid: 'Cj0KCQ-first_1' })
})

test('the latest ad click replaces an earlier one, and a visit without an ad click keeps it', () => {
  const first = land()
  const again = (search: string) => land({ ...first, search })
  expect(again('?utm_source=newsletter').sent()?.ids).toEqual({ gclid: 'Cj0KCQ-first_1' })
  expect(again('?msclkid=f894f652ea334e739002f7167ab8f8e3').sent()?.ids).toEqual({
    msclkid: 'f894f652ea334e739002f7167ab8f8e3',
  })
})

test('an expired click is not sent', async () => {
  const { sent, clock } = land()
  await clock.pass(89 * DAY)
  expect(sent()).toBeDefined()
  await clock.pass(DAY)
  expect(sent()).toBeUndefined()
})

test.each([
  ['if the business stores none', { clickIds: false }],
  ['before consent', { consentRequired: true }],
  ['with Global Privacy Control', { globalPrivacyControl: true }],
])('no click id is stored or sent %s', (_when, options) => {
  const { sent, store } = land(options)
  expect([store.get('ad_click'), sent()]).toEqual([null, undefined])
})

test.each([
  ['in another format', { search: '?gclid=a%20b%3Cc&msclkid=abc&utm_source=gclid' }],
  ['that is too long', { search: `?gclid=${'a'.repeat(513)}` }],
])('no click id is sent %s', (_when, options) => {
  expect(land(options).sent()).toBeUndefined()
})

test('the click id is stored after consent, and deleted on refusal or when the business disables it', () => {
  const { tracker, sent, store } = land({ consentRequired: true })
  tracker.decide('granted')
  expect(sent()?.ids).toEqual({ gclid: 'Cj0KCQ-first_1' })
  tracker.consent.ask()
  expect(sent()).toBeUndefined()
  tracker.decide('denied')
  expect(store.keys()).toEqual(['tracking_consent'])

  const kept = land()
  land({ store: kept.store, search: '', clickIds: false })
  expect(kept.store.get('ad_click')).toBeNull()
})

test.each([
  'null',
  '{',
  '?gclid=abcd',
  '1769851800000',
  '1769851800000?gclid=a%20b',
  '9'.repeat(400),
  `${'9'.repeat(15)}?gclid=abcd`,
])('stored text of any kind is validated: %s', saved => {
  const store = handStore()
  store.set('ad_click', saved)
  expect(land({ store, search: '' }).sent()).toBeUndefined()
})

test('the page and the server know the same kinds of click ids', () => {
  const found = [...CLICK_ID_KINDS, 'xgclid', 'dclid'].filter(kind => `?a=1&${kind}=abcd&b`.match(CLICK_IDS))
  expect(found).toEqual([...CLICK_ID_KINDS])
})

test('the page names every click id that the server knows, if it has a value', () => {
  const link = (names: readonly string[]) => `?a=1${names.map(name => `&${name}=v`).join('')}`
  expect(clickNames(link(CLICK_ID_NAMES))).toEqual([...CLICK_ID_NAMES])
  expect(clickNames(link(['utm_source', 'gclidx', 'click']))).toEqual([])
  expect(clickNames('?gclid=&fbclid')).toEqual([])
  expect(clickNames('?GCLID=v')).toEqual(['gclid'])
})

test('a visit and the first touch name the click ids of the link', () => {
  const { tracker, events } = land({ clickIds: false })
  tracker.visit('/v2')
  expect(events.map(event => JSON.parse(event))).toMatchObject([
    { clickIds: ['gclid'] },
    { firstTouchUtm: { referrer: 'https://x.test/', clickIds: ['gclid'] } },
    { pagePath: '/v2' },
  ])
  expect(JSON.parse(events[2] ?? '')).not.toHaveProperty('clickIds')
})
