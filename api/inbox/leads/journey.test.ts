import { beforeEach, describe, expect, test } from 'vitest'
import { later } from '../../testing/api.ts'
import { postForm, TRIAL } from '../../testing/forms.ts'
import { openInboxDesk } from '../../testing/inbox.ts'

const SESSION = 'utm_1772366000000_abcdefgh'

const desk = await openInboxDesk()
beforeEach(() => desk.empty())

const details = async (id: string) => (await desk.call('GET', `leads/${id}`)).json()
const journey = async (id: string) => (await desk.call('GET', `leads/${id}/journey`)).json()

describe('a lead', () => {
  test('a lead shows the trial and the onboarding of the same person, and their other leads', async () => {
    const { api, contact, onboard } = desk
    const id = await contact('Ada', { email: 'ADA@example.com', phone: '07123 456789' })
    later(api.clock, 1000)
    const trial = (await postForm(api.app, 'trial-signup', TRIAL)).json().id
    await onboard('Ada Lovelace', { emailAddress: 'other@example.com' })
    await contact('Somebody else', { email: 'else@example.com' })
    expect(await details(id)).toMatchObject({
      lead: { id, samePerson: 1 },
      trials: [{ leadId: trial, primaryKeyword: 'engines', currentAdsAccount: 'no' }],
      onboarding: [{ fullName: 'Ada Lovelace' }],
      samePerson: [{ id: trial }],
      notes: [],
      changes: [],
    })
  })

  test('a lead keeps notes and the history of its changes, with person and time', async () => {
    const { api, call, contact } = desk
    const id = await contact('Ada')
    await call('PATCH', `leads/${id}`, { status: 'contacted' })
    later(api.clock, 1000)
    await call('PATCH', `leads/${id}`, { status: 'contacted' })
    await call('PATCH', `leads/${id}`, { status: 'qualified' })
    const note = await call('POST', `leads/${id}/notes`, { body: ' Called,\r\nwants a quote ' })
    expect(note.statusCode).toBe(201)
    const changedAt = api.clock.now.toISOString()
    expect(await details(id)).toMatchObject({
      lead: { staffNotes: 1 },
      notes: [{ author: 'ada', body: 'Called,\nwants a quote', createdAt: changedAt }],
      changes: [
        { field: 'status', before: 'contacted', after: 'qualified', changedBy: 'ada', changedAt },
        { field: 'status', before: 'new', after: 'contacted', changedBy: 'ada' },
      ],
    })
  })

  test('notes and history are deleted with their lead', async () => {
    const { api, call, contact } = desk
    const id = await contact('Ada')
    await call('PATCH', `leads/${id}`, { status: 'contacted' })
    await call('POST', `leads/${id}/notes`, { body: 'Called' })
    await api.sql`DELETE FROM leads WHERE id = ${id}`
    expect(await api.sql`SELECT 1 FROM staff_notes UNION ALL SELECT 1 FROM record_changes`).toHaveLength(0)
  })
})

describe('a journey', () => {
  const at = (minutes: number) => `2026-03-01 11:${String(minutes).padStart(2, '0')}:00.000`
  const uuid = (n: number) => `019ca8f0-0000-7000-8000-${String(n).padStart(12, '0')}`
  const event = (n: number, type: string, minutes: number, more: object = {}) => ({
    minute: at(minutes).slice(0, 19),
    id: uuid(n),
    type,
    session: SESSION,
    session_minute: '2026-03-01 11:53:00',
    occurred_at: at(minutes),
    received_at: at(minutes),
    log_partition: 0,
    log_offset: n,
    log_index: 0,
    ...more,
  })
  const tags = (utm_source: string, utm_medium: string, utm_campaign: string) => ({
    utm_source,
    utm_medium,
    utm_campaign,
  })

  const store = (rows: object[]) =>
    desk.api.clickhouse.insert({ table: `${desk.api.db}.events`, values: rows, format: 'JSONEachRow' })
  const of = async (session: string, more: object = {}) =>
    journey(await desk.contact('Ada', more, { 'x-session-id': session }))

  test('a journey lists the session’s touches, variant, pages and conversions, each once', async () => {
    const first = event(1, 'visit', 1, { page_path: '/', ...tags('google', 'cpc', 'spring') })
    const values = [
      first,
      event(2, 'ab_test', 1, { test_name: 'landingPage', variant: 'v2', ab_event: 'variant_assigned' }),
      event(3, 'visit', 5, { page_path: '/v2', ...tags('bing', 'cpc', 'summer') }),
      event(4, 'visit', 6, { page_path: '/v2', ...tags('direct', 'organic', '') }),
      event(5, 'conversion', 7, { conversion_type: 'button_click', page_path: '/v2' }),
      { ...event(6, 'visit', 8, { page_path: '/secret' }), session: 'utm_1772366000000_somebody' },
      {
        ...event(7, 'visit', 9, { page_path: '/' }),
        minute: '2026-03-01 12:30:00',
        occurred_at: '2026-03-01 12:30:00.000',
        ...tags('x', 'cpc', 'later'),
      },
    ]
    // Separate inserts, because ClickHouse deduplicates within one insert. One duplicate comes before the original, and one after it.
    const again = (row: object | undefined) => ({ ...row, log_offset: 900, utm_campaign: 'a duplicate' })
    for (const rows of [[again(values[2])], values, [again(first)]]) await store(rows)
    const told = await of(SESSION)
    expect(told).toMatchObject({
      state: 'known',
      firstTouch: { utm_source: 'google', utm_campaign: 'spring' },
      lastTouch: { utm_source: 'bing', utm_campaign: 'summer' },
      variant: 'v2',
      visits: 4,
      conversions: 1,
      pages: [
        { path: '/', visits: 2 },
        { path: '/v2', visits: 2 },
      ],
    })
    expect(told.steps.map((step: { type: string }) => step.type)).toEqual([
      'visit',
      'ab_test',
      'visit',
      'visit',
      'conversion',
      'visit',
    ])
    expect(told.steps[0].at).toBe('2026-03-01T11:01:00.000Z')
  })

  const google = { ...tags('google', 'cpc', 'spring'), utm_content: '', utm_term: '' }

  test('a journey is in the order of events, not of sending', async () => {
    const session = 'utm_1772366000000_order'
    await store([
      { ...event(11, 'visit', 3, { page_path: '/third' }), session, occurred_at: '2026-03-01 11:03:30.000' },
      { ...event(12, 'visit', 3, { page_path: '/second' }), session, occurred_at: '2026-03-01 11:03:20.000' },
      { ...event(14, 'visit', 3, { page_path: '/first too' }), session, occurred_at: at(2) },
      { ...event(13, 'visit', 2, { page_path: '/first' }), session },
    ])
    const { steps } = await of(session)
    expect(steps.map((step: { pagePath: string }) => step.pagePath)).toEqual([
      '/first',
      '/first too',
      '/second',
      '/third',
    ])
  })

  test('a journey begins at most a day before its session, and holds only this lead’s steps', async () => {
    const session = `utm_${Date.UTC(2026, 2, 2, 11, 0)}_begins`
    await store([
      { ...event(21, 'visit', 0, { page_path: '/too early' }), session, minute: '2026-03-01 10:59:00' },
      { ...event(22, 'visit', 0, { page_path: '/early' }), session },
      { ...event(23, 'record', 0, { page_path: '/no step' }), session },
      { ...event(24, 'visit', 1, { page_path: '/last' }), session },
    ])
    const { pages } = await of(session)
    expect(pages.map((page: { path: string }) => page.path)).toEqual(['/early', '/last'])
  })

  test('a journey is found even if the session’s id has the time of a wrong clock', async () => {
    const session = `utm_${Date.UTC(2099, 0, 1)}_wrong`
    await store([{ ...event(30, 'visit', 0, { page_path: '/' }), session }])
    expect(await of(session)).toMatchObject({ state: 'known', visits: 1 })
  })

  test('a journey is found even if the session’s id has no time', async () => {
    const session = 'utm_early_abcdefgh'
    await store([{ ...event(31, 'visit', 0, { page_path: '/' }), session }])
    expect(await of(session)).toMatchObject({ state: 'known', visits: 1 })
  })

  test('a journey shows the last two hundred steps, and counts all steps', async () => {
    const session = 'utm_1772366000000_long'
    const visits = Array.from({ length: 202 }, (_, n) => ({
      ...event(4000 + n, 'visit', 1, { page_path: `/${n}` }),
      session,
    }))
    await store(visits)
    const { steps, visits: counted } = await of(session)
    expect([steps.length, steps[0].pagePath, counted]).toEqual([200, '/2', 202])
  })

  test('a journey without events shows the tracking data of the form', async () => {
    const told = await of('utm_1772366000000_nothing', { firstTouchUtm: google, variant: 'v2' })
    expect(told).toMatchObject({
      state: 'known',
      firstTouch: google,
      lastTouch: null,
      variant: 'v2',
      visits: 0,
    })
    const untold = await of('utm_1772366000000_nothing')
    expect(untold.firstTouch).toEqual({
      ...{ ...tags('', '', ''), utm_content: '', utm_term: '' },
      ...{ channel: '', referringSite: '' },
    })
  })

  test('a journey shows the first touch of the form, and its variant if the exposure has none', async () => {
    const session = 'utm_1772366000000_trust'
    await store([
      { ...event(51, 'visit', 1, tags('bing', 'cpc', 'summer')), session },
      { ...event(52, 'ab_test', 1, { test_name: 'landingPage', variant: '' }), session },
    ])
    const told = await of(session, { firstTouchUtm: google, variant: 'v2' })
    expect(told).toMatchObject({ firstTouch: google, variant: 'v2' })
  })

  test.each([
    ['the last visit with a campaign', [tags('a', '', 'one'), tags('b', '', '')], 'a'],
    [
      'the last visit with a medium other than organic',
      [tags('a', 'cpc', ''), tags('b', 'organic', '')],
      'a',
    ],
    ['the last of two tagged visits', [tags('a', 'cpc', ''), tags('b', 'email', '')], 'b'],
    [
      'the last paid click without tags',
      [
        tags('a', 'organic', ''),
        { ...tags('b', 'organic', ''), channel: 'Paid search' },
        tags('c', 'organic', ''),
      ],
      'b',
    ],
    ['the first visit, if no visit has tags,', [tags('a', 'organic', ''), tags('b', '', '')], 'a'],
  ])('%s is the last touch', async (what, visits, source) => {
    const session = `utm_1772366000000_${what.replaceAll(/\W/g, '')}`
    const rows = visits.map((utm, n) => ({ ...event(60 + n, 'visit', n, utm), session }))
    // A visit at exactly the form's time is not after it.
    const own = desk.api.clock.now.toISOString().replace('T', ' ').replace('Z', '')
    await store(rows)
    expect((await of(session)).lastTouch.utm_source).toBe(source)
    await store([{ ...event(69, 'visit', 30, tags('with it', 'cpc', '')), session, occurred_at: own }])
    expect((await of(session)).lastTouch.utm_source).toBe('with it')
  })

  test('the journey of a lead without a session says that there is none', async () => {
    expect(await journey(await desk.contact('Ada'))).toMatchObject({ state: 'no_session', steps: [] })
  })

  test('a journey is unknown while ClickHouse is down, and the inbox keeps working', async () => {
    const { api, contact } = desk
    const id = await contact('Ada', { variant: 'v2' }, { 'x-session-id': SESSION })
    await api.sql`UPDATE read_models SET generation = generation + 9000`
    // The API caches the serving database for one second.
    later(api.clock, 1_001)
    expect(await journey(id)).toMatchObject({ state: 'unavailable', variant: 'v2', steps: [] })
    expect((await details(id)).lead.name).toBe('Ada')
    expect(await desk.names()).toEqual(['Ada'])
    await api.sql`UPDATE read_models SET generation = generation - 9000`
    later(api.clock, 1_001)
  })
})
