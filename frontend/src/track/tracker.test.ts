import type { ServedShares } from '@firsttouch/api/contract/experiments/life'
import { abTestInput, conversionInput, visitInput } from '@firsttouch/ingest/events'
import { expect, test } from 'vitest'
import { rememberPlan } from '../site/use-tracking.ts'
import { openConsent } from './consent.ts'
import { timeOf, uuidv7 } from './ids.ts'
import { handClock, handStore } from './testing/hand.ts'
import { openTracker } from './tracker.ts'

type Options = {
  consentRequired?: boolean
  signal?: boolean
  search?: string
  referrer?: string
  clickIds?: boolean
  served?: ServedShares
  store?: ReturnType<typeof handStore>
}
const inRun = (run: string): ServedShares => ({
  landingPage: {
    run,
    shares: [
      ['control', 50],
      ['v2', 50],
    ],
  },
  trialHeading: { shown: 'control' },
})
const setUp = (options: Options = {}) => {
  const store = options.store ?? handStore()
  const clock = handClock()
  const events: Record<string, unknown>[] = []
  const calls = { add: 0, queued: 0 }
  const tracker = openTracker({
    store,
    queue: {
      add: (id, json) => {
        calls.add += 1
        events.push({ ...JSON.parse(json), queuedAs: id })
      },
    },
    now: clock.now,
    arrival: {
      search: options.search ?? '',
      referrer: options.referrer ?? '',
      host: 'site.example',
      origin: 'https://site.example',
    },
    visitor: { userAgent: 'Browser/1', ...(options.signal && { globalPrivacyControl: true }) },
    consentRequired: options.consentRequired ?? false,
    clickIds: options.clickIds ?? false,
    served: options.served ?? inRun(''),
    onQueued: () => {
      calls.queued += 1
    },
  })
  return { store, clock, events, calls, tracker }
}

test('a visit carries all specified fields with its id and time', () => {
  const { tracker, events, store, clock, calls } = setUp({ search: '?utm_source=tiktok&utm_campaign=spring' })
  tracker.visit('/v2')
  expect(visitInput.safeParse(events[0]).success).toBe(true)
  expect(events[0]).toMatchObject({
    type: 'visit',
    sessionId: store.get('utm_session_id'),
    occurredAt: '2026-01-31T09:30:00.000Z',
    utm_source: 'tiktok',
    utm_medium: '',
    utm_campaign: 'spring',
    utm_content: '',
    utm_term: '',
    referrer: '',
    userAgent: 'Browser/1',
    pagePath: '/v2',
    ipAddress: '',
  })
  expect(events[0]?.id).toBe(events[0]?.queuedAs)
  expect(timeOf(String(events[0]?.id))).toBe(clock.now())
  expect(calls).toEqual({ add: 1, queued: 1 })
})

test('only the first visit of a page load counts as a campaign click', () => {
  const { tracker, events } = setUp({ search: '?utm_campaign=spring', referrer: 'https://www.google.com/' })
  tracker.visit('/')
  tracker.visit('/trial-signup')
  expect(events[1]).toMatchObject({
    utm_source: 'direct',
    utm_medium: 'organic',
    utm_campaign: '',
    referrer: 'https://site.example/',
    pagePath: '/trial-signup',
  })
})

test('the first touch is saved once and sent with every conversion', () => {
  const store = handStore()
  setUp({ store, search: '?utm_source=facebook&utm_campaign=spring' }).tracker.visit('/')
  const saved = store.get('first_touch_utm')
  expect(JSON.parse(saved ?? '')).toMatchObject({
    utm_source: 'facebook',
    utm_campaign: 'spring',
    timestamp: expect.any(Number),
  })
  const later = setUp({ store, search: '?utm_source=google&utm_campaign=summer' })
  later.tracker.visit('/')
  later.tracker.conversion('button_click', { buttonType: 'header_get_started' })
  expect(store.get('first_touch_utm')).toBe(saved)
  expect(conversionInput.safeParse(later.events[1]).success).toBe(true)
  expect(later.events[1]).toMatchObject({
    conversionType: 'button_click',
    buttonType: 'header_get_started',
    pagePath: '/',
    firstTouchUtm: { utm_source: 'facebook', utm_campaign: 'spring' },
  })
})

test('an exposure is stored and counted once, and later conversions count for its variant', () => {
  const { tracker, events, store, calls } = setUp()
  tracker.expose({ landingPage: 'v2' })
  tracker.expose({ landingPage: 'control' })
  tracker.conversion('form_submission', { formType: 'v2_trial' })
  expect(store.get('ab_test_landingPage')).toBe('v2')
  expect(calls).toEqual({ add: 3, queued: 3 })
  const tests = events.filter(event => event.type === 'ab_test')
  for (const event of tests) expect(abTestInput.safeParse(event).success).toBe(true)
  expect(tests).toMatchObject([
    {
      testName: 'landingPage',
      variant: 'v2',
      event: 'variant_assigned',
      timestamp: '2026-01-31T09:30:00.000Z',
    },
    {
      variant: 'v2',
      event: 'conversion',
      conversionType: 'form_submission',
      metadata: { formType: 'v2_trial' },
    },
  ])
})

test('a conversion without an assigned variant counts for no test', () => {
  const { tracker, events } = setUp()
  tracker.conversion('whatsapp_click', { buttonType: 'chat_pricing' })
  expect(events.map(event => event.type)).toEqual(['conversion'])
})

test('a form’s conversion has the id that the form was sent with', () => {
  const { tracker, events } = setUp()
  const id = uuidv7(1_769_851_800_000)
  tracker.conversion('form_submission', { formType: 'contact_form' }, id)
  expect(events[0]?.id).toBe(id)
})

test('the visitor’s data is readable only with consent', () => {
  const { tracker } = setUp({ search: '?utm_source=tiktok' })
  tracker.expose({ landingPage: 'v2' })
  rememberPlan(tracker, 'regional')
  const known = () => [
    tracker.firstTouch()?.utm_source,
    tracker.variant('landingPage'),
    tracker.saved('stripe_plan_type'),
  ]
  expect(known()).toEqual(['tiktok', 'v2', 'regional'])
  tracker.decide('denied')
  expect(known()).toEqual([undefined, undefined, undefined])
})

test('at most twenty events wait for consent, and each answer releases them once', () => {
  const { tracker, events } = setUp({ consentRequired: true })
  for (let n = 0; n < 30; n++) tracker.visit(`/${n}`)
  tracker.decide('granted')
  expect(events).toHaveLength(20)
  tracker.consent.ask()
  tracker.visit('/again')
  tracker.decide('granted')
  expect(events.map(event => event.pagePath).slice(19)).toEqual(['/19', '/again'])
})

test('a chosen plan is stored for the onboarding page', () => {
  const { tracker, store } = setUp()
  rememberPlan(tracker, 'regional')
  expect(store.get('stripe_plan_type')).toBe('regional')
  expect(store.get('stripe_session_id')).toBe(tracker.sessionId())
})

test('before consent nothing is stored or queued, and consent releases the held events', () => {
  const { tracker, events, store, clock } = setUp({ consentRequired: true, search: '?utm_campaign=spring' })
  tracker.visit('/')
  tracker.expose({ landingPage: 'control' })
  rememberPlan(tracker, 'regional')
  expect(tracker.consent.state()).toBe('asking')
  expect([events, store.keys(), tracker.sessionId()]).toEqual([[], [], undefined])
  void clock.pass(60_000)
  tracker.decide('granted')
  expect(events).toMatchObject([
    { type: 'visit', utm_campaign: 'spring', occurredAt: '2026-01-31T09:30:00.000Z' },
    { type: 'ab_test', event: 'variant_assigned', occurredAt: '2026-01-31T09:30:00.000Z' },
  ])
  expect(tracker.sessionId()).toBe(events[0]?.sessionId)
})

test('a refusal drops held events, and a later one deletes stored data', () => {
  const first = setUp({ consentRequired: true })
  first.tracker.visit('/')
  first.tracker.decide('denied')
  expect(first.events).toEqual([])
  const { tracker, store } = setUp({ consentRequired: true })
  tracker.decide('granted')
  tracker.visit('/')
  tracker.expose({ landingPage: 'v2' })
  tracker.decide('denied')
  expect(store.keys()).toEqual(['tracking_consent'])
  tracker.visit('/v2')
  expect(store.keys()).toEqual(['tracking_consent'])
})

test.each([true, false])(
  'S-40 a refusal persists on pages with and without a banner (%s)',
  consentRequired => {
    const first = setUp({ consentRequired: true })
    first.tracker.consent.decide('denied')
    const { tracker, events, store } = setUp({ consentRequired, store: first.store })
    tracker.visit('/')
    expect([tracker.consent.state(), events, store.keys()]).toEqual(['denied', [], ['tracking_consent']])
  },
)

test('S-40 Do Not Track refuses consent', () => {
  const consent = openConsent(handStore(), { doNotTrack: '1' }, false)
  expect([consent.state(), consent.isChangeable()]).toEqual(['denied', false])
})

test('events during a refusal do not count after a later consent', () => {
  const { tracker, events } = setUp({ consentRequired: true })
  tracker.decide('denied')
  tracker.visit('/')
  tracker.decide('granted')
  expect(events).toEqual([])
})

test('an answer can be changed unless the browser refuses', () => {
  const { tracker, store } = setUp({ consentRequired: true })
  expect(tracker.consent.isChangeable()).toBe(false)
  tracker.decide('granted')
  tracker.visit('/')
  expect(tracker.consent.isChangeable()).toBe(true)
  tracker.consent.ask()
  expect(tracker.consent.state()).toBe('asking')
  tracker.decide('denied')
  expect(store.keys()).toEqual(['tracking_consent'])
  const refused = setUp({ consentRequired: true, signal: true }).tracker
  refused.consent.ask()
  expect([refused.consent.isChangeable(), refused.consent.state()]).toEqual([false, 'denied'])
})

test('Global Privacy Control overrides an earlier consent', () => {
  const store = handStore()
  const before = setUp({ store, consentRequired: true }).tracker
  before.decide('granted')
  before.visit('/')
  expect(store.get('utm_session_id')).not.toBeNull()
  const { tracker, events } = setUp({ store, signal: true })
  tracker.visit('/')
  tracker.conversion('button_click')
  expect(events).toEqual([])
  expect(tracker.sessionId()).toBeUndefined()
  expect(store.get('utm_session_id')).toBeNull()
})

test('a queue that throws does not break the page', () => {
  const tracker = openTracker({
    store: handStore(),
    queue: {
      add: () => {
        throw new Error('no')
      },
    },
    now: Date.now,
    arrival: { search: '', referrer: '', host: '', origin: '' },
    visitor: { userAgent: '' },
    consentRequired: false,
    clickIds: false,
    served: {},
    onQueued: () => undefined,
  })
  expect(() => tracker.visit('/')).not.toThrow()
})
