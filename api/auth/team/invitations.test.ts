import { DAY_MS } from '@firsttouch/infra/platform/timing'
import { emptyTables } from '@firsttouch/infra/rigs/testing/empty-tables'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { disableAccount, later, openTestApi, setRole } from '../../testing/api.ts'
import { listen } from '../../testing/over-http.ts'
import { createAccount } from '../accounts.ts'

const PASSWORD = 'four random words here'
const CHOSEN = 'another four words here'

let olga: Record<string, string>
const api = await openTestApi()
const http = await listen(await api.build())
afterAll(async () => {
  await http?.close()
  await api?.close()
})
beforeEach(async () => {
  await emptyTables(api.sql, 'staff_accounts', 'staff_invitations', 'login_failures', 'audit_log')
  api.clock.now = new Date()
  for (const username of ['olga', 'otto'])
    await createAccount(api.sql, { username, password: PASSWORD }, api.clock.now)
  olga = await http.browserOf('olga', PASSWORD)
})

const invite = async (username = 'vera', role = 'viewer') => {
  const answer = await http.send('POST', '/api/admin/team/invitations', olga, { username, role })
  return { status: answer.status, ...JSON.parse(answer.body) } as {
    status: number
    url: string
    detail?: string
  }
}
const tokenIn = (url: string): string => new URLSearchParams(new URL(url).hash.slice(1)).get('token') ?? ''
const accept = async (token: string, password = CHOSEN) => {
  const answer = await http.send('POST', '/api/invitation', {}, { token, password })
  return [answer.status, JSON.parse(answer.body).detail ?? JSON.parse(answer.body)]
}
const accounts = async () =>
  (await api.sql<{ username: string }[]>`SELECT username FROM staff_accounts ORDER BY 1`).map(
    row => row.username,
  )

test('the invited person chooses a password and gets the invitation’s role', async () => {
  const { url } = await invite()
  expect(url).toMatch(/^https:\/\/www\.example\.com\/invitation#username=vera&token=[\w-]{43}$/)
  expect(await accept(tokenIn(url))).toEqual([201, { username: 'vera' }])
  const { body } = await http.send('GET', '/api/admin/session', await http.browserOf('vera', CHOSEN))
  expect(JSON.parse(body)).toMatchObject({ username: 'vera', role: 'viewer' })
  const noted =
    await api.sql`SELECT actor, action, detail FROM audit_log WHERE action <> 'login.accepted' ORDER BY id`
  expect(noted).toEqual([
    { actor: 'olga', action: 'POST /api/admin/team/invitations', detail: { status: 201, role: 'viewer' } },
    { actor: 'vera', action: 'invitation.accepted', detail: { role: 'viewer' } },
  ])
})

test('the database has no usable token', async () => {
  const { url } = await invite()
  const [row] = await api.sql<{ hash: Buffer }[]>`SELECT token_hash AS hash FROM staff_invitations`
  expect(row?.hash).toHaveLength(32)
  expect((await accept(row?.hash.toString('base64url') ?? ''))[0]).toBe(404)
  expect(JSON.stringify(await api.sql`SELECT * FROM staff_invitations`)).not.toContain(tokenIn(url))
})

test('a used link makes no second account and changes no password', async () => {
  const token = tokenIn((await invite()).url)
  await accept(token)
  expect(await accept(token, 'yet another four words')).toEqual([
    410,
    'This link has already been used: log in with the password chosen then.',
  ])
  expect(await http.browserOf('vera', 'yet another four words')).toEqual({ cookie: '' })
})

test('five simultaneous uses of a link make one account', async () => {
  const token = tokenIn((await invite()).url)
  const answers = await Promise.all(Array.from({ length: 5 }, () => accept(token)))
  expect(answers.map(([status]) => status).toSorted()).toEqual([201, 410, 410, 410, 410])
})

test('a link lasts a day', async () => {
  const token = tokenIn((await invite()).url)
  later(api.clock, DAY_MS)
  expect(await accept(token)).toEqual([
    410,
    'This link has expired. Links are valid for one day. Ask an owner for a new link.',
  ])
  expect(await accounts()).toEqual(['olga', 'otto'])
})

test.each([
  ['disabled', () => disableAccount(api.sql, 'olga', api.clock.now)],
  ['no longer an owner', () => setRole(api.sql, 'olga', 'staff', api.clock.now)],
])('a link whose inviter is %s makes no account', async (_what, lower) => {
  const token = tokenIn((await invite()).url)
  await lower()
  expect(await accept(token)).toEqual([
    410,
    'The person who invited you can no longer invite people. Ask an owner for a new link.',
  ])
  expect(await accounts()).toEqual(['olga', 'otto'])
})

test('a later invitation for the same name ends the earlier link', async () => {
  const first = tokenIn((await invite()).url)
  const second = tokenIn((await invite('Vera', 'staff')).url)
  expect((await accept(first))[0]).toBe(404)
  expect(await accept(second)).toEqual([201, { username: 'Vera' }])
})

test('a weak password is refused, and the link still works', async () => {
  const token = tokenIn((await invite()).url)
  expect((await accept(token, 'password'))[0]).toBe(400)
  expect((await accept(token))[0]).toBe(201)
})

test('a taken name is refused, and the team lists roles and last logins', async () => {
  expect(await invite('OTTO')).toMatchObject({
    status: 409,
    detail: 'An account named OTTO already exists. Choose another name.',
  })
  const team = JSON.parse((await http.send('GET', '/api/admin/team', olga)).body)
  expect(team).toMatchObject([
    { username: 'olga', role: 'owner', disabled: false, lastLoginAt: expect.any(String) },
    { username: 'otto', role: 'owner', disabled: false, lastLoginAt: null },
  ])
})

test('another site cannot make a browser use a link', async () => {
  const token = tokenIn((await invite()).url)
  const headers = { 'sec-fetch-site': 'cross-site' }
  const answer = await http.send('POST', '/api/invitation', headers, { token, password: CHOSEN })
  expect(answer.status).toBe(403)
  expect(await accounts()).toEqual(['olga', 'otto'])
})

const open = async () => JSON.parse((await http.send('GET', '/api/admin/team/invitations', olga)).body)

test('owners see the valid links, but not their tokens', async () => {
  await accept(tokenIn((await invite('used')).url))
  await invite('late')
  later(api.clock, DAY_MS)
  olga = await http.browserOf('olga', PASSWORD)
  const { url } = await invite('vera', 'staff')
  const list = await open()
  expect(list).toEqual([
    { username: 'vera', role: 'staff', createdBy: 'olga', expiresAt: expect.any(String) },
  ])
  expect(JSON.stringify(list)).not.toContain(tokenIn(url))
})

test('a link that an owner revoked makes no account', async () => {
  const token = tokenIn((await invite()).url)
  const { status } = await http.send('DELETE', '/api/admin/team/invitations/vera', olga, {})
  expect([status, await open()]).toEqual([200, []])
  expect((await accept(token))[0]).toBe(404)
  expect(await accounts()).toEqual(['olga', 'otto'])
})
