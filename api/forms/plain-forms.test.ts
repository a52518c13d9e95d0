import { emptyTables } from '@firsttouch/infra/rigs/testing/empty-tables'
import { beforeEach, describe, expect, test } from 'vitest'
import { addStaff, later, openTestApi } from '../testing/api.ts'
import { CONTACT, ONBOARDING, readInbox, readOutbox, TRIAL } from '../testing/forms.ts'

const api = await openTestApi()
await addStaff(api.sql)
beforeEach(() =>
  emptyTables(api.sql, 'leads', 'onboarding_submissions', 'outbox', 'form_submissions', 'form_attempts'),
)

const TYPE = 'application/x-www-form-urlencoded'
const send = (
  form: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
  app = api.app,
  remoteAddress = '127.0.0.1',
) =>
  app.inject({
    method: 'POST',
    remoteAddress,
    url: `/api/plain/${form}`,
    headers: {
      'content-type': TYPE,
      host: 'site.example',
      ...(!headers.origin && { 'sec-fetch-site': 'same-origin' }),
      ...headers,
    },
    payload: new URLSearchParams(fields).toString(),
  })
const words = (html: string) => html.replace(/<style>.*?<\/style>|<[^>]*>/gs, ' ').replace(/\s+/g, ' ')

describe('a form that a browser sends without JavaScript', () => {
  test.each([
    ['contact', CONTACT, '/api/plain/sent', 'leads'],
    ['trial-signup', TRIAL, '/trial-success', 'leads'],
    ['onboarding', ONBOARDING, '/onboarding-success', 'onboarding'],
  ])(
    'a plain %s is stored with its conversion, and leads to the next page',
    async (form, fields, next, inbox) => {
      const answer = await send(form, fields)
      expect([answer.statusCode, answer.headers.location]).toEqual([303, next])
      expect(await readInbox(api.app, inbox)).toHaveLength(1)
      expect(await readOutbox(api.sql)).toHaveLength(1)
    },
  )

  test('a plain form confirms that it was sent', async () => {
    const answer = await api.app.inject({ url: '/api/plain/sent' })
    expect(answer.headers['content-type']).toMatch(/^text\/html/)
    expect(words(answer.body)).toMatch(
      /Message sent successfully! We&#39;ll get back to you within 24 hours\./,
    )
  })

  test('a plain form stores its page and the UTM values of the page’s URL', async () => {
    await send('contact', CONTACT, {
      referer: 'http://site.example/v2?utm_source=google&utm_campaign=spring',
    })
    const [lead] = await readInbox(api.app, 'leads')
    expect(lead.firstTouchUtm).toMatchObject({ utm_source: 'google', utm_campaign: 'spring', utm_term: '' })
    expect((await readOutbox(api.sql))[0]?.envelope.events[0]).toMatchObject({ pagePath: '/v2' })
  })

  test('a plain form ignores another site’s page', async () => {
    await send('contact', CONTACT, { referer: 'http://elsewhere.example/v2?utm_source=google' })
    expect((await readInbox(api.app, 'leads'))[0].firstTouchUtm.utm_source).toBe('')
  })

  test('a plain form has the customer’s account as a checkbox', async () => {
    await send('onboarding', { ...ONBOARDING, hasGoogleAds: 'on' })
    await send('onboarding', { ...ONBOARDING, fullName: 'Bo' })
    const submissions = await readInbox(api.app, 'onboarding')
    const answers = submissions.map((one: { fullName: string; hasGoogleAds: boolean }) => [
      one.fullName,
      one.hasGoogleAds,
    ])
    expect(new Map(answers)).toEqual(
      new Map([
        ['Ada Lovelace', true],
        ['Bo', false],
      ]),
    )
  })

  test('a plain form sent twice is one submission, unless text, network or day differ', async () => {
    const stored = async () => (await readInbox(api.app, 'leads')).length
    await Promise.all([send('contact', CONTACT), send('contact', CONTACT)])
    expect(await stored()).toBe(1)
    await send('contact', { ...CONTACT, message: 'Something else' })
    expect(await stored()).toBe(2)
    await send('contact', CONTACT, {}, api.app, '203.0.113.7')
    await send('contact', CONTACT, {}, api.app, '203.0.113.7')
    expect(await stored()).toBe(3)
    const untilMidnight = 86_400_000 - (api.clock.now.getTime() % 86_400_000)
    later(api.clock, untilMidnight - 1)
    await send('contact', CONTACT)
    expect(await stored()).toBe(3)
    later(api.clock, 1)
    await send('contact', CONTACT)
    expect(await stored()).toBe(4)
    later(api.clock, -untilMidnight)
  })
})

describe('the same rules', () => {
  test('errors of a plain form are sentences on a page without scripts', async () => {
    const answer = await send('trial-signup', { ...TRIAL, name: '', website: 'javascript:alert(1)' })
    expect(answer.statusCode).toBe(400)
    expect(words(answer.body)).toMatch(/Not sent yet Full name is required Valid website URL required/)
    expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/)
    expect(await readInbox(api.app, 'leads')).toEqual([])
  })

  test('a filled hidden field gets thanks and stays out of the inbox', async () => {
    expect((await send('contact', { ...CONTACT, leaveBlank: 'buy' })).statusCode).toBe(303)
    expect(await readInbox(api.app, 'leads')).toEqual([])
  })

  test('S-19 limits apply to both kinds of forms together, and are explained in a sentence', async () => {
    const app = await api.build({ formsPerMinute: 2 })
    const headers = { 'content-type': 'application/json' }
    await app.inject({ method: 'POST', url: '/api/contact', headers, payload: JSON.stringify(CONTACT) })
    expect((await send('contact', CONTACT, {}, app)).statusCode).toBe(303)
    const refused = await send('contact', { ...CONTACT, message: 'Again and again' }, {}, app)
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(words(refused.body)).toMatch(/Too many forms were sent from your network/)
    await app.close()
  })

  test.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a neighbour of the same domain', { 'sec-fetch-site': 'same-site' }],
    ['another site in an old browser', { origin: 'https://elsewhere.example' }],
    ['a page without an origin', { origin: 'null' }],
  ])('%s cannot make its visitors send a plain form', async (_who, headers) => {
    const answer = await send('contact', CONTACT, headers)
    expect([answer.statusCode, await readInbox(api.app, 'leads')]).toEqual([403, []])
  })

  test('an old browser that sends only the origin can send a plain form', async () => {
    expect((await send('contact', CONTACT, { origin: 'http://site.example' })).statusCode).toBe(303)
  })

  test('a plain form’s route accepts only form bodies, and no other route accepts them', async () => {
    expect((await send('contact', CONTACT, { 'content-type': 'text/plain' })).statusCode).toBe(415)
    const payload = new URLSearchParams(CONTACT).toString()
    const headers = { 'content-type': TYPE }
    expect((await api.app.inject({ method: 'POST', url: '/api/contact', headers, payload })).statusCode).toBe(
      415,
    )
  })

  test.each(['__proto__=x&constructor=y', 'a[b]=c', '%', '=&=&=', 'x'.repeat(40_000)])(
    'nonsense in a plain form is refused without an internal error: %s',
    async payload => {
      const headers = { 'content-type': TYPE, 'sec-fetch-site': 'same-origin' }
      const answer = await api.app.inject({ method: 'POST', url: '/api/plain/contact', headers, payload })
      expect([400, 413]).toContain(answer.statusCode)
    },
  )

  test.each([
    [
      'too long',
      () => send('contact', { ...CONTACT, message: 'x'.repeat(40_000) }),
      413,
      'The text is too long',
    ],
    ['no form', () => send('contact', CONTACT, { 'content-type': 'text/plain' }), 415, 'from our own page'],
  ])('a plain form that is %s is refused with a sentence', async (_what, ask, status, sentence) => {
    const answer = await ask()
    expect(answer.statusCode).toBe(status)
    expect(words(answer.body)).toContain(sentence)
  })

  test('an internal error is reported as a fault of the site, and nothing is stored', async () => {
    await api.sql`ALTER TABLE outbox ADD CONSTRAINT broken CHECK (false) NOT VALID`
    const answer = await send('contact', CONTACT)
    await api.sql`ALTER TABLE outbox DROP CONSTRAINT broken`
    expect(answer.statusCode).toBe(500)
    expect(words(answer.body)).toContain('Something went wrong on our side. Please try again.')
    expect(await readInbox(api.app, 'leads')).toEqual([])
  })

  test('typed text appears as text on the page', async () => {
    const answer = await send('contact', { ...CONTACT, source: '<script>alert(1)</script>' })
    expect(answer.body).not.toMatch(/<script/)
  })
})
