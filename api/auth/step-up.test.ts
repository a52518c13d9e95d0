import { emptyTables } from '@firsttouch/infra/rigs/testing/empty-tables'
import { beforeEach, expect, test } from 'vitest'
import { PASSWORD_NEEDED } from '../contract/problem.ts'
import { cookiesOf, later, openStaffApi, STAFF } from '../testing/api.ts'

const api = await openStaffApi()
beforeEach(async () => {
  await emptyTables(api.sql, 'login_failures')
  await api.logInAgain()
})

const setDomain = (domain: string) =>
  api.app.inject({ method: 'POST', url: '/api/admin/domain-config', cookies: api.cookies, body: { domain } })
const confirm = async (password: string) => {
  const given = { cookies: api.cookies, body: { password } }
  const answer = await api.app.inject({ method: 'POST', url: '/api/admin/confirm', ...given })
  Object.assign(api.cookies, cookiesOf(answer))
  return answer
}

test('S-16 some time after the login only dangerous calls need the password', async () => {
  expect((await setDomain('https://one.example')).statusCode).toBe(200)
  later(api.clock, 16 * 60_000)
  const refused = await setDomain('https://two.example')
  expect(refused.statusCode).toBe(403)
  expect(refused.json()).toMatchObject({ type: PASSWORD_NEEDED, detail: expect.stringContaining('password') })
  expect((await api.app.inject({ url: '/api/admin/leads/search', cookies: api.cookies })).statusCode).toBe(
    200,
  )
  expect((await api.app.inject({ url: '/api/admin/domain-config', cookies: api.cookies })).json()).toEqual({
    domain: 'https://one.example',
  })
  expect((await confirm(STAFF.password)).statusCode).toBe(204)
  expect((await setDomain('https://two.example')).statusCode).toBe(200)
})

test('re-authentication lasts exactly a quarter of an hour', async () => {
  later(api.clock, 15 * 60_000)
  expect((await setDomain('https://one.example')).statusCode).toBe(200)
  later(api.clock, 1)
  expect((await setDomain('https://two.example')).statusCode).toBe(403)
})

test('a wrong password does not re-authenticate, ends no session, and is throttled like a login', async () => {
  later(api.clock, 16 * 60_000)
  const wrong = await confirm('not the right one')
  expect(wrong.statusCode).toBe(403)
  expect(wrong.json()).toMatchObject({ detail: 'Incorrect password.' })
  expect((await setDomain('https://three.example')).statusCode).toBe(403)
  expect((await api.app.inject({ url: '/api/admin/session', cookies: api.cookies })).statusCode).toBe(200)
  const codes = []
  for (let i = 0; i < 12; i++) codes.push((await confirm('not the right one')).statusCode)
  expect(codes).toContain(429)
})

test('without a session no re-authentication is possible', async () => {
  const answer = await api.app.inject({
    method: 'POST',
    url: '/api/admin/confirm',
    body: { password: STAFF.password },
  })
  expect(answer.statusCode).toBe(401)
})
