/** Device cookies: each belongs to one account. A wrong password for another account does not count as a try from a known browser. */
import { beforeEach, expect, test } from 'vitest'
import { addStaff, cookiesOf, logIn, openTestApi, STAFF, type TestApi } from '../testing/api.ts'
import { revokeAll } from './sessions.ts'

const BEN = { username: 'ben', password: 'four other random words' }
let api: TestApi
beforeEach(async () => {
  api = await openTestApi()
  await addStaff(api.sql)
  await addStaff(api.sql, BEN)
})

const enter = async (who: typeof STAFF, cookies: Record<string, string> = {}) =>
  cookiesOf(await logIn(api.app, who, { cookies }))
const known = async (): Promise<Record<string, number>> => {
  const rows = await api.sql<{ username: string; devices: number }[]>`
    SELECT username, (SELECT count(*)::int FROM staff_devices WHERE account_id = a.id) AS devices
    FROM staff_accounts a`
  return Object.fromEntries(rows.map(({ username, devices }) => [username, devices]))
}
const failures = async () =>
  (
    await api.sql<
      { kind: string }[]
    >`SELECT split_part(subject, ':', 1) AS kind FROM login_failures ORDER BY kind`
  ).map(({ kind }) => kind)
const wrong = { ...STAFF, password: 'not the password' }

test('another login replaces the device token of its browser, and of no other browser', async () => {
  const first = await enter(STAFF)
  await enter(STAFF)
  await enter(BEN)
  expect(await known()).toEqual({ ada: 2, ben: 1 })
  const again = await enter(STAFF, first)
  expect(again.device).not.toBe(first.device)
  expect(await known()).toEqual({ ada: 2, ben: 1 })
})

test('a wrong password counts for a known browser, or for network and account in an unknown browser', async () => {
  const [ada, ben] = [await enter(STAFF), await enter(BEN)]
  await logIn(api.app, wrong, { cookies: ada })
  expect(await failures()).toEqual(['device'])
  await api.sql`DELETE FROM login_failures`
  await logIn(api.app, wrong, { cookies: ben })
  expect(await failures()).toEqual(['account', 'network'])
})

test('a disabled account loses only its own browsers and sessions', async () => {
  const [, ben] = [await enter(STAFF), await enter(BEN)]
  const [account] = await api.sql<{ id: string }[]>`SELECT id FROM staff_accounts WHERE username = 'ada'`
  await revokeAll(api.sql, account?.id ?? '')
  expect(await known()).toEqual({ ada: 0, ben: 1 })
  expect(
    await api.sql`SELECT DISTINCT username FROM staff_sessions s JOIN staff_accounts a ON a.id = s.account_id`,
  ).toEqual([{ username: 'ben' }])
  expect((await api.app.inject({ url: '/api/admin/session', cookies: ben })).statusCode).toBe(200)
})
