import { expect, test } from 'vitest'
import { PASSWORD_NEEDED } from '../contract/problem.ts'
import { CONFIG, later, openStaffApi } from '../testing/api.ts'

const api = await openStaffApi()
later(api.clock, 16 * 60_000)

let made = 0
const create = (generatedUrl: string, host = 'dash.example', app = api.app) => {
  made += 1
  const of = { date: '2026-03-01', platform: 'G', utmSource: 'g', utmMedium: 'c' }
  const body = { name: `Campaign ${made}`, ...of, generatedUrl }
  const headers = { host }
  return app.inject({ method: 'POST', url: '/api/admin/campaigns', cookies: api.cookies, headers, body })
}

test.each(['', 'https://www.example.com', 'https://www.example.com/x?y=1'])(
  'a link to the configured domain needs no re-authentication: %j',
  async link => {
    expect((await create(link)).statusCode).toBe(201)
  },
)

test.each([
  'https://example.com/',
  'https://www.example.com:8443/',
  'https://www.example.com.evil.example/',
  'http://localhost:3000/',
])('a link to any other place needs re-authentication: %j', async link => {
  const answer = await create(link)
  expect([answer.statusCode, answer.json().type]).toEqual([403, PASSWORD_NEEDED])
})

test('without a configured domain only a localhost link needs no re-authentication, and an unsafe link is refused', async () => {
  const app = await api.build({ site: { ...CONFIG.site, siteUrl: '' } })
  const status = async (...of: Parameters<typeof create>) => (await create(...of)).statusCode
  expect(await status('', 'localhost:3000', app)).toBe(201)
  expect(await status('https://dash.example/', 'dash.example', app)).toBe(403)
  const host = `${'x'.repeat(60)}.${'y'.repeat(60)}.example`
  const { statusCode, ...answer } = await create('', host, app)
  expect(statusCode).toBe(409)
  const { detail } = answer.json()
  expect(detail).toMatch(/^Campaign links need https, but the current address of this site is http:/)
  expect(detail).toContain(` ${`http://${host}`.slice(0, 100)}. Save a domain`)
  await app.close()
})
