/** Security rule S-15 (api/README.md): the role of each staff route, and the immediate effect of a role change. */
import { openHttp } from '@firsttouch/infra/platform/http/http'
import { emptyTables } from '@firsttouch/infra/rigs/testing/empty-tables'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { apiRoutes } from '../app.ts'
import type { Role } from '../contract/roles.ts'
import { type Api, FIGURES } from '../deps.ts'
import { openTestApi, setRole } from '../testing/api.ts'
import { followLive } from '../testing/live-stream.ts'
import { listen } from '../testing/over-http.ts'
import { createAccount } from './accounts.ts'
import { guardRoutes } from './guard.ts'

const PASSWORD = 'four random words here'
const PATIENCE = { timeout: 10_000 }

/** Expected roles. A new route, or one with another role, fails the first test. */
const OWNERS = `
  DELETE /api/admin/conversion-credentials/:credentialId
  DELETE /api/admin/read-tokens/:tokenId
  DELETE /api/admin/team/invitations/:username
  GET /api/admin/audit
  GET /api/admin/leads.csv
  GET /api/admin/onboarding.csv
  GET /api/admin/read-tokens
  GET /api/admin/team
  GET /api/admin/team/invitations
  PATCH /api/admin/conversions
  PATCH /api/admin/team/:accountId
  POST /api/admin/conversion-credentials
  POST /api/admin/conversions/google-ads.csv
  POST /api/admin/conversions/microsoft-advertising.csv
  POST /api/admin/domain-config
  POST /api/admin/leads.csv
  POST /api/admin/onboarding.csv
  POST /api/admin/read-tokens
  POST /api/admin/team/invitations
  PUT /api/admin/internal-traffic
  PUT /api/admin/tag`
const VIEWERS = `
  DELETE /api/admin/account/factors/:id
  DELETE /api/admin/account/sessions
  DELETE /api/admin/account/sessions/:id
  GET /api/admin/account/factors
  GET /api/admin/account/sessions
  POST /api/admin/account/passkeys
  POST /api/admin/account/passkeys/options
  POST /api/admin/account/password
  POST /api/admin/account/totp
  POST /api/admin/account/totp/confirm
  GET /api/admin/ab-testing-stats
  GET /api/admin/analytics
  GET /api/admin/campaigns
  GET /api/admin/click-fraud
  GET /api/admin/devices
  GET /api/admin/domain-config
  GET /api/admin/experiments
  GET /api/admin/experiments/:name/changes
  GET /api/admin/experiments/:name/details
  GET /api/admin/experiments/:name/history
  GET /api/admin/experiments/:name/plan
  GET /api/admin/experiments/:name/runs
  GET /api/admin/funnel
  GET /api/admin/landing-pages
  GET /api/admin/live
  GET /api/admin/notifications/new-leads
  GET /api/admin/page-speed
  GET /api/admin/pipeline
  GET /api/admin/session
  GET /api/admin/spend
  GET /api/admin/timeseries
  GET /api/admin/traffic
  GET /api/admin/unknown-tags
  GET /api/admin/variant-series
  GET /api/admin/visitors-now
  POST /api/admin/confirm
  POST /api/admin/logout`
/** Routes that a read token may call only with the scope "figures and leads". */
const LEADS = `
  GET /api/admin/lead-owners
  GET /api/admin/leads
  GET /api/admin/leads/:leadId
  GET /api/admin/leads/:leadId/journey
  GET /api/admin/leads/search
  GET /api/admin/onboarding
  GET /api/admin/onboarding/:submissionId
  GET /api/admin/onboarding/search
  GET /api/admin/reply-times`
const linesOf = (table: string): string[] => table.trim().split(/\n\s*/).toSorted()

const api = await openTestApi()
api.clock.now = new Date()
const http = await listen(await api.build())
afterAll(async () => {
  await http?.close()
  await api?.close()
})
const NAMES = { olga: 'owner', otto: 'owner', stan: 'staff', vera: 'viewer' } as const
beforeEach(async () => {
  await emptyTables(api.sql, 'staff_accounts', 'audit_log', 'login_failures')
  for (const [username, role] of Object.entries(NAMES))
    await createAccount(api.sql, { username, password: PASSWORD, role }, api.clock.now)
})
const browserOf = (username: keyof typeof NAMES) => http.browserOf(username, PASSWORD)

test('every staff route names its role, as in this table', async () => {
  const said: Record<string, string[]> = { viewer: [], staff: [], owner: [], bearer: [] }
  const app = openHttp()
  app.addHook('onRoute', ({ method, url, config }) => {
    if (config?.access !== 'staff' || method === 'HEAD') return
    const line = `${method} ${url}`
    said[config.role ?? '']?.push(line)
    if (config.bearer) said.bearer?.push(line)
  })
  await app.register(apiRoutes(api.deps))
  await app.ready()
  await app.close()
  const found = (name: string) => [...new Set(said[name])].toSorted()
  expect(found('owner')).toEqual(linesOf(OWNERS))
  expect(found('viewer')).toEqual(linesOf(VIEWERS))
  expect(found('staff').length).toBeGreaterThan(30)
  const figures = linesOf(VIEWERS).filter(
    line => line.startsWith('GET ') && !/\/(session|account\/.*)$/.test(line),
  )
  expect(found('bearer')).toEqual([...figures, ...linesOf(LEADS)].toSorted())
})

describe('a route of staff', () => {
  const routes = (): Api => {
    const app = openHttp()
    guardRoutes(app, { sql: api.sql, now: () => new Date() })
    return app.withTypeProvider()
  }

  test('a staff route without a role neither compiles nor starts', () => {
    const config = { access: 'staff', confirm: false } as const
    const roleless = () =>
      // @ts-expect-error: role is missing
      routes().get('/api/admin/forgotten', { config }, async () => '')
    expect(roleless).toThrow('GET /api/admin/forgotten does not say which role may call it: set config.role')
  })

  test('a route that writes does not start if it admits read tokens', () => {
    expect(() => routes().post('/api/admin/forgotten', { config: FIGURES }, async () => '')).toThrow(
      'POST /api/admin/forgotten is not a read',
    )
  })
})

test.each([
  ['vera', 'GET', '/api/admin/leads', 'Your role is viewer. This needs the role staff: ask an owner.'],
  ['vera', 'DELETE', '/api/admin/leads/bulk-delete', 'Your role is viewer. This needs the role staff'],
  ['stan', 'GET', '/api/admin/leads.csv', 'Your role is staff. This needs the role owner: ask an owner.'],
  ['stan', 'POST', '/api/admin/domain-config', 'Your role is staff. This needs the role owner'],
] as const)(
  '%s is refused %s %s with a reason, and the audit log has the refusal',
  async (who, method, path, why) => {
    const body = method === 'GET' ? undefined : {}
    const answer = await http.send(method, path, await browserOf(who), body)
    expect([answer.status, JSON.parse(answer.body).detail]).toEqual([403, expect.stringContaining(why)])
    const [last] = await api.sql`SELECT actor, action, detail FROM audit_log ORDER BY id DESC LIMIT 1`
    expect(last).toEqual({ actor: who, action: `${method} ${path}`, detail: { status: 403 } })
  },
)

describe('a role that is lowered while its account is logged in', () => {
  const idOf = async (username: string): Promise<string> => {
    const [row] = await api.sql<{ id: string }[]>`SELECT id FROM staff_accounts WHERE username = ${username}`
    return row?.id ?? ''
  }
  const change = async (as: 'olga' | 'otto', whom: string, body: object) =>
    http.send('PATCH', `/api/admin/team/${await idOf(whom)}`, await browserOf(as), body)

  test('a lowered role applies from the next call, and the session continues with fewer rights', async () => {
    const stan = await browserOf('stan')
    expect((await http.send('GET', '/api/admin/leads', stan)).status).toBe(200)
    expect((await change('olga', 'stan', { role: 'viewer' })).status).toBe(200)
    expect((await http.send('GET', '/api/admin/leads', stan)).status).toBe(403)
    const { body } = await http.send('GET', '/api/admin/session', stan)
    expect(JSON.parse(body)).toMatchObject({ username: 'stan', role: 'viewer' })
  })

  test.each([
    ['lowered', { role: 'viewer' }],
    ['disabled', { disabled: true }],
  ])('the open live stream of an account that is %s ends, and no other', async (_what, body) => {
    const stream = await followLive(`${http.url}/api/admin/live`, await browserOf('stan'))
    const other = await followLive(`${http.url}/api/admin/live`, await browserOf('vera'))
    expect((await change('olga', 'stan', body)).status).toBe(200)
    await expect.poll(() => stream.ended, PATIENCE).toBe(true)
    expect(other.ended).toBe(false)
    other.leave()
  })

  test('a lowered role is audited with the person who changed it', async () => {
    await change('olga', 'stan', { role: 'viewer' })
    const [last] = await api.sql`SELECT actor, action, detail FROM audit_log ORDER BY id DESC LIMIT 1`
    expect(last).toEqual({
      actor: 'olga',
      action: 'PATCH /api/admin/team/:accountId',
      detail: { status: 200, accountId: await idOf('stan'), role: 'viewer' },
    })
  })

  test.each([
    ['lower', { role: 'staff' }],
    ['disable', { disabled: true }],
  ])('%s the last owner is refused, and changes nothing', async (_what, body) => {
    expect((await change('olga', 'otto', body)).status).toBe(200)
    const answer = await change('olga', 'olga', body)
    expect([answer.status, JSON.parse(answer.body).detail]).toEqual([
      409,
      'This is the last owner who can log in. Make another account an owner first.',
    ])
    const owners =
      await api.sql`SELECT username FROM staff_accounts WHERE role = 'owner' AND disabled_at IS NULL`
    expect(owners).toEqual([{ username: 'olga' }])
  })

  test('of two owners who lower each other at the same time one remains an owner', async () => {
    const [olga, otto] = [await idOf('olga'), await idOf('otto')]
    const as = [await browserOf('olga'), await browserOf('otto')]
    const lower = (at: 0 | 1, id: string) =>
      http.send('PATCH', `/api/admin/team/${id}`, as[at] ?? {}, { role: 'viewer' })
    const codes = (await Promise.all([lower(0, otto), lower(1, olga)])).map(({ status }) => status)
    // The second change hits the last owner, or its caller is no longer an owner.
    expect(codes.filter(status => status === 200)).toHaveLength(1)
    expect(await api.sql`SELECT 1 FROM staff_accounts WHERE role = 'owner'`).toHaveLength(1)
  })

  test('removing the last owner in the database is refused', async () => {
    await api.sql`DELETE FROM staff_accounts WHERE username = 'otto'`
    await expect(api.sql`DELETE FROM staff_accounts WHERE username = 'olga'`).rejects.toThrow(
      'The last owner',
    )
  })

  test('an account that does not exist is a 404', async () => {
    const path = '/api/admin/team/0192a3b4-0000-7000-8000-000000000001'
    const answer = await http.send('PATCH', path, await browserOf('olga'), { role: 'staff' as Role })
    expect(answer.status).toBe(404)
  })

  test('a role that the command line lowers applies from the next call too', async () => {
    const stan = await browserOf('stan')
    await setRole(api.sql, 'stan', 'viewer', api.clock.now)
    expect((await http.send('GET', '/api/admin/leads', stan)).status).toBe(403)
  })
})
