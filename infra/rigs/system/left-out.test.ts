/** Left-out senders from request to figures. Changed settings reach ingest within seconds. */
import type { AnalyticsSummary } from '@firsttouch/api/contract/analytics'
import type { Lead } from '@firsttouch/api/contract/leads'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestSystem, type TestSystem } from '../testing/system.ts'
import { until } from '../testing/until.ts'

const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'
let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem({ env: { TRUST_PROXY: '127.0.0.1' } })
})
afterAll(() => system.close())

let sessions = 0
const visit = async (ip: string, cookie = '') => {
  const body = { sessionId: `utm_${Date.now()}_${++sessions}`, pagePath: '/' }
  const headers = { 'x-forwarded-for': ip, 'user-agent': AGENT, cookie }
  expect((await system.post('/api/analytics/visit', body, headers)).status).toBe(202)
}
const summary = () => system.get<AnalyticsSummary>('/api/admin/analytics')
const counts = async () => {
  const { totalVisits, totalConversions, leftOut } = await summary()
  return { people: totalVisits, conversions: totalConversions, ...leftOut }
}

test('people count, and a named network, a marked browser, a data centre and a bot are each left out with their reason', async () => {
  const answer = await fetch(`${system.url}/api/admin/internal-traffic`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', cookie: await system.login() },
    body: JSON.stringify({ networks: '203.0.113.0/24' }),
  })
  expect(answer.status).toBe(200)
  let tries = 0
  await until(async () => {
    tries++
    await visit('203.0.113.9')
    return (await counts()).internal > 0
  }, 10_000)
  const before = await counts()
  expect(before.people + before.internal).toBeLessThanOrEqual(tries)

  await visit('198.51.100.1')
  await visit('198.51.100.1', 'firsttouch_internal=login')
  await visit('167.99.241.66')
  await visit('167.99.241.66', 'firsttouch_internal=opt_out')
  await until(async () => (await counts()).suspicious === 1, 10_000)
  await until(async () => (await counts()).internal >= before.internal + 2, 10_000)
  const after = await counts()
  expect(after.bots).toBe(0)
  expect(after.people - before.people).toBeLessThanOrEqual(1 + tries)
  expect(await system.get<AnalyticsSummary>('/api/admin/analytics?suspicious=with')).toMatchObject({
    totalVisits: after.people + 1,
  })
})

test('a form from a marked browser is a lead, but no conversion', async () => {
  const before = await counts()
  const send = (email: string, cookie: string) =>
    system.post(
      '/api/contact',
      { name: 'Ann', email, business: 'Roofs', phone: '+44 7400 123456', message: 'Hello there' },
      { 'x-forwarded-for': '198.51.100.2', 'user-agent': AGENT, cookie },
    )
  const own = await send('own@example.com', 'firsttouch_internal=login')
  expect(own.status, await own.text()).toBeLessThan(300)
  const other = await send('other@example.com', '')
  expect(other.status).toBeLessThan(300)
  await until(async () => (await counts()).conversions > before.conversions, 10_000)
  const leads = await system.get<Lead[]>('/api/admin/leads')
  expect(leads.map(({ email }) => email).toSorted()).toEqual(['other@example.com', 'own@example.com'])
  expect((await counts()).conversions).toBe(before.conversions + 1)
})
