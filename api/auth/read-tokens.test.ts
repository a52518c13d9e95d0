import { MINUTE_MS } from '@firsttouch/infra/platform/timing'
import { emptyTables } from '@firsttouch/infra/rigs/testing/empty-tables'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { NewReadToken } from '../contract/read-tokens.ts'
import { disableAccount, later, openTestApi, setRole } from '../testing/api.ts'
import { CONTACT, postForm } from '../testing/forms.ts'
import { followLive } from '../testing/live-stream.ts'
import { listen } from '../testing/over-http.ts'
import { createAccount } from './accounts.ts'

const PASSWORD = 'four random words here'
const PATIENCE = { timeout: 10_000 }

let olga: Record<string, string>
const api = await openTestApi()
const http = await listen(await api.build())
afterAll(async () => {
  await http?.close()
  await api?.close()
})
beforeEach(async () => {
  await emptyTables(api.sql, 'staff_accounts', 'read_tokens', 'audit_log', 'login_failures')
  api.clock.now = new Date()
  for (const username of ['olga', 'otto'])
    await createAccount(api.sql, { username, password: PASSWORD }, api.clock.now)
  olga = await http.browserOf('olga', PASSWORD)
})

const create = async (scope = 'figures', name = 'Sheet'): Promise<NewReadToken> => {
  const answer = await http.send('POST', '/api/admin/read-tokens', olga, { name, scope })
  expect(answer.status, answer.body).toBe(201)
  return JSON.parse(answer.body)
}
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const read = async (token: string, path = 'domain-config') => {
  const answer = await http.send('GET', `/api/admin/${path}`, bearer(token))
  return [answer.status, answer.status < 400 ? '' : JSON.parse(answer.body).detail] as const
}
const noted = async () =>
  (await api.sql<{ actor: string; action: string }[]>`SELECT actor, action FROM audit_log ORDER BY id`)
    .filter(({ action }) => action.startsWith('token.'))
    .map(({ actor, action }) => `${actor}: ${action}`)

test('a token reads figures without a cookie, and is shown only once', async () => {
  const { token } = await create()
  expect(token).toMatch(/^ft_[\w-]{43}$/)
  expect(await read(token)).toEqual([200, ''])
  const list = await http.send('GET', '/api/admin/read-tokens', olga)
  expect(list.body).not.toContain(token)
  expect(JSON.parse(list.body)).toMatchObject([
    { name: 'Sheet', scope: 'figures', createdBy: 'olga', works: true, lastUsedAt: expect.any(String) },
  ])
  const [row] = await api.sql<{ hash: Buffer }[]>`SELECT token_hash AS hash FROM read_tokens`
  expect(row?.hash).toHaveLength(32)
  expect(JSON.stringify(await api.sql`SELECT * FROM read_tokens`)).not.toContain(token)
})

test('a token with the scope figures cannot read leads, and one with figures and leads can', async () => {
  await postForm(api.app, 'contact', CONTACT)
  const [figures, both] = [await create(), await create('figures_and_leads')]
  for (const path of ['leads', 'leads/search', 'lead-owners', 'onboarding'])
    expect(await read(figures.token, path)).toEqual([
      403,
      'The scope of this read token is "figures". This call needs the scope "figures and leads".',
    ])
  // Bulk reads of contacts need no re-authentication with a token.
  expect(await read(both.token, 'leads?limit=500')).toEqual([200, ''])
})

test.each([
  ['GET', 'leads.csv'],
  ['GET', 'team'],
  ['GET', 'read-tokens'],
  ['GET', 'notifications'],
  ['GET', 'session'],
  ['POST', 'spend'],
  ['POST', 'read-tokens'],
  ['POST', 'logout'],
  ['DELETE', 'leads/bulk-delete'],
])('no token may %s %s', async (method, path) => {
  const { token } = await create('figures_and_leads')
  const answer = await http.send(
    method,
    `/api/admin/${path}`,
    bearer(token),
    method === 'GET' ? undefined : {},
  )
  expect([answer.status, JSON.parse(answer.body).detail]).toEqual([
    403,
    'A read token cannot make this call. It reads figures and leads, and changes nothing.',
  ])
})

test('an invalid token blocks the request even with a valid cookie', async () => {
  const answer = await http.send('GET', '/api/admin/campaigns', { ...olga, ...bearer('ft_wrong') })
  expect(answer.status).toBe(401)
  expect(answer.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"')
})

test('a proxy’s own login header is not mistaken for a token', async () => {
  const headers = { ...olga, authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.' }
  expect((await http.send('GET', '/api/admin/campaigns', headers)).status).toBe(200)
})

describe('a token ends', () => {
  const streamOf = (token: string) => followLive(`${http.url}/api/admin/live`, bearer(token))

  test('a token ends when it is revoked, with its open live stream', async () => {
    const { id, token } = await create()
    const other = await create()
    const [stream, kept] = [await streamOf(token), await streamOf(other.token)]
    expect(stream.status).toBe(200)
    expect((await http.send('DELETE', `/api/admin/read-tokens/${id}`, olga)).status).toBe(204)
    await expect.poll(() => stream.ended, PATIENCE).toBe(true)
    expect(await read(token)).toEqual([401, expect.stringContaining('is unknown or was revoked')])
    expect([kept.ended, await read(other.token)]).toEqual([false, [200, '']])
    kept.leave()
    expect((await http.send('DELETE', `/api/admin/read-tokens/${id}`, olga)).status).toBe(404)
  })

  test.each([
    ['is disabled', () => disableAccount(api.sql, 'olga', api.clock.now)],
    ['is no longer an owner', () => setRole(api.sql, 'olga', 'staff', api.clock.now)],
  ])('a token ends when its creator %s, with its open live stream', async (_what, lower) => {
    const { token } = await create()
    const stream = await streamOf(token)
    await lower()
    await expect.poll(() => stream.ended, PATIENCE).toBe(true)
    expect(await read(token)).toEqual([
      401,
      expect.stringContaining('The account that created it is disabled or no'),
    ])
    const list = await http.send('GET', '/api/admin/read-tokens', await http.browserOf('otto', PASSWORD))
    expect(JSON.parse(list.body)).toMatchObject([{ works: false }])
  })

  test('a token ends when its creator’s account is removed in the database', async () => {
    const { token } = await create()
    await api.sql`DELETE FROM staff_accounts WHERE username = 'olga'`
    expect(await read(token)).toEqual([401, expect.stringContaining('is unknown or was revoked')])
  })
})

test('a token may make 60 calls a minute', async () => {
  api.clock.now = new Date('2026-03-01T12:00:10.000Z')
  olga = await http.browserOf('olga', PASSWORD)
  const { token } = await create()
  const other = await create()
  for (let calls = 0; calls < 60; calls += 1) expect((await read(token, 'domain-config'))[0]).toBe(200)
  expect(await read(token, 'domain-config')).toEqual([
    429,
    'A read token may make 60 calls a minute. Try again in 50 s.',
  ])
  expect((await read(other.token, 'domain-config'))[0]).toBe(200)
  later(api.clock, MINUTE_MS)
  expect((await read(token, 'domain-config'))[0]).toBe(200)
})

test('the audit log has creation, first use and revocation, but not each read', async () => {
  const { id, token } = await create()
  for (let calls = 0; calls < 3; calls += 1) await read(token)
  await http.send('DELETE', `/api/admin/read-tokens/${id}`, olga)
  expect(await noted()).toEqual([
    'olga: token.created',
    'read token Sheet: token.first_used',
    'olga: token.revoked',
  ])
})

test('calls with a wrong token are audited, and throttled after some calls', async () => {
  const codes = new Set<number>()
  for (let calls = 0; calls < 25; calls += 1) codes.add((await read('ft_wrong'))[0])
  expect([...codes]).toEqual([401, 429])
  expect([...new Set(await noted())]).toEqual(['nobody: token.refused'])
  // An invalid token does not throttle a valid one.
  expect((await read((await create()).token))[0]).toBe(200)
})

test('each further thousand contacts that a token reads is audited', async () => {
  for (let n = 0; n < 2; n += 1) await postForm(api.app, 'contact', CONTACT)
  const { token } = await create('figures_and_leads')
  await api.sql`UPDATE read_tokens SET contacts_read = 999`
  await read(token, 'leads')
  const rows = await api.sql`SELECT actor, action, detail FROM audit_log WHERE action = 'contacts.read'`
  expect(rows).toEqual([
    { actor: 'read token Sheet', action: 'contacts.read', detail: { contacts: expect.any(Number) } },
  ])
})

test('a token is not accepted over plain http from another machine', async () => {
  const { token } = await create()
  const answer = await api.app.inject({
    url: '/api/admin/campaigns',
    headers: { host: 'dash.example', ...bearer(token) },
    remoteAddress: '203.0.113.7',
  })
  expect(answer.statusCode).toBe(403)
  expect(answer.json().detail).toContain('Use https')
})
