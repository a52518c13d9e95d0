import { emptyTables } from '@firsttouch/infra/rigs/testing/empty-tables'
import type { FastifyInstance } from 'fastify'
import { beforeEach, describe, expect, test } from 'vitest'
import type { AdPlatform } from '../contract/conversions/kinds.ts'
import { cookiesOf, later, logIn, openStaffApi } from '../testing/api.ts'
import { CONTACT, postForm } from '../testing/forms.ts'
import { importFile } from '../testing/import-formats.ts'

const DAY_MS = 86_400_000
const api = await openStaffApi({ clickIds: true })
beforeEach(async () => {
  await emptyTables(
    api.sql,
    'leads',
    'onboarding_submissions',
    'conversion_credentials',
    'login_failures',
    'deletions',
  )
  await api.sql`UPDATE conversion_rules SET is_offered = kind <> 'onboarding', value = NULL`
  await api.moveTo(new Date('2026-03-01T12:00:00.000Z'))
})

let clicks = 0
/** Adds a lead with an ad click one hour earlier. */
const lead = async (given?: Record<string, string>): Promise<string> => {
  clicks += 1
  const ids = given ?? { gclid: `Cj0-${clicks}` }
  const adClick = { ids, clickedAt: new Date(api.clock.now.getTime() - 3_600_000).toISOString() }
  return (await postForm(api.app, 'contact', { ...CONTACT, adClick })).json().id
}
const set = async (id: string, change: object) => {
  later(api.clock, 60_000)
  expect((await api.call('PATCH', `leads/${id}`, change)).statusCode).toBe(200)
  return api.clock.now.toISOString().slice(0, 19).replace('T', ' ')
}
const download = (platform: AdPlatform = 'google-ads') => api.call('POST', `conversions/${platform}.csv`)
const rowsOf = async (platform: AdPlatform = 'google-ads') => {
  const { refused, rows } = importFile(platform, (await download(platform)).body)
  expect(refused).toEqual([])
  return rows
}
const idsIn = async () => (await rowsOf()).map(row => row['Google Click ID'])
const settings = async () => (await api.call('GET', 'conversions')).json()

test('qualified and closed leads with a click id are offered with their values and the time of the status', async () => {
  const rules = [
    { kind: 'qualified', isOffered: true, name: 'Good lead', value: '40' },
    { kind: 'closed', isOffered: true, name: 'Customer', value: '250.5' },
  ]
  expect((await api.call('PATCH', 'conversions', { rules })).statusCode).toBe(200)
  await lead()
  await set(await lead(), { status: 'contacted' })
  await set((await postForm(api.app, 'contact', CONTACT)).json().id, { status: 'qualified' })
  const good = await lead({ gclid: 'Cj0-good', msclkid: 'ms-good', fbclid: 'fb-good' })
  const qualified = await set(good, { status: 'qualified' })
  const closed = await set(good, { status: 'closed' })
  const row = { 'Google Click ID': 'Cj0-good', GBRAID: '', WBRAID: '', 'Conversion Currency': 'GBP' }
  expect(await rowsOf()).toEqual([
    {
      ...row,
      'Conversion Name': 'Good lead',
      'Conversion Time': `${qualified}+0000`,
      'Conversion Value': '40.00',
    },
    {
      ...row,
      'Conversion Name': 'Customer',
      'Conversion Time': `${closed}+0000`,
      'Conversion Value': '250.50',
    },
  ])
  expect((await rowsOf('microsoft-advertising')).map(one => one['Microsoft Click ID'])).toEqual([
    'ms-good',
    'ms-good',
  ])
})

test('a click older than 90 days is left out and counted', async () => {
  const id = await lead({ gclid: 'Cj0-old', msclkid: 'ms-old' })
  await set(id, { status: 'qualified' })
  later(api.clock, 89 * DAY_MS)
  await api.logInAgain()
  expect(await idsIn()).toEqual(['Cj0-old'])
  later(api.clock, DAY_MS)
  await api.logInAgain()
  expect(await idsIn()).toEqual([])
  expect((await settings()).offered).toEqual([
    { platform: 'google-ads', ready: 0, tooOld: 1 },
    { platform: 'microsoft-advertising', ready: 0, tooOld: 1 },
  ])
})

describe('fetching', () => {
  const make = async (platform: AdPlatform = 'google-ads') =>
    (await api.call('POST', 'conversion-credentials', { platform })).json()
  const fetchFile = (
    { username, password }: { username: string; password: string },
    {
      platform = 'google-ads',
      app = api.app,
      headers = {} as Record<string, string>,
      method = 'GET' as 'GET' | 'HEAD',
      remoteAddress = '127.0.0.1',
    } = {},
  ) =>
    app.inject({
      method,
      remoteAddress,
      url: `/api/conversions/${platform}.csv`,
      headers: {
        authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
        ...headers,
      },
    })
  const noted = () =>
    api.sql`SELECT actor, action, detail FROM audit_log WHERE action LIKE 'conversions%' ORDER BY id DESC LIMIT 1`

  test('a platform gets its own file with its credential, and the audit log has creation and download', async () => {
    await set(await lead({ gclid: 'Cj0-fetched' }), { status: 'qualified' })
    const made = await make()
    const answer = await fetchFile(made)
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store'])
    expect(importFile('google-ads', answer.body)).toMatchObject({
      refused: [],
      rows: [{ 'Google Click ID': 'Cj0-fetched' }],
    })
    expect(await noted()).toEqual([
      { actor: made.username, action: 'conversions.fetched', detail: { platform: 'google-ads', rows: 1 } },
    ])
    expect((await settings()).credentials).toEqual([
      {
        id: made.id,
        platform: 'google-ads',
        username: made.username,
        createdBy: 'ada',
        createdAt: expect.any(String),
        lastUsedAt: api.clock.now.toISOString(),
      },
    ])
  })

  test('a credential allows only the file of its platform', async () => {
    const made = await make('microsoft-advertising')
    expect((await fetchFile(made, { platform: 'microsoft-advertising' })).statusCode).toBe(200)
    expect((await fetchFile(made)).statusCode).toBe(401)
    const authorization = `Basic ${Buffer.from(`${made.username}:${made.password}`).toString('base64')}`
    for (const url of ['/api/admin/leads', '/api/admin/conversions'])
      expect((await api.app.inject({ url, headers: { authorization } })).statusCode).toBe(401)
  })

  test('only the answer that creates a credential has its password', async () => {
    const { password } = await make()
    const rows = await api.sql`SELECT * FROM conversion_credentials`
    expect(JSON.stringify([rows, await settings()])).not.toContain(password)
    expect(Buffer.concat(rows.map(row => row.password_hash)).toString()).not.toContain(password)
  })

  test.each([
    ['a wrong password', { password: 'A'.repeat(43) }],
    ['no password', { password: '' }],
    ['an unknown name', { username: 'google-ads-00000000' }],
    ['staff’s own', { username: 'ada', password: 'four random words here' }],
    ['a name that is SQL', { username: "' OR true --" }],
  ])('%s is refused with the same message, and audited', async (_what, wrong) => {
    const answer = await fetchFile({ ...(await make()), ...wrong })
    expect([answer.statusCode, answer.headers['www-authenticate']]).toEqual([
      401,
      'Basic realm="Conversions", charset="UTF-8"',
    ])
    expect(answer.json().detail).toBe('This file needs a user name and password that staff created for it.')
    expect(await noted()).toMatchObject([
      { actor: 'nobody', action: 'conversions.refused', detail: { platform: 'google-ads' } },
    ])
  })

  test.each([undefined, 'Basic', 'Basic =', 'Bearer abc', 'Basic OjEyMw==', `Basic ${'A'.repeat(5000)}`])(
    'the header %s is refused as a missing login, without throttling',
    async authorization => {
      const url = '/api/conversions/google-ads.csv'
      const answer = await api.app.inject({ url, headers: authorization ? { authorization } : {} })
      expect(answer.statusCode).toBe(401)
      expect(await api.sql`SELECT 1 FROM login_failures WHERE subject LIKE 'network%'`).toHaveLength(0)
    },
  )

  test('a revoked credential allows no file', async () => {
    const made = await make()
    expect((await api.call('DELETE', `conversion-credentials/${made.id}`)).statusCode).toBe(204)
    expect((await fetchFile(made)).statusCode).toBe(401)
    expect((await api.call('DELETE', `conversion-credentials/${made.id}`)).statusCode).toBe(404)
  })

  test('guessing is throttled without delaying other logins', async () => {
    const made = await make()
    const guess = () => fetchFile({ ...made, password: 'wrong' })
    for (let tries = 0; tries < 21; tries += 1) expect((await guess()).statusCode).toBe(401)
    const waiting = await fetchFile(made)
    expect([waiting.statusCode, waiting.headers['retry-after']]).toEqual([429, '1'])
    expect(Object.keys(cookiesOf(await logIn(api.app)))).toContain('sid')
    later(api.clock, 1_000)
    expect((await fetchFile(made)).statusCode).toBe(200)
  })

  test.each([
    { headers: { host: 'www.example.com' } },
    { headers: { host: 'localhost' }, remoteAddress: '203.0.113.9' },
  ])('a file is served over https only, except on a developer’s machine: %j', async given => {
    const made = await make()
    const answer = await fetchFile(made, given)
    expect([answer.statusCode, answer.json().detail]).toEqual([
      403,
      'Use https. Without encryption the password could be read.',
    ])
  })

  test('without CLICK_IDS=on there is no file', async () => {
    const off: FastifyInstance = await api.build({ clickIds: false })
    const made = await make()
    expect((await fetchFile(made, { app: off })).statusCode).toBe(404)
    expect((await api.call('POST', 'conversions/google-ads.csv', undefined, off)).json().detail).toContain(
      'CLICK_IDS=on',
    )
    const said = [api.app, off].map(app => api.call('GET', 'conversions', undefined, app))
    expect((await Promise.all(said)).map(answer => answer.json().clickIds)).toEqual([true, false])
    await off.close()
  })

  test('a platform has at most ten credentials, even with simultaneous requests', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => make()))
    expect(answers.filter(one => one.password)).toHaveLength(10)
  })
})
