import { expect, test } from 'vitest'
import { addStaff, logIn, openStaffApi } from '../testing/api.ts'

const api = await openStaffApi()

const call = (method: 'GET' | 'PUT', payload?: object) =>
  api.app.inject({
    method,
    url: '/api/admin/internal-traffic',
    cookies: api.cookies,
    ...(payload && { payload }),
  })

test('staff enter their networks, one on each line, and see their own address', async () => {
  expect((await call('GET')).json()).toEqual({ networks: '', yours: '127.0.0.1' })
  const saved = await call('PUT', { networks: ' 203.0.113.0/24 \n\n2001:db8::/32\n203.0.113.0/24' })
  expect(saved.json().networks).toBe('203.0.113.0/24\n2001:db8::/32')
  expect((await call('GET')).json().networks).toBe('203.0.113.0/24\n2001:db8::/32')
})

test.each([
  ['10.0.0', 'is neither an address such as 203.0.113.7 nor a network such as 203.0.113.0/24'],
  ['203.0.113.0/33', 'is neither an address'],
  ['example.com', 'is neither an address'],
  ['0.0.0.0/0', '0.0.0.0/0 is too broad: name a network from /8'],
  ['2000::/3', '2000::/3 is too broad: name a network from /20'],
  [Array.from({ length: 101 }, (_, n) => `203.0.113.${n}`).join('\n'), 'must be at most 100 lines'],
])('"%s" is refused by a sentence that says what to do', async (networks, sentence) => {
  const answer = await call('PUT', { networks })
  expect(answer.statusCode).toBe(400)
  expect(answer.json().issues).toMatchObject([
    { path: 'networks', message: expect.stringContaining(sentence) },
  ])
})

test('a login marks the browser as internal, and the mark stays after the logout', async () => {
  await addStaff(api.sql, { username: 'bob', password: 'four other random words' })
  const answer = await logIn(api.app, { username: 'bob', password: 'four other random words' })
  expect(answer.cookies).toContainEqual(
    expect.objectContaining({ name: 'firsttouch_internal', value: 'login', path: '/', sameSite: 'Lax' }),
  )
  const cookies = Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]))
  const left = await api.app.inject({ method: 'POST', url: '/api/admin/logout', cookies })
  expect(left.cookies.map(({ name }) => name)).toEqual(['sid'])
})

test('any browser can exclude itself and be included again', async () => {
  const optOut = (optedOut: unknown) =>
    api.app.inject({ method: 'POST', url: '/api/opt-out', payload: { optedOut } })
  const out = await optOut(true)
  expect(out.statusCode).toBe(200)
  expect(out.cookies).toMatchObject([{ name: 'firsttouch_internal', value: 'opt_out', maxAge: 34_560_000 }])
  expect(out.cookies[0]).not.toHaveProperty('httpOnly')
  expect((await optOut(false)).cookies).toMatchObject([{ name: 'firsttouch_internal', value: '' }])
  expect((await optOut('yes')).statusCode).toBe(400)
})
