import { emptyTables } from '@firsttouch/infra/rigs/testing/empty-tables'
import { beforeEach, describe, expect, test } from 'vitest'
import { addStaff, later, openTestApi } from '../testing/api.ts'
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

describe('S-19 limits', () => {
  test('S-19 a network may send five forms a minute and thirty a day, over all instances', async () => {
    const [one, two] = await Promise.all([api.build({ formsPerMinute: 5 }), api.build({ formsPerMinute: 5 })])
    const send = async (app: typeof one, remoteAddress = '2001:db8:1:2a01::1') =>
      app.inject({ method: 'POST', url: '/api/contact', body: CONTACT, remoteAddress })
    const minute = async () => {
      const answers = []
      for (let i = 0; i < 6; i++) answers.push(await send(i % 2 ? one : two, `2001:db8:1:2a0${i}::1`))
      return answers
    }
    const first = await minute()
    expect(first.map(answer => answer.statusCode)).toEqual([200, 200, 200, 200, 200, 429])
    expect(Number(first[5]?.headers['retry-after'])).toBeGreaterThan(0)
    expect(first[5]?.json().detail).toBe(
      'Too many forms were sent from your network. Please wait a minute and try again.',
    )
    expect((await send(one, '2001:db8:1:3a00::1')).statusCode).toBe(200)
    for (let i = 0; i < 5; i++) {
      later(api.clock, 60_000)
      await minute()
    }
    later(api.clock, 60_000)
    const spent = await send(one)
    expect(spent.statusCode).toBe(429)
    expect(spent.json().detail).toMatch(/today/)
    later(api.clock, 86_400_000)
    expect((await send(one)).statusCode).toBe(200)
    expect(JSON.stringify(await api.sql`SELECT * FROM form_attempts`)).not.toMatch(/2001:/)
    await Promise.all([one.close(), two.close()])
  })
})

describe('S-11 another site cannot make its visitors send a form', () => {
  const forms = { contact: CONTACT, 'trial-signup': TRIAL, onboarding: ONBOARDING }
  const send = (path: string, headers: object, type = 'text/plain') =>
    api.app.inject({
      method: 'POST',
      url: `/api/${path}`,
      headers: { ...headers, host: 'site.example', 'content-type': type },
      payload: JSON.stringify(Object(forms)[path]),
    })

  test.each(Object.keys(forms))(
    'S-11 %s cannot make its visitors send a form, although a text request needs no permission',
    async path => {
      const answers = [
        await send(path, { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' }),
        await send(path, { 'sec-fetch-site': 'same-site' }),
        await send(path, { 'sec-fetch-site': 'cross-site' }, 'application/json'),
        await send(path, { origin: 'https://elsewhere.example' }),
        await send(path, { origin: 'null' }),
      ]
      expect(answers.map(answer => answer.statusCode)).toEqual([403, 403, 403, 403, 403])
      expect(answers[0]?.json().detail).toBe('Please send the form from our own page.')
      expect([await leads(), await readInbox(api.app, 'onboarding'), await outbox()]).toEqual([[], [], []])
    },
  )

  test.each(Object.keys(forms))(
    'S-11 a form from %s is accepted, as it comes from our pages or no browser',
    async path => {
      const own = [{ 'sec-fetch-site': 'same-origin' }, { origin: 'https://site.example' }, {}]
      for (const headers of own) expect((await send(path, headers, 'application/json')).statusCode).toBe(200)
    },
  )
})

test('a form that names a session of test events is stored without it', async () => {
  const answer = await postForm(api.app, 'contact', CONTACT, { 'x-session-id': 'canary_spoof' })
  expect(answer.statusCode).toBe(200)
  const [stored] = await api.sql`SELECT session_id FROM leads WHERE id = ${answer.json().id}`
  expect(stored?.session_id).toBe('')
})

test('S-22 a name is stored in one Unicode form, however it was typed', async () => {
  const answer = await postForm(api.app, 'contact', { ...CONTACT, name: 'Rene\u0301e' })
  const [stored] = await api.sql`SELECT name FROM leads WHERE id = ${answer.json().id}`
  expect(stored?.name).toBe('Ren\u00e9e')
})

test('a repeated submission with its key does not use the budget', async () => {
  const app = await api.build({ formsPerMinute: 1 })
  const again = { 'idempotency-key': 'again' }
  for (let i = 0; i < 3; i++) expect((await postForm(app, 'contact', CONTACT, again)).statusCode).toBe(200)
  expect((await postForm(app, 'contact', CONTACT)).statusCode).toBe(429)
  await app.close()
})

describe('S-21 bots', () => {
  const token = async () => (await api.app.inject({ url: '/api/config/form-token' })).json().token as string
  const sent = async (body: object) => {
    const answer = await post('contact', { ...CONTACT, ...body })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ success: true })
    const [all] = await leads('?spam=include')
    return { spamReason: all.spamReason, counted: (await outbox()).length, listed: (await leads()).length }
  }
  const marked = (spamReason: string) => ({ spamReason, counted: 0, listed: 0 })

  test('S-21 a form with the hidden field filled gets the usual answer, but is not a lead or a conversion', async () => {
    expect(await sent({ leaveBlank: 'https://spam.example' })).toEqual(marked('honeypot'))
    expect(await leads('?spam=only')).toHaveLength(1)
  })

  test('S-21 a form sent within two seconds, after two hours or with an invalid token is marked as spam', async () => {
    const quick = await token()
    later(api.clock, 300)
    expect(await sent({ formToken: quick })).toEqual(marked('too_fast'))
    const old = await token()
    later(api.clock, 2 * 3_600_000 + 1)
    expect(await sent({ formToken: old })).toEqual(marked('expired_token'))
    const [time, nonce] = (await token()).split('.')
    expect(await sent({ formToken: `${Number(time) - 60_000}.${nonce}.${'A'.repeat(43)}` })).toEqual(
      marked('forged_token'),
    )
    expect(await sent({ formToken: 'x' })).toEqual(marked('forged_token'))
  })

  test('S-21 a token counts once, also for two simultaneous forms', async () => {
    const once = await token()
    later(api.clock, 5_000)
    expect(await sent({ formToken: once })).toEqual({ spamReason: '', counted: 1, listed: 1 })
    later(api.clock, 1)
    expect((await sent({ formToken: once })).spamReason).toBe('replayed_token')
    const twice = await token()
    later(api.clock, 5_000)
    await Promise.all([1, 2, 3].map(() => post('contact', { ...CONTACT, formToken: twice })))
    expect(await outbox()).toHaveLength(2)
  })

  test('S-21 onboarding submissions with a spam mark are not listed', async () => {
    await post('onboarding', { ...ONBOARDING, leaveBlank: 'x' })
    const list = async (query: string) => (await readInbox(api.app, `onboarding${query}`)).length
    expect([await list(''), await list('?spam=only'), await list('?spam=include')]).toEqual([0, 1, 1])
  })
})

describe('the rules of section 5', () => {
  const issues = async (path: Parameters<typeof post>[0], body: object) => {
    const answer = await post(path, body)
    expect(answer.statusCode).toBe(400)
    return Object.fromEntries(
      answer.json().issues.map((issue: { path: string; message: string }) => [issue.path, issue.message]),
    )
  }

  test('the trial form', async () => {
    expect(await issues('trial-signup', { website: 'nonsense', phone: '012345678', name: '  ' })).toEqual({
      name: 'Full name is required',
      email: 'Valid email address required',
      phone: 'Phone number required',
      businessName: 'Business name is required',
      website: 'Valid website URL required',
      primaryKeyword: 'Primary keyword is required',
      targetArea: 'Target area is required',
      currentAdsAccount: 'Please select if you have a Google Ads account',
    })
    expect(await issues('trial-signup', { ...TRIAL, website: 'javascript:alert(1)' })).toEqual({
      website: 'Valid website URL required',
    })
  })

  test('the contact form', async () => {
    expect(Object.keys(await issues('contact', {}))).toEqual(['name', 'email', 'message'])
    expect((await post('contact', { ...CONTACT, source: 'elsewhere' })).statusCode).toBe(200)
    expect((await leads())[0]).toMatchObject({ source: 'contact_form' })
    expect((await post('contact', { name: 'Ada', email: 'ada@example.com', message: 'Hi' })).statusCode).toBe(
      200,
    )
  })

  test('the onboarding form', async () => {
    expect(await issues('onboarding', { emailAddress: 'ada@' })).toEqual({
      fullName: 'Please fill in: Full Name',
      businessName: 'Please fill in: Business Name',
      mobileNumber: 'Please fill in: Mobile Number',
      emailAddress: 'Please enter a valid email address.',
      primaryKeyword: 'Please fill in: Primary Keyword',
      targetArea: 'Please fill in: Target Area',
    })
  })
})

describe('S-20, S-22 invalid input', () => {
  test.each([
    '\r\nBcc: eve@example.com',
    'a\u0000b',
    '\u202eadA',
    '<script>alert(1)</script>',
    '=1+1',
    'e\u0301\ud800',
  ])('a name %j is cleaned or refused, without an internal error', async name => {
    const answer = await post('contact', { ...CONTACT, name })
    expect([200, 400]).toContain(answer.statusCode)
    for (const lead of await leads()) expect(lead.name).not.toMatch(/[\p{Cc}\u202e]/u)
  })

  test.each([
    ['a body over 256 KiB', JSON.stringify({ ...CONTACT, message: 'x'.repeat(257 * 1024) }), 413],
    ['ten thousand characters', JSON.stringify({ ...CONTACT, message: 'x'.repeat(10_000) }), 400],
    ['__proto__', '{"__proto__":{"admin":true},"name":"Ada"}', 400],
    ['constructor', '{"constructor":{"prototype":{"admin":true}},"name":"Ada"}', 400],
    ['deep JSON', `${'['.repeat(9_000)}${']'.repeat(9_000)}`, 400],
    ['half a JSON', '{"name":', 400],
    ['a list', '[]', 400],
    ['null', 'null', 400],
    ['a long e-mail', JSON.stringify({ ...CONTACT, email: `${'a'.repeat(250)}@example.com` }), 400],
    [
      'an e-mail with a second recipient',
      JSON.stringify({ ...CONTACT, email: 'a@example.com,b@example.com' }),
      400,
    ],
  ])('%s is refused', async (_what, payload, status) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await api.app.inject({ method: 'POST', url: '/api/contact', payload, headers })
    expect(answer.statusCode).toBe(status)
    expect(answer.headers['content-type']).toContain('application/problem+json')
    expect(Object.hasOwn(Object.prototype, 'admin')).toBe(false)
    expect(await leads()).toEqual([])
  })

  test('unknown fields of a form are dropped', async () => {
    expect((await post('contact', { ...CONTACT, status: 'closed', isAdmin: true })).statusCode).toBe(200)
    expect((await leads())[0]).toMatchObject({ status: 'new' })
  })
})
