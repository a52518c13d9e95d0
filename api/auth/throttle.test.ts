import { beforeEach, describe, expect, test } from 'vitest'
import { addStaff, cookiesOf, later, logIn, openTestApi, resetStaff, STAFF } from '../testing/api.ts'
import { resetPassword } from './accounts.ts'
import { claimTry, FORGOTTEN_AFTER_MS, forgive } from './throttle.ts'

const api = await openTestApi()
beforeEach(() => resetStaff(api))

const wrong = { ...STAFF, password: 'not the right one' }

describe('S-06 throttle', () => {
  const tryWrong = (remoteAddress: string) => logIn(api.app, wrong, { remoteAddress })

  test('S-06 fifty wrong passwords from many addresses throttle the account, doubling up to 15 minutes', async () => {
    const waits: number[] = []
    for (let i = 0; i < 50; i++) {
      const answer = await tryWrong(`203.0.113.${i}`)
      if (answer.statusCode === 401) continue
      expect(answer.statusCode).toBe(429)
      expect(answer.json().detail).toMatch(/^Too many wrong passwords\. Please try again in /)
      waits.push(Number(answer.headers['retry-after']))
      later(api.clock, Number(answer.headers['retry-after']) * 1000)
    }
    expect(waits.slice(0, 5)).toEqual([1, 2, 4, 8, 16])
    expect(Math.max(...waits)).toBe(900)
  })

  test('S-06 the owner can log in after the wait, and at once from a known browser', async () => {
    const known = cookiesOf(await logIn(api.app))
    for (let i = 0; i < 8; i++) await tryWrong(`203.0.113.${i}`)
    const refused = await logIn(api.app, STAFF, { remoteAddress: '203.0.113.99' })
    expect(refused.statusCode).toBe(429)
    const fromKnown = await logIn(api.app, STAFF, { remoteAddress: '203.0.113.99', cookies: known })
    expect(fromKnown.statusCode).toBe(200)
    later(api.clock, Number(refused.headers['retry-after']) * 1000)
    expect((await logIn(api.app, STAFF, { remoteAddress: '203.0.113.99' })).statusCode).toBe(200)
    expect((await tryWrong('203.0.113.99')).statusCode).toBe(401)
  })

  test('S-06 a day after the last failure the account has all free attempts again', async () => {
    const failures = async (count: number) => {
      const codes: number[] = []
      for (let i = 0; i < count; i++) codes.push((await tryWrong('203.0.113.1')).statusCode)
      return codes
    }
    expect(await failures(7)).toEqual([401, 401, 401, 401, 401, 401, 429])
    later(api.clock, FORGOTTEN_AFTER_MS)
    expect(await failures(2)).toEqual([401, 429])
    later(api.clock, 2_000)
    expect(await failures(2)).toEqual([401, 429])
    later(api.clock, FORGOTTEN_AFTER_MS + 1)
    expect(await failures(7)).toEqual([401, 401, 401, 401, 401, 401, 429])
  })

  test('S-06 other spellings of an account’s name share its attempts', async () => {
    await addStaff(api.sql, { username: 'iris', password: STAFF.password })
    const codes: number[] = []
    for (const username of ['iris', 'IRIS', '\u0130ris', 'ir\u0130s', '\u0130R\u0130S', 'iris'])
      codes.push((await logIn(api.app, { ...wrong, username })).statusCode)
    expect(codes).toEqual([401, 401, 401, 401, 401, 401])
    expect((await logIn(api.app, { ...wrong, username: '\u0130ri\u017f' })).statusCode).toBe(401)
    expect((await logIn(api.app, { ...wrong, username: '\u0130riS' })).statusCode).toBe(429)
  })

  test('S-06 a new password revokes the exemption of known browsers', async () => {
    const known = cookiesOf(await logIn(api.app))
    for (let i = 0; i < 8; i++) await tryWrong(`203.0.113.${i}`)
    const password = 'another four words here'
    await resetPassword(api.sql, { ...STAFF, password }, new Date())
    const answer = await logIn(
      api.app,
      { ...STAFF, password },
      { remoteAddress: '203.0.113.99', cookies: known },
    )
    expect(answer.statusCode).toBe(429)
  })

  test('S-06 one address that tries many accounts is throttled, a neighbour is not', async () => {
    for (let i = 0; i < 21; i++)
      await logIn(api.app, { ...wrong, username: `user${i}` }, { remoteAddress: '198.51.100.7' })
    expect((await logIn(api.app, STAFF, { remoteAddress: '198.51.100.7' })).statusCode).toBe(429)
    expect((await logIn(api.app, STAFF, { remoteAddress: '198.51.100.8' })).statusCode).toBe(200)
  })

  test('S-06 an attacker’s own successful login does not reset the network’s failures', async () => {
    const from = { remoteAddress: '198.51.100.7' }
    await addStaff(api.sql, { username: 'mallory', password: STAFF.password })
    const tried = { wrong: 0, own: 0 }
    for (let i = 0; i < 105; i++) {
      const own = i % 15 === 14
      const body = own ? { ...STAFF, username: 'mallory' } : { ...wrong, username: `user${i}` }
      if ((await logIn(api.app, body, from)).statusCode !== 429) tried[own ? 'own' : 'wrong'] += 1
    }
    expect(tried.wrong).toBe(21)
  })

  test('S-06 a successful login gives the network one attempt back', async () => {
    const network = { kind: 'network', name: '198.51.100.7' } as const
    const tries = async (claimed: number) => {
      for (let i = 0; i < claimed; i++) await claimTry(api.sql, network, api.clock.now)
      await forgive(api.sql, [network])
      return (await api.sql`SELECT failures FROM login_failures`).map(({ failures }) => failures)
    }
    expect(await tries(1)).toEqual([])
    expect(await tries(2)).toEqual([1])
    expect(await tries(3)).toEqual([3])
  })

  test('S-06 a success resets no other account or network', async () => {
    const subjects = (['network', 'account'] as const).flatMap(kind =>
      [1, 2, 3].map(tries => ({ kind, name: `${kind} ${tries}`, tries })),
    )
    for (const { tries, ...subject } of subjects)
      for (let i = 0; i < tries; i++) await claimTry(api.sql, subject, api.clock.now)
    const failures = async () => {
      const rows = await api.sql<{ subject: string }[]>`
        SELECT split_part(subject, ':', 1) || ' ' || failures AS subject FROM login_failures ORDER BY 1`
      return rows.map(({ subject }) => subject)
    }
    const accounts = ['account 1', 'account 2', 'account 3']
    await forgive(api.sql, [{ kind: 'network', name: 'network 1' }])
    expect(await failures()).toEqual([...accounts, 'network 2', 'network 3'])
    await forgive(api.sql, [{ kind: 'network', name: 'network 2' }])
    expect(await failures()).toEqual([...accounts, 'network 1', 'network 3'])
    await forgive(api.sql, [{ kind: 'account', name: 'account 2' }])
    expect(await failures()).toEqual(['account 1', 'account 3', 'network 1', 'network 3'])
  })

  test.each([
    [1, 'a second'],
    [2, '2 seconds'],
    [99, '99 seconds'],
    [100, '2 minutes'],
    [900, '15 minutes'],
  ])('a wait of %i seconds is announced as %s', async (seconds, words) => {
    await tryWrong('203.0.113.1')
    const until = new Date(api.clock.now.getTime() + seconds * 1000)
    await api.sql`UPDATE login_failures SET blocked_until = ${until}`
    const { detail } = (await tryWrong('203.0.113.1')).json()
    expect(detail).toBe(`Too many wrong passwords. Please try again in ${words}.`)
  })

  test('each throttled caller gets its own waiting time', async () => {
    const waitOf = async (name: string, tries: number) => {
      let wait = 0
      for (let i = 0; i < tries; i++) wait = await claimTry(api.sql, { kind: 'device', name }, api.clock.now)
      return wait
    }
    expect(await waitOf('one', 7)).toBe(1)
    later(api.clock, 1_000)
    expect(await waitOf('one', 2)).toBe(2)
    expect(await waitOf('two', 7)).toBe(1)
    later(api.clock, 500)
    expect([await waitOf('one', 1), await waitOf('two', 1)]).toEqual([2, 1])
  })

  test('a network with many successful logins is not throttled', async () => {
    const codes = new Set<number>()
    for (let i = 0; i < 30; i++)
      codes.add((await logIn(api.app, STAFF, { remoteAddress: '198.51.100.7' })).statusCode)
    expect([...codes]).toEqual([200])
  })

  test('guesses from a known browser are throttled too', async () => {
    let cookies = cookiesOf(await logIn(api.app))
    const answers = []
    for (let i = 0; i < 7; i++) answers.push((await logIn(api.app, wrong, { cookies })).statusCode)
    expect(answers.at(-1)).toBe(429)
    cookies = {}
    expect((await logIn(api.app, STAFF, { cookies })).statusCode).toBe(200)
  })
})
