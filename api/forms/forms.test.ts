import { emptyTables } from '@firsttouch/infra/rigs/testing/empty-tables'
import { accept } from '@firsttouch/ingest/accept'
import { boundId } from '@firsttouch/ingest/identify'
import { v7 } from 'uuid'
import { beforeEach, describe, expect, test } from 'vitest'
import { addStaff, cookiesOf, logIn, openTestApi } from '../testing/api.ts'
import { openChangesTold } from '../testing/changes-told.ts'
import { CONTACT, ONBOARDING, postForm, readInbox, readOutbox, TRIAL } from '../testing/forms.ts'

const api = await openTestApi()
await addStaff(api.sql)
beforeEach(() =>
  emptyTables(api.sql, 'leads', 'onboarding_submissions', 'outbox', 'form_submissions', 'form_attempts'),
)

const post = (path: Parameters<typeof postForm>[1], body: object, headers?: Record<string, string>) =>
  postForm(api.app, path, body, headers)
const leads = (query = '') => readInbox(api.app, `leads${query}`)
const outbox = () => readOutbox(api.sql)
const session = 'utm_1772366400000_story'
const firstTouchUtm = { utm_source: 'google', utm_medium: 'cpc', utm_campaign: 'spring_roofs' }

describe('a submission and its conversion', () => {
  test('a submission and its conversion are stored together, under the browser’s id and session, with the visitor’s origin', async () => {
    const id = v7({ msecs: api.clock.now.getTime() - 3_000 })
    const headers = {
      'x-session-id': session,
      'x-event-id': id,
      'user-agent': 'Mozilla/5.0 (X11) Firefox/140.0',
    }
    const answer = await post(
      'contact',
      { ...CONTACT, firstTouchUtm, pagePath: '/v2?email=ada@example.com' },
      headers,
    )
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({
      success: true,
      message: "Thank you. We'll get back to you within 24 hours.",
    })
    expect(await leads()).toMatchObject([{ id: answer.json().id, sessionId: session, firstTouchUtm }])
    const [row] = await outbox()
    expect(row?.key).toBe(session)
    expect(row?.envelope).toMatchObject({ v: 1, bot: '', network: '127.0.0.0/24' })
    expect(row?.envelope.events).toEqual([
      {
        type: 'conversion',
        id: boundId(session, id),
        occurredAt: new Date(api.clock.now.getTime() - 3_000).toISOString(),
        sessionId: session,
        conversionType: 'form_submission',
        utm: { ...firstTouchUtm, utm_content: '', utm_term: '' },
        pagePath: '/v2',
        properties: { formType: 'contact_form', source: 'contact_form' },
      },
    ])
  })

  test('the form’s conversion and the browser’s have one id in the log', async () => {
    const id = v7({ msecs: api.clock.now.getTime() - 3_000 })
    await post('contact', CONTACT, { 'x-session-id': session, 'x-event-id': id.toUpperCase() })
    const sent = { id, sessionId: session, conversionType: 'form_submission', formType: 'contact_form' }
    const browsers = accept('conversion', sent, { ip: '127.0.0.1', userAgent: '' }, api.clock.now)
    expect(browsers).toMatchObject({ ok: true, event: { id: (await outbox())[0]?.envelope.events[0].id } })
  })

  test('S-37 the log holds nothing that a visitor typed', async () => {
    await post(
      'contact',
      { ...CONTACT, phone: '07123 456789', business: 'Engines Ltd' },
      { 'x-session-id': session },
    )
    await post('trial-signup', { ...TRIAL, additionalInfo: 'call at noon' })
    await post('onboarding', { ...ONBOARDING, notes: 'call at noon', websiteAddress: 'engines.example' })
    const text = JSON.stringify(await outbox())
    expect(await outbox()).toHaveLength(3)
    expect(text).not.toMatch(/Ada|ada@|07123|Engines|engines|London|Hello|noon/)
  })

  test.each([
    ['no session', {}],
    ['a session that is none', { 'x-session-id': 'a b\u00e9' }],
    ['an id without its session', { 'x-event-id': v7({ msecs: Date.UTC(2026, 2, 1, 11) }) }],
    ['an id that is none', { 'x-session-id': session, 'x-event-id': 'abc' }],
    [
      'an id of two years ago',
      { 'x-session-id': session, 'x-event-id': v7({ msecs: Date.UTC(2024, 2, 1) }) },
    ],
  ])('a submission with %s counts under an id of our own', async (_what, headers: Record<string, string>) => {
    expect((await post('contact', CONTACT, headers)).statusCode).toBe(200)
    const [row] = await outbox()
    const id = headers['x-event-id'] ?? ''
    expect(row?.envelope.events[0].id).not.toBe(boundId(headers['x-session-id'] ?? '', id))
    expect(row?.envelope.events[0].id).not.toBe(id)
    expect(row?.key).toMatch(headers['x-session-id'] === session ? session : /^utm_\d+_\w+$/)
    expect(await leads()).toHaveLength(1)
  })

  test('a form with invalid tracking values is stored', async () => {
    const broken = { utm_source: 7, utm_medium: 'x'.repeat(900), utm_campaign: 'a\u0000b\u202e' }
    const answer = await post('contact', { ...CONTACT, firstTouchUtm: broken, pagePath: 5 })
    expect(answer.statusCode).toBe(200)
    expect((await leads())[0].firstTouchUtm).toMatchObject({ utm_source: '', utm_campaign: 'a b' })
    expect((await post('contact', { ...CONTACT, firstTouchUtm: 'direct' })).statusCode).toBe(200)
  })

  test('neither submission nor conversion is stored without the other', async () => {
    await api.sql`ALTER TABLE outbox ADD CONSTRAINT broken CHECK (false) NOT VALID`
    expect((await post('contact', CONTACT)).statusCode).toBe(500)
    await api.sql`ALTER TABLE outbox DROP CONSTRAINT broken`
    expect(await leads()).toEqual([])
  })
})

test('a trial signup is stored with all its fields, and as a lead', async () => {
  const answer = await post('trial-signup', {
    ...TRIAL,
    website: 'https://engines.example',
    additionalInfo: 'Line 1\r\nLine 2',
  })
  expect(answer.statusCode).toBe(200)
  const { id } = answer.json()
  const [stored] = await api.sql`SELECT * FROM trial_signups`
  expect(stored).toMatchObject({
    lead_id: id,
    website: 'https://engines.example',
    additional_info: 'Line 1\nLine 2',
    trial_type: 'free_trial',
  })
  expect(await leads()).toMatchObject([
    {
      id,
      business: 'Engines Ltd',
      source: 'trial_signup_page',
      message:
        'Free 7-day trial\nPrimary keyword: engines\nTarget location: London\nGoogle Ads account: needs one\nWebsite: https://engines.example\nLine 1\nLine 2',
    },
  ])
  await api.app.inject({
    method: 'DELETE',
    url: '/api/admin/leads/bulk-delete',
    cookies: cookiesOf(await logIn(api.app)),
    body: { leadIds: [id] },
  })
  expect(await leads()).toEqual([])
  await api.sql`DELETE FROM leads WHERE id = ${id}`
  expect(await api.sql`SELECT 1 FROM trial_signups`).toHaveLength(0)
})

test('open dashboards are notified of new inbox entries, but not of spam', async () => {
  const toldBy = await openChangesTold(api.sql)
  expect(await toldBy(() => post('contact', CONTACT))).toEqual(['leads'])
  expect(await toldBy(() => post('trial-signup', TRIAL))).toEqual(['leads'])
  expect(await toldBy(() => post('onboarding', ONBOARDING))).toEqual(['onboarding'])
  expect(await toldBy(() => post('contact', { ...CONTACT, leaveBlank: 'x' }))).toEqual([])
})

describe('the same idempotency key', () => {
  const once = { 'idempotency-key': 'k-1' }

  test('the same idempotency key twice, in sequence or at once, gives one record and one answer', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => post('contact', CONTACT, once)))
    answers.push(await post('contact', { ...CONTACT, name: 'Changed' }, once))
    expect(new Set(answers.map(answer => answer.body)).size).toBe(1)
    expect(await leads()).toHaveLength(1)
    expect(await outbox()).toHaveLength(1)
  })

  test('the same idempotency key on another form is another submission', async () => {
    const ids = [
      await post('contact', CONTACT, once),
      await post('onboarding', ONBOARDING, once),
      await post('contact', CONTACT, { 'idempotency-key': 'k-2' }),
      await post('contact', CONTACT),
      await post('contact', CONTACT),
    ].map(answer => answer.json().id)
    expect(new Set(ids).size).toBe(5)
    expect(await outbox()).toHaveLength(5)
    expect((await post('contact', CONTACT, { 'idempotency-key': 'k-2' })).json().id).toBe(ids[2])
  })

  test.each([
    ['a blank', ' '],
    ['two words', 'a b'],
    ['one that is too long', 'x'.repeat(201)],
    ['another alphabet', '\u00e9'],
  ])('an invalid idempotency key is refused: %s', async (_what, key) => {
    expect((await post('contact', CONTACT, { 'idempotency-key': key })).statusCode).toBe(400)
    const longest = '~'.repeat(200)
    expect((await post('contact', CONTACT, { 'idempotency-key': longest })).statusCode).toBe(200)
  })

  test('an idempotency key is still free after a refusal', async () => {
    expect((await post('contact', { ...CONTACT, email: 'nobody' }, once)).statusCode).toBe(400)
    expect((await post('contact', CONTACT, once)).statusCode).toBe(200)
    expect(await leads()).toHaveLength(1)
  })
})
