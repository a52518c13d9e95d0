import cookie from '@fastify/cookie'
import { openHttp } from '@firsttouch/infra/platform/http/http'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Api, FOR_STAFF } from '../deps.ts'
import { cookiesOf, logIn, openTestApi, resetStaff, STAFF } from '../testing/api.ts'
import { guardRoutes, sessionOf } from './guard.ts'

const api = await openTestApi()
beforeEach(() => resetStaff(api))

describe('S-11 forged requests', () => {
  const domain = async () => (await api.sql`SELECT 1 FROM settings WHERE name = 'domain'`).length
  const send = async (headers: Record<string, string>, payload = '{"domain":"https://evil.example"}') => {
    const cookies = cookiesOf(await logIn(api.app))
    return api.app.inject({
      method: 'POST',
      url: '/api/admin/domain-config',
      cookies,
      payload,
      headers: { host: 'dash.example', ...headers },
    })
  }
  const json = { 'content-type': 'application/json' }

  test.each([
    ['a form of another site', { 'content-type': 'text/plain' }],
    ['an encoded form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['a body of no type', {}],
    ['a page of another site', { ...json, 'sec-fetch-site': 'cross-site' }],
    ['a page of a sibling domain', { ...json, 'sec-fetch-site': 'same-site' }],
    ['an old browser on another site', { ...json, origin: 'https://evil.example' }],
    ['a sandboxed frame', { ...json, origin: 'null' }],
  ])('a forged request, %s, is refused and changes nothing', async (_what, headers) => {
    const answer = await send(headers)
    expect(answer.statusCode).toBe(403)
    expect(answer.headers['content-type']).toContain('application/problem+json')
    expect(await domain()).toBe(0)
  })

  test.each([
    [
      'the dashboard in a browser',
      { ...json, 'sec-fetch-site': 'same-origin', origin: 'https://dash.example' },
    ],
    ['the dashboard in an old browser', { ...json, origin: 'https://dash.example' }],
    ['a script', json],
  ])('a request, %s, passes the forgery check', async (_what, headers) => {
    expect((await send(headers, '{"domain":"https://good.example"}')).statusCode).toBe(200)
    await api.sql`DELETE FROM settings WHERE name = 'domain'`
  })

  test.each([
    ['Text/CSV ; charset=utf-8', 200],
    ['application/vnd.ms-excel', 200],
    ['text/plain', 415],
    ['application/json', 415],
    ['', 415],
  ])('a file route answers a body of the type %j with %i', async (type, status) => {
    const app = openHttp()
    await app.register(cookie)
    guardRoutes(app, { sql: api.sql, now: () => new Date() })
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    const config = { ...FOR_STAFF, takesFile: true } as const
    app.post('/file', { config }, async () => 'taken')
    const answer = await app.inject({
      method: 'POST',
      url: '/file',
      cookies: cookiesOf(await logIn(api.app)),
      headers: type === '' ? {} : { 'content-type': type },
      payload: 'day,cost',
    })
    expect(answer.statusCode).toBe(status)
  })

  test.each([
    ['login', STAFF],
    ['login/passkey/options', {}],
    ['login/passkey', { passkey: { id: 'of a stranger' } }],
  ])(
    'a forged call to %s is refused too, because it would log the visitor in to the attacker’s account',
    async (path, body) => {
      const headers = { 'sec-fetch-site': 'cross-site' }
      const answer = await api.app.inject({ method: 'POST', url: `/api/admin/${path}`, body, headers })
      expect(answer.statusCode).toBe(403)
    },
  )
})

test('S-12 the staff API sends no CORS header, requested or not', async () => {
  const cookies = cookiesOf(await logIn(api.app))
  const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' }
  for (const method of ['GET', 'OPTIONS', 'POST'] as const) {
    const answer = await api.app.inject({ method, url: '/api/admin/campaigns', headers, cookies })
    const cors = Object.keys(answer.headers).filter(name => name.startsWith('access-control-'))
    expect(cors).toEqual([])
  }
})

test('without a session every staff route answers 401 before any other check', async () => {
  for (const [method, url] of [
    ['GET', '/api/admin/leads?spam=nonsense'],
    ['POST', '/api/admin/campaigns'],
    ['PATCH', '/api/admin/leads/not-an-id'],
    ['DELETE', '/api/admin/leads/bulk-delete'],
    ['POST', '/api/admin/logout'],
    ['GET', '/api/admin/docs/'],
    ['GET', '/api/admin/docs/json'],
    ['GET', '/api/admin/docs/static/swagger-ui.css'],
    ['GET', '/api/admin/live'],
  ] as const) {
    const answer = await api.app.inject({ method, url, cookies: { sid: 'B'.repeat(43) } })
    expect([url, answer.statusCode]).toEqual([url, 401])
    expect(answer.json()).toMatchObject({ status: 401, detail: 'Please log in.' })
    expect(answer.headers['cache-control']).toBe('no-store')
  }
})

test('S-13 a route without a declared access stops the start', async () => {
  const app = openHttp()
  guardRoutes(app, { sql: api.sql, now: () => new Date() })
  expect(() => app.get('/api/admin/forgotten', async () => 'secret')).toThrow(
    '/api/admin/forgotten does not say who may call it',
  )
})

test('S-54 a staff route that does not declare re-authentication neither compiles nor starts', () => {
  const app = openHttp()
  guardRoutes(app, { sql: api.sql, now: () => new Date() })
  const routes: Api = app.withTypeProvider()
  const forgotten = () =>
    // @ts-expect-error: confirm is missing
    routes.get('/api/admin/forgotten', { config: { access: 'staff' } }, async () => 'contacts')
  expect(forgotten).toThrow('does not say whether it needs the password again: set config.confirm')
  // @ts-expect-error: config is missing
  expect(() => routes.post('/api/admin/forgotten', {}, async () => 'changed')).toThrow('who may call it')
})

test('a public route cannot read the caller’s account', async () => {
  const app = openHttp()
  guardRoutes(app, { sql: api.sql, now: () => new Date() })
  app.get('/open', { config: { access: 'public' } }, async request => ({ caller: sessionOf(request) }))
  const answer = await app.inject({ url: '/open', cookies: cookiesOf(await logIn(api.app)) })
  expect(answer.statusCode).toBe(500)
  expect(answer.body).not.toContain('caller')
})
