/** The audit log as owners see it, and entries that are not caused by a call of staff. */
import { openHttp } from '@firsttouch/infra/platform/http/http'
import { emptyTables } from '@firsttouch/infra/rigs/testing/empty-tables'
import { beforeEach, expect, test } from 'vitest'
import { apiRoutes } from '../app.ts'
import type { AuditPage } from '../contract/audit.ts'
import { ACTION_WORDS } from '../contract/audit-words.ts'
import { later, openStaffApi } from '../testing/api.ts'
import { CONTACT, postForm } from '../testing/forms.ts'
import { audit } from './audit.ts'

const api = await openStaffApi()
beforeEach(async () => {
  await emptyTables(api.sql, 'audit_log', 'login_failures')
  await api.moveTo(new Date(api.clock.now.getTime() + 120_000))
})

const page = async (query = ''): Promise<AuditPage> => {
  const answer = await api.call('GET', `audit${query}`)
  expect(answer.statusCode).toBe(200)
  return answer.json()
}
const actionsOf = ({ entries }: AuditPage) => entries.map(({ action }) => action)
const addEntries = async (count: number) => {
  for (let i = 0; i < count; i++)
    await audit(api.sql, { at: api.clock.now, actor: i % 2 ? 'Ben' : 'cy', action: `test.${i}` })
}

test('a page of the audit log has each entry’s time in UTC, person, network and records', async () => {
  const { id } = (await postForm(api.app, 'contact', CONTACT)).json()
  await api.call('DELETE', 'leads/bulk-delete', { leadIds: [id] })
  const [entry] = (await page()).entries
  expect(entry).toEqual({
    id: expect.stringMatching(/^\d+$/),
    at: api.clock.now.toISOString(),
    person: 'ada',
    action: 'DELETE /api/admin/leads/bulk-delete',
    detail: { status: 200, leadIds: 1 },
    records: [id],
    network: '127.0.0.0/24',
  })
  expect(JSON.stringify(await page())).not.toContain(CONTACT.email)
})

test('pages of the audit log have no gap and no repeat, also while entries are added', async () => {
  await addEntries(120)
  const first = await page()
  await addEntries(3)
  const second = await page(`?before=${first.next}`)
  const third = await page(`?before=${second.next}`)
  const all = [first, second, third].flatMap(actionsOf)
  expect([first, second, third].map(({ entries }) => entries.length)).toEqual([50, 50, 20])
  expect(new Set(all).size).toBe(120)
  expect(third.next).toBeNull()
})

test('a search for a person finds their own actions and changes of their account, in any case', async () => {
  await addEntries(2)
  await audit(api.sql, {
    at: api.clock.now,
    actor: 'ada',
    action: 'staff.disable',
    detail: { username: 'ben' },
  })
  expect(actionsOf(await page('?person=BEN'))).toEqual(['staff.disable', 'test.1'])
  expect(actionsOf(await page('?person=nobody-here'))).toEqual([])
})

test('a search for a record finds calls about this record only and about many records', async () => {
  const ids = []
  for (const email of ['a@example.com', 'b@example.com'])
    ids.push((await postForm(api.app, 'contact', { ...CONTACT, email })).json().id)
  await api.call('PATCH', `leads/${ids[0]}`, { status: 'contacted' })
  await api.call('DELETE', 'leads/bulk-delete', { leadIds: ids })
  expect(actionsOf(await page(`?record=${ids[0]}`))).toHaveLength(2)
  expect(actionsOf(await page(`?record=${ids[1]}`))).toEqual(['DELETE /api/admin/leads/bulk-delete'])
})

test.each([
  ['record=7', 'record'],
  ['before=x', 'before'],
  ['person=%00', 'person'],
  [`person=${'x'.repeat(256)}`, 'person'],
])('%s is refused by the name of its field', async (query, field) => {
  const answer = await api.call('GET', `audit?${query}`)
  expect([answer.statusCode, answer.json().issues[0].path]).toEqual([400, field])
})

test('rejected calls without a session, from another site or above a limit are audited once a minute per network', async () => {
  const from = (remoteAddress: string, headers = {}) => ({ remoteAddress, headers })
  const ask = (more: object) => api.app.inject({ method: 'GET', url: '/api/admin/leads?q=S3CRET', ...more })
  for (let i = 0; i < 5; i++) await ask(from('203.0.113.7'))
  await ask(from('203.0.114.7'))
  const login = { method: 'POST', url: '/api/admin/login', body: { username: 'ada', password: 'x' } }
  await ask({ ...login, ...from('203.0.115.7', { 'sec-fetch-site': 'cross-site' }) })
  expect((await page()).entries.filter(({ action }) => action === 'access.refused')).toMatchObject([
    { person: 'nobody', network: '203.0.115.0/24', detail: { call: 'POST /api/admin/login', status: 403 } },
    { network: '203.0.114.0/24', detail: { call: 'GET /api/admin/leads', status: 401 } },
    { network: '203.0.113.0/24' },
  ])
  for (let i = 0; i < 30; i++) await ask({ ...login, ...from('203.0.116.7') })
  const throttled = (await page()).entries.filter(({ action }) => action === 'access.throttled')
  expect(throttled).toMatchObject([{ network: '203.0.116.0/24', detail: { status: 429 } }])
  later(api.clock, 61_000)
  await ask(from('203.0.113.7'))
  expect((await page()).entries[0]).toMatchObject({ action: 'access.refused', network: '203.0.113.0/24' })
  expect(JSON.stringify(await page())).not.toContain('S3CRET')
})

test('an attacker with many networks writes at most a hundred entries a minute', async () => {
  for (let i = 0; i < 130; i++)
    await api.app.inject({ url: '/api/admin/leads', remoteAddress: `203.${i}.113.7` })
  const [row] = await api.sql`SELECT count(*)::int AS n FROM audit_log WHERE action = 'access.refused'`
  expect(row?.n).toBe(100)
})

test('each audit entry is also a log line of the process, for another system to collect', async () => {
  const lines: string[] = []
  const stream = { write: (line: string) => void lines.push(line) }
  const app = await api.build({}, { logger: { level: 'info', stream } })
  await api.call('POST', 'domain-config', { domain: 'https://www.example.com' }, app)
  const line = lines.map(text => JSON.parse(text)).find(({ audit: entry }) => entry)
  expect(line).toMatchObject({ audit: { actor: 'ada', action: 'POST /api/admin/domain-config' } })
  await app.close()
})

test('a login fails if its session cannot be stored', async () => {
  await api.sql`ALTER TABLE staff_sessions RENAME TO staff_sessions_away`
  try {
    expect((await api.call('GET', 'leads')).statusCode).toBe(500)
    const body = { username: 'ada', password: 'four random words here' }
    const login = await api.app.inject({ method: 'POST', url: '/api/admin/login', body })
    expect([login.statusCode, login.cookies.filter(({ name }) => name === 'sid')]).toEqual([500, []])
  } finally {
    await api.sql`ALTER TABLE staff_sessions_away RENAME TO staff_sessions`
  }
})

test('every audited call has a description', async () => {
  const noted: string[] = []
  const app = openHttp()
  app.addHook('onRoute', ({ method, url, config }) => {
    const isNoted = config?.access === 'staff' && (config.confirm !== false || method !== 'GET')
    if (isNoted && method !== 'HEAD') noted.push(`${method} ${url}`)
  })
  await app.register(apiRoutes(api.deps))
  await app.ready()
  await app.close()
  expect(noted.length).toBeGreaterThan(20)
  expect([...new Set(noted)].filter(call => !(call in ACTION_WORDS))).toEqual([])
})
