/** Single sign-on with a real OpenID provider, and hostile answers that must be rejected. */
import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { OIDC_PROBLEMS } from '../../contract/oidc-problems.ts'
import { PASSWORD_NEEDED } from '../../contract/problem.ts'
import {
  addStaff,
  cookiesOf,
  disableAccount,
  later,
  logIn,
  openTestApi,
  resetStaff,
  STAFF,
} from '../../testing/api.ts'
import { jwtOf, openLoginProvider } from '../../testing/login-provider.ts'

const provider = await openLoginProvider()
const api = await openTestApi({ oidc: provider.settings })
afterAll(async () => {
  await api.close()
  await provider.close()
})
const GRACE = { sub: 'sub-grace', email: 'Grace@example.com', email_verified: true, role: 'staff' }
beforeEach(async () => {
  await resetStaff(api)
  provider.state.who = GRACE
})
afterEach(() => provider.state.instead.clear())

type Cookies = Record<string, string>
type Start = { purpose?: string; page?: string; cookies?: Cookies; app?: FastifyInstance }
const start = async ({ purpose = 'login', page = '/admin', cookies = {}, app = api.app }: Start = {}) => {
  const answer = await app.inject({ method: 'POST', url: '/api/oidc', cookies, body: { purpose, page } })
  expect(answer.statusCode).toBe(200)
  return { url: answer.json().url as string, cookies: { ...cookies, ...cookiesOf(answer) } }
}
const back = (query: URLSearchParams, cookies: Cookies, app = api.app) =>
  app.inject({ method: 'GET', url: `/api/oidc/callback?${query}`, cookies })
const signIn = async (given: Start = {}) => {
  const { url, cookies } = await start(given)
  return back(await provider.logInAt(url), cookies, given.app)
}
const account = async (username: string) => {
  const [found] =
    await api.sql`SELECT username, role, password_hash FROM staff_accounts WHERE username = ${username}`
  return found
}
const lastEntry = async () => {
  const [entry] = await api.sql`SELECT actor, action, detail FROM audit_log ORDER BY id DESC LIMIT 1`
  return entry
}
type Answer = Awaited<ReturnType<typeof back>>
/** Expects no new session, account or identity. */
const expectNothingGained = async (
  answer: Answer,
  problem: keyof typeof OIDC_PROBLEMS,
  people = [STAFF.username],
) => {
  expect([answer.statusCode, answer.headers.location]).toEqual([302, `/login?sso=${problem}`])
  expect(cookiesOf(answer).sid).toBeUndefined()
  const names = await api.sql<{ username: string }[]>`SELECT username FROM staff_accounts ORDER BY username`
  expect(names.map(({ username }) => username)).toEqual(people.toSorted())
  expect(await api.sql`SELECT FROM staff_sessions`).toHaveLength(0)
  expect(await lastEntry()).toMatchObject({
    action: 'login.refused',
    detail: { by: 'single sign-on', because: problem },
  })
}

test('a first login creates an account with the claimed role and redirects to the requested page', async () => {
  const answer = await signIn({ page: '/admin/leads?q=x' })
  expect([answer.statusCode, answer.headers.location]).toEqual([302, '/admin/leads?q=x'])
  const session = await api.app.inject({ url: '/api/admin/session', cookies: cookiesOf(answer) })
  expect(session.json()).toMatchObject({ username: 'grace@example.com' })
  expect(await account('grace@example.com')).toMatchObject({ role: 'staff' })
  expect(await lastEntry()).toMatchObject({
    actor: 'grace@example.com',
    action: 'login.accepted',
    detail: { by: 'single sign-on' },
  })
})

test('a later login finds the account by issuer and subject, even with another e-mail address', async () => {
  await signIn()
  provider.state.who = { ...GRACE, email: 'grace.hopper@example.com' }
  const session = await api.app.inject({ url: '/api/admin/session', cookies: cookiesOf(await signIn()) })
  expect(session.json()).toMatchObject({ username: 'grace@example.com' })
  // The e-mail address now belongs to another subject.
  provider.state.who = { ...GRACE, sub: 'sub-other' }
  expect((await signIn()).headers.location).toBe('/login?sso=exists')
})

test('no password logs in to a single sign-on account', async () => {
  await signIn()
  for (const password of ['x', 'A'.repeat(43), String((await account('grace@example.com'))?.password_hash)])
    expect((await logIn(api.app, { username: 'grace@example.com', password })).statusCode).toBe(401)
})

test('a single sign-on account needs no second factor, even if every password account needs one', async () => {
  const app = await api.build({ secondFactor: 'required' })
  const campaigns = async (answer: Answer) => {
    const { statusCode, body } = await app.inject({ url: '/api/admin/campaigns', cookies: cookiesOf(answer) })
    return [statusCode, JSON.parse(body).code]
  }
  expect(await campaigns(await signIn({ app }))).toEqual([200, undefined])
  expect(await campaigns(await logIn(app))).toEqual([403, 'second_factor_required'])
})

test('an account with the same e-mail address is not taken over, but connected from its own session', async () => {
  const grace = { username: 'grace@example.com', password: STAFF.password }
  await addStaff(api.sql, grace)
  await expectNothingGained(await signIn(), 'exists', [STAFF.username, grace.username])
  const cookies = cookiesOf(await logIn(api.app, grace))
  const connected = await signIn({ purpose: 'connect', page: '/admin/settings', cookies })
  expect(connected.headers.location).toBe('/admin/settings')
  // The session was replaced.
  expect((await api.app.inject({ url: '/api/admin/session', cookies })).statusCode).toBe(401)
  expect((await signIn()).headers.location).toBe('/admin')
})

test('a login is connected only within 15 minutes of the password, and to one account', async () => {
  const cookies = cookiesOf(await logIn(api.app))
  expect((await signIn({ purpose: 'connect' })).headers.location).toBe('/login?sso=session')
  later(api.clock, 16 * 60_000)
  expect((await signIn({ purpose: 'connect', cookies })).headers.location).toBe('/login?sso=session')
  api.clock.now = new Date()
  await signIn()
  const fresh = cookiesOf(await logIn(api.app))
  expect((await signIn({ purpose: 'connect', cookies: fresh })).headers.location).toBe('/login?sso=taken')
})

test('a disabled account cannot log in by single sign-on', async () => {
  await signIn()
  await disableAccount(api.sql, 'grace@example.com', new Date())
  await expectNothingGained(await signIn(), 'disabled', [STAFF.username, 'grace@example.com'])
})

test('a changed role applies at the next login and ends the other sessions', async () => {
  const earlier = cookiesOf(await signIn())
  provider.state.who = { ...GRACE, role: ['everybody', 'viewer'] }
  const answer = await signIn()
  expect(await account('grace@example.com')).toMatchObject({ role: 'viewer' })
  expect((await api.app.inject({ url: '/api/admin/session', cookies: earlier })).statusCode).toBe(401)
  expect((await api.app.inject({ url: '/api/admin/session', cookies: cookiesOf(answer) })).statusCode).toBe(
    200,
  )
})

test('without a configured role claim a new account is a viewer', async () => {
  const app = await api.build({ oidc: { ...provider.settings, roleClaim: '' } })
  provider.state.who = { ...GRACE, role: 'owner' }
  await signIn({ app })
  expect(await account('grace@example.com')).toMatchObject({ role: 'viewer' })
})

describe('claims that are refused', () => {
  test.each([
    ['an address that is not verified', { email_verified: false }, 'unverified'],
    ['no address at all', { email: undefined }, 'unverified'],
    ['another domain', { email: 'grace@example.net' }, 'domain'],
    ['a longer domain', { email: 'grace@example.com.evil.test' }, 'domain'],
    ['two at signs', { email: 'grace@evil.test@example.com' }, 'unverified'],
    ['an unknown role', { role: 'admin' }, 'role'],
    ['no role', { role: undefined }, 'role'],
    ['two roles', { role: ['viewer', 'owner'] }, 'role'],
    ['an object as role', { role: { owner: true } }, 'role'],
  ] as const)('%s', async (_what, change, problem) => {
    provider.state.who = JSON.parse(JSON.stringify({ ...GRACE, ...change }))
    await expectNothingGained(await signIn(), problem)
  })

  test('authentication weaker than the settings demand admits no one', async () => {
    const app = await api.build({ oidc: { ...provider.settings, acr: 'multi' } })
    provider.state.who = { ...GRACE, acr: 'single' }
    await expectNothingGained(await signIn({ app }), 'strength')
    provider.state.who = { ...GRACE, acr: 'multi' }
    expect((await signIn({ app })).headers.location).toBe('/admin')
  })
})

describe('answers that do not belong to this login', () => {
  test('a wrong state is refused', async () => {
    const { url, cookies } = await start()
    const query = await provider.logInAt(url)
    query.set('state', 'x'.repeat(43))
    await expectNothingGained(await back(query, cookies), 'invalid')
  })

  test('a callback in another browser, without the right cookie, is refused', async () => {
    const { url } = await start()
    const query = await provider.logInAt(url)
    await expectNothingGained(await back(query, {}), 'invalid')
    await expectNothingGained(await back(query, (await start()).cookies), 'invalid')
    await expectNothingGained(await back(query, { oidc: 'bm90IEpTT04' }), 'invalid')
  })

  test('an ID token with another nonce is refused', async () => {
    const { url, cookies } = await start()
    const changed = new URL(url)
    changed.searchParams.set('nonce', 'n'.repeat(43))
    await expectNothingGained(await back(await provider.logInAt(changed.href), cookies), 'invalid')
  })

  test('a used code is refused', async () => {
    const { url, cookies } = await start()
    const query = await provider.logInAt(url)
    expect((await back(query, cookies)).headers.location).toBe('/admin')
    expect((await back(query, cookies)).headers.location).toBe('/login?sso=invalid')
  })

  test('a code with another PKCE verifier is refused', async () => {
    const { url, cookies } = await start()
    const kept = JSON.parse(Buffer.from(cookies.oidc ?? '', 'base64url').toString())
    const oidc = Buffer.from(JSON.stringify({ ...kept, verifier: 'v'.repeat(43) })).toString('base64url')
    await expectNothingGained(await back(await provider.logInAt(url), { oidc }), 'invalid')
  })

  test('an error answer of the provider admits no one', async () => {
    const { url, cookies } = await start()
    const { state } = Object.fromEntries(new URL(url).searchParams)
    const iss = provider.settings.issuer
    const query = new URLSearchParams({ error: 'access_denied', state: state ?? '', iss })
    await expectNothingGained(await back(query, cookies), 'denied')
  })

  test('an answer that names another issuer is refused', async () => {
    const { url, cookies } = await start()
    const query = await provider.logInAt(url)
    query.set('iss', 'https://evil.test')
    await expectNothingGained(await back(query, cookies), 'invalid')
  })

  const answers = (idToken: string) => (_request: unknown, response: ServerResponse) =>
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ access_token: 'a', token_type: 'Bearer', id_token: idToken }))

  test('an ID token of another client, with this login’s nonce, is refused', async () => {
    const { url, cookies } = await start()
    const query = await provider.logInAt(url)
    const elsewhere = new URL(url)
    elsewhere.searchParams.set('client_id', 'other')
    const code = (await provider.logInAt(elsewhere.href)).get('code') ?? ''
    const { verifier } = JSON.parse(Buffer.from(cookies.oidc ?? '', 'base64url').toString())
    const { id_token } = await provider.tokensOf('other', code, verifier)
    expect(id_token).toBeTypeOf('string')
    provider.state.instead.set('/token', answers(id_token))
    await expectNothingGained(await back(query, cookies), 'invalid')
  })

  /** Calls the callback with this ID token from the token endpoint. */
  const backWith = async (change: object, key = provider.keys.own, alg = 'RS256', purpose = 'login') => {
    const { url, cookies } = await start({ purpose })
    const query = await provider.logInAt(url)
    const now = Math.floor(Date.now() / 1000)
    const right = {
      ...{ iss: provider.settings.issuer, aud: 'firsttouch', sub: GRACE.sub, iat: now, exp: now + 300 },
      nonce: new URL(url).searchParams.get('nonce'),
    }
    provider.state.instead.set('/token', answers(jwtOf({ ...right, ...change }, key, alg)))
    provider.state.instead.set('/me', (_request, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(GRACE)),
    )
    return back(query, cookies)
  }

  test('an ID token that is unsigned, expired, of another key or algorithm, or for another audience is refused', async () => {
    const longAgo = Math.floor(Date.now() / 1000) - 7200
    await expectNothingGained(await backWith({}, provider.keys.own, 'none'), 'invalid')
    await expectNothingGained(await backWith({}, provider.keys.foreign), 'invalid')
    await expectNothingGained(await backWith({}, provider.keys.own, 'HS256'), 'invalid')
    await expectNothingGained(await backWith({ iat: longAgo, exp: longAgo + 300 }), 'invalid')
    await expectNothingGained(await backWith({ nbf: longAgo + 10_800 }), 'invalid')
    await expectNothingGained(await backWith({ aud: 'other' }), 'invalid')
    await expectNothingGained(await backWith({ aud: ['firsttouch', 'other'], azp: 'other' }), 'invalid')
    await expectNothingGained(await backWith({ iss: 'https://evil.test' }), 'invalid')
    // The user info endpoint returns another subject.
    await expectNothingGained(await backWith({ sub: 'sub-other' }), 'invalid')
    expect((await backWith({})).headers.location).toBe('/admin')
  })

  test('a re-authentication older than five minutes or without a time is refused', async () => {
    const now = Math.floor(Date.now() / 1000)
    const confirm = (change: object) => backWith(change, provider.keys.own, 'RS256', 'confirm')
    await expectNothingGained(await confirm({ auth_time: now - 400 }), 'invalid')
    await expectNothingGained(await confirm({}), 'invalid')
    expect((await confirm({ auth_time: now - 200 })).headers.location).toBe('/admin')
  })

  test('guessing codes is throttled like guessing passwords', async () => {
    const locations = new Set<unknown>()
    const { cookies } = await start()
    for (let i = 0; i < 22; i++)
      locations.add((await back(new URLSearchParams({ code: 'x', state: 'y' }), cookies)).headers.location)
    expect([...locations]).toEqual(['/login?sso=invalid', '/login?sso=throttled'])
    const network = await api.sql`SELECT FROM login_failures`
    expect(network).toHaveLength(1)
  })
})

describe('an unavailable provider', () => {
  test('an unavailable provider is reported at the button, and the password login works', async () => {
    const app = await api.build({ oidc: { ...provider.settings, issuer: 'http://127.0.0.1:1' } })
    const answer = await app.inject({ method: 'POST', url: '/api/oidc', body: { purpose: 'login' } })
    expect([answer.statusCode, answer.json().detail]).toEqual([503, OIDC_PROBLEMS.away])
    expect((await logIn(app)).statusCode).toBe(200)
  })

  test('a provider that becomes unavailable between button and callback is reported', async () => {
    const { url, cookies } = await start()
    const query = await provider.logInAt(url)
    provider.state.instead.set('/token', (_request, response) => response.writeHead(502).end('<html>'))
    await expectNothingGained(await back(query, cookies), 'away')
    provider.state.instead.set('/token', request => request.socket.destroy())
    await expectNothingGained(await back(query, cookies), 'away')
  })

  test('a provider that claims another issuer is not used, and is asked again at the next attempt', async () => {
    const app = await api.build()
    const path = '/.well-known/openid-configuration'
    provider.state.instead.set(path, (_request, response) =>
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ issuer: 'https://evil.test', token_endpoint: 'https://evil.test/token' })),
    )
    const answer = await app.inject({ method: 'POST', url: '/api/oidc', body: { purpose: 'login' } })
    expect(answer.statusCode).toBe(503)
    provider.state.instead.clear()
    expect((await signIn({ app })).headers.location).toBe('/admin')
  })
})

test('a dangerous call needs re-authentication at the provider, with a recent auth_time', async () => {
  const exported = (cookies: Cookies) =>
    api.app.inject({ method: 'GET', url: '/api/admin/leads.csv', cookies })
  provider.state.who = { ...GRACE, role: 'owner' }
  const cookies = cookiesOf(await signIn())
  const refused = await exported(cookies)
  expect([refused.statusCode, refused.json().type]).toEqual([403, PASSWORD_NEEDED])
  const fresh = cookiesOf(await signIn({ purpose: 'confirm', cookies }))
  expect((await exported(fresh)).statusCode).toBe(200)
  // The session was replaced.
  expect((await exported(cookies)).statusCode).toBe(401)
})

describe('the start', () => {
  test('other sites cannot start a login, nor can a login lead outside the dashboard', async () => {
    const ask = (body: object, headers = {}) =>
      api.app.inject({ method: 'POST', url: '/api/oidc', body, headers })
    expect((await ask({ purpose: 'login' }, { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
    for (const page of [
      '//evil.test',
      'https://evil.test',
      '/\\evil.test',
      '/administrator',
      '/admin/\n',
      '/admin/\\evil',
      '/admin/ é',
    ])
      expect([page, (await ask({ purpose: 'login', page })).statusCode]).toEqual([page, 400])
    expect((await ask({ purpose: 'admin' })).json().issues).toMatchObject([{ path: 'purpose' }])
  })

  test('the login’s secrets are in a cookie that scripts cannot read, and only the challenge is sent', async () => {
    const answer = await api.app.inject({ method: 'POST', url: '/api/oidc', body: { purpose: 'login' } })
    expect(answer.cookies[0]).toMatchObject({ name: 'oidc', httpOnly: true, sameSite: 'Lax', maxAge: 600 })
    const kept = JSON.parse(Buffer.from(cookiesOf(answer).oidc ?? '', 'base64url').toString())
    const sent = Object.fromEntries(new URL(answer.json().url).searchParams)
    expect(sent).toMatchObject({ response_type: 'code', code_challenge_method: 'S256', state: kept.state })
    expect(JSON.stringify(sent)).not.toContain(kept.verifier)
    expect(JSON.stringify(sent)).not.toContain(provider.settings.clientSecret)
  })

  test('the login’s routes do not exist without a provider', async () => {
    const app = await api.build({ oidc: undefined })
    expect((await app.inject({ url: '/api/oidc' })).json()).toEqual({ available: false })
    expect((await api.app.inject({ url: '/api/oidc' })).json()).toEqual({ available: true })
    const answer = await app.inject({ method: 'POST', url: '/api/oidc', body: { purpose: 'login' } })
    expect(answer.statusCode).toBe(404)
    const callback = await app.inject({ url: '/api/oidc/callback?code=x&state=y' })
    expect(callback.headers.location).toBe('/login?sso=invalid')
  })
})
