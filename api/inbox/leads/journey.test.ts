import { until } from '@firsttouch/infra/rigs/testing/until'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { later } from '../../testing/api.ts'
import { postForm, TRIAL } from '../../testing/forms.ts'
import { type InboxDesk, openInboxDesk } from '../../testing/inbox.ts'
import { fillVariants } from './variants.ts'

const SESSION = 'utm_1772366000000_abcdefgh'

let desk: InboxDesk
beforeAll(async () => {
  desk = await openInboxDesk()
})
afterAll(() => desk.api.close())
beforeEach(() => desk.empty())

const details = async (id: string) => (await desk.call('GET', `leads/${id}`)).json()
const journey = async (id: string) => (await desk.call('GET', `leads/${id}/journey`)).json()

describe('a lead', () => {
  test('shows the trial and the onboarding of the same person, and their other leads', async () => {
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

  test('keeps notes and the history of its changes: who and when', async () => {
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

  test('takes its notes and its history along when it is deleted for good', async () => {
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

  test('is told by the events of the session: touches, variant, pages, conversions, each once', async () => {
    const { api, contact } = desk
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
    // Apart, as the table merges what comes in one insert.
    const again = { ...first, log_offset: 900, utm_campaign: 'a duplicate' }
    for (const rows of [values, [again]])
      await api.clickhouse.insert({ table: `${api.db}.events`, values: rows, format: 'JSONEachRow' })
    const id = await contact('Ada', {}, { 'x-session-id': SESSION })
    const told = await journey(id)
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

  test('of a lead without a session says that there is none', async () => {
    expect(await journey(await desk.contact('Ada'))).toMatchObject({ state: 'no_session', steps: [] })
  })

  test('says that it is not known while ClickHouse is down, and the inbox works on', async () => {
    const { api, contact } = desk
    const id = await contact('Ada', { variant: 'v2' }, { 'x-session-id': SESSION })
    await api.sql`UPDATE read_models SET generation = generation + 9000`
    // Where the read models are is remembered for a second.
    later(api.clock, 1_001)
    expect(await journey(id)).toMatchObject({ state: 'unavailable', variant: 'v2', steps: [] })
    expect((await details(id)).lead.name).toBe('Ada')
    expect(await desk.names()).toEqual(['Ada'])
    await api.sql`UPDATE read_models SET generation = generation - 9000`
    later(api.clock, 1_001)
  })
})

test('a lead whose browser named no variant gets the one that its session was shown first', async () => {
  const { api, contact, names } = desk
  const at = (minutes: number) => new Date(Date.UTC(2026, 2, 1, 11, minutes))
  const session = (n: number) => `utm_${at(n).getTime()}_abcdefg${n}`
  await api.clickhouse.insert({
    table: `${api.db}.exposures`,
    values: [
      exposure(session(1), 'v2', at(1)),
      exposure(session(1), 'control', at(5)),
      exposure(session(2), 'control', at(2)),
    ],
    format: 'JSONEachRow',
  })
  await contact('Shown v2', {}, { 'x-session-id': session(1) })
  await contact('Said v2', { variant: 'v2' }, { 'x-session-id': session(2) })
  await contact('Shown nothing', {}, { 'x-session-id': session(3) })
  // The test before took ClickHouse away, which is remembered for a second.
  await until(
    () =>
      fillVariants(api.deps).then(
        () => true,
        () => false,
      ),
    10_000,
  )
  expect(await names('leads/search?variant=v2')).toEqual(['Said v2', 'Shown v2'])
  expect(await names('leads/search?variant=control')).toEqual([])
})

const exposure = (session: string, variant: string, at: Date) => ({
  minute: at.toISOString().slice(0, 16).replace('T', ' ').concat(':00'),
  session_minute: Math.floor(Number(session.slice(4, 17)) / 60_000) * 60,
  session,
  test_name: 'landingPage',
  variant,
  bot: 0,
  exposed_at: at.toISOString().slice(0, 23).replace('T', ' '),
  version: 1,
  gone: 0,
})
