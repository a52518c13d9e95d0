import { expect, test } from 'vitest'
import { sweep } from '../housekeeping.ts'
import { addStaff, cookiesOf, logIn, openTestApi, STAFF } from '../testing/api.ts'
import { CONTACT, postForm } from '../testing/forms.ts'
import { runStaff } from './staff-command.ts'

const api = await openTestApi()
api.clock.now = new Date()
await addStaff(api.sql)

type Row = { actor: string; action: string; detail: Record<string, unknown>; network: string }
const entries = () => api.sql<Row[]>`SELECT actor, action, detail, network FROM audit_log ORDER BY id`
const last = async () => (await entries()).at(-1)

test('S-17 logins, refusals, changes, removals, exports and staff commands are audited with the person', async () => {
  const from = { remoteAddress: '203.0.113.77' }
  await logIn(api.app, { username: 'S3CRET-typed-as-a-name', password: 'S3CRET' }, from)
  expect(await last()).toEqual({
    actor: 'nobody',
    action: 'login.refused',
    detail: {},
    network: '203.0.113.0/24',
  })
  await logIn(api.app, { ...STAFF, password: 'S3CRET' }, from)
  expect(await last()).toMatchObject({ actor: 'ada', action: 'login.refused' })
  const cookies = cookiesOf(await logIn(api.app))
  expect(await last()).toMatchObject({ actor: 'ada', action: 'login.accepted' })

  const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, body?: object, headers = {}) =>
    api.app.inject({ method, url: `/api/admin/${url}`, cookies, headers, ...(body && { body }) })
  await call('POST', 'domain-config', { domain: 'https://www.example.com' })
  expect(await last()).toMatchObject({
    actor: 'ada',
    action: 'POST /api/admin/domain-config',
    detail: { status: 200 },
  })
  const { id } = (
    await postForm(api.app, 'contact', { ...CONTACT, name: 'S3CRET', email: 's3cret@example.com' })
  ).json()
  await call('PATCH', `leads/${id}`, { status: 'contacted' })
  expect(await last()).toMatchObject({ action: 'PATCH /api/admin/leads/:leadId', detail: { leadId: id } })
  await call('DELETE', 'leads/bulk-delete', { leadIds: [id] })
  expect(await last()).toMatchObject({
    action: 'DELETE /api/admin/leads/bulk-delete',
    detail: { leadIds: 1 },
  })
  await call('DELETE', 'leads/bulk-delete', { leadIds: [id] }, { 'sec-fetch-site': 'cross-site' })
  expect(await last()).toMatchObject({
    action: 'DELETE /api/admin/leads/bulk-delete',
    detail: { status: 403 },
  })
  await runStaff(api.sql, ['add', 'bob'])
  expect(await last()).toMatchObject({
    actor: 'command line',
    action: 'staff.add',
    detail: { username: 'bob' },
  })
  await runStaff(api.sql, ['disable', 'bob'])
  expect(await last()).toMatchObject({ action: 'staff.disable' })
  await call('POST', 'logout')
  expect(await last()).toMatchObject({ actor: 'ada', action: 'POST /api/admin/logout' })

  const all = JSON.stringify(await entries())
  expect(all).not.toMatch(/s3cret|113\.77|four random/i)
  expect(all).not.toContain(Object.values(cookies)[0])
})

test('S-17 audit entries cannot be changed or removed, except by age', async () => {
  await api.sql`INSERT INTO audit_log (at, actor, action, detail, network) VALUES (now(), 'ada', 'y', '{}', '')`
  await expect(api.sql`UPDATE audit_log SET actor = 'eve'`).rejects.toThrow('only added to')
  await expect(api.sql`DELETE FROM audit_log`).rejects.toThrow('only added to')
  const n = (await entries()).length
  await api.sql`INSERT INTO audit_log (at, actor, action, detail, network) VALUES (now() - interval '401 days', 'x', 'x', '{}', '')`
  await sweep(api.sql, new Date())
  expect(await entries()).toHaveLength(n)
})
