/** Security rules S-16 and S-54 (api/README.md): routes that need re-authentication, and all other ways to the same effect. */
import { openHttp } from '@firsttouch/infra/platform/http/http'
import { emptyTables } from '@firsttouch/infra/rigs/testing/empty-tables'
import type { FastifyInstance } from 'fastify'
import { beforeEach, describe, expect, test } from 'vitest'
import { apiRoutes } from '../app.ts'
import { PASSWORD_NEEDED } from '../contract/problem.ts'
import { CONFIG, later, openStaffApi } from '../testing/api.ts'

/**
 * Routes that always need re-authentication. Routes in neither list never do: they destroy nothing, change no link, and show at most one
 * person's contacts.
 */
const ALWAYS = `
  DELETE /api/admin/account/factors/:id
  DELETE /api/admin/account/sessions
  DELETE /api/admin/account/sessions/:id
  POST /api/admin/account/passkeys
  POST /api/admin/account/passkeys/options
  POST /api/admin/account/totp
  POST /api/admin/account/totp/confirm
  POST /api/admin/campaigns/renew-urls
  POST /api/admin/conversion-credentials
  POST /api/admin/conversions/google-ads.csv
  POST /api/admin/conversions/microsoft-advertising.csv
  POST /api/admin/domain-config
  GET /api/admin/leads.csv
  POST /api/admin/leads.csv
  GET /api/admin/onboarding.csv
  POST /api/admin/onboarding.csv
  POST /api/admin/read-tokens
  PATCH /api/admin/team/:accountId
  POST /api/admin/team/invitations`
const SOMETIMES = `
  POST /api/admin/campaigns
  PATCH /api/admin/campaigns/:id
  PUT /api/admin/notifications
  GET /api/admin/leads
  GET /api/admin/leads/search
  GET /api/admin/onboarding
  GET /api/admin/onboarding/search`
const linesOf = (table: string): string[] => table.trim().split(/\n\s*/).toSorted()

const api = await openStaffApi()
beforeEach(async () => {
  await emptyTables(api.sql, 'settings', 'campaigns')
  await api.logInAgain()
  later(api.clock, 16 * 60_000)
})

type Call = { method: string; url: string; body?: object | undefined; headers?: Record<string, string> }
const call = ({ method, url, body, headers = {} }: Call, app: FastifyInstance = api.app) =>
  app.inject({ method: method as 'GET', url, cookies: api.cookies, headers, ...(body && { body }) })
const isAskedFor = ({ statusCode, body }: { statusCode: number; body: string }) =>
  statusCode === 403 && (body === '' || JSON.parse(body).type === PASSWORD_NEEDED)
const lastNoted = async () => {
  const [row] = await api.sql<{ action: string; detail: object }[]>`
    SELECT action, detail FROM audit_log ORDER BY id DESC LIMIT 1`
  return row
}

test('the calls that need re-authentication are those of this table', async () => {
  const said: Record<string, Set<string>> = { true: new Set(), false: new Set(), function: new Set() }
  const heads: [string, unknown][] = []
  const app = openHttp()
  app.addHook('onRoute', ({ method, url, config }) => {
    const confirm = config?.confirm
    if (config?.access !== 'staff') return
    for (const one of [method].flat())
      if (one === 'HEAD') heads.push([url, confirm])
      else said[typeof confirm === 'boolean' ? String(confirm) : 'function']?.add(`${one} ${url}`)
  })
  await app.register(apiRoutes({ sql: api.sql, clickhouse: api.clickhouse, log: api.log, config: CONFIG }))
  await app.ready()
  await app.close()
  const sorted = (set: Set<string> | undefined) => [...(set ?? [])].toSorted()
  expect(sorted(said.true)).toEqual(linesOf(ALWAYS))
  expect(sorted(said.function)).toEqual(linesOf(SOMETIMES))
  for (const [url, confirm] of heads)
    expect([url, typeof confirm]).toEqual([
      url,
      linesOf(SOMETIMES).includes(`GET ${url}`) ? 'function' : 'boolean',
    ])
})

test.each(
  linesOf(ALWAYS).flatMap(line => (line.startsWith('GET ') ? [line, line.replace('GET', 'HEAD')] : [line])),
)('%s needs re-authentication, which is audited', async line => {
  const [method = '', url = ''] = line.split(' ')
  expect(isAskedFor(await call({ method, url, body: method === 'POST' ? {} : undefined }))).toBe(true)
  expect(await lastNoted()).toEqual({ action: line, detail: { status: 403 } })
})

describe('where campaign links lead', () => {
  const campaign = { name: 'A', date: '2026-03-01', platform: 'G', utmSource: 'g', utmMedium: 'c' }
  const created = (generatedUrl: string, name = 'A') =>
    call({ method: 'POST', url: '/api/admin/campaigns', body: { ...campaign, name, generatedUrl } })
  const changed = async (
    generatedUrl: string,
    headers: Record<string, string> = {},
    app?: FastifyInstance,
  ) => {
    const name = `B${Math.random()}`
    const { id } = (await created('https://www.example.com/own', name)).json()
    return call({ method: 'PATCH', url: `/api/admin/campaigns/${id}`, body: { generatedUrl }, headers }, app)
  }

  test.each([
    'https://evil.example/phish',
    'https://www.example.com.evil.example/',
    'https://xn--pple-43d.com/',
    'https://www.example.com:8443/',
    'http://localhost:3000/',
  ])('a new or changed link to %s needs re-authentication, which is audited', async link => {
    expect(isAskedFor(await created(link))).toBe(true)
    expect(isAskedFor(await changed(link))).toBe(true)
    expect(await lastNoted()).toMatchObject({
      action: 'PATCH /api/admin/campaigns/:id',
      detail: { status: 403, because: 'leads_outside' },
    })
    later(api.clock, -16 * 60_000)
    expect((await changed(link)).statusCode).toBe(200)
    expect(await lastNoted()).toMatchObject({ detail: { status: 200, because: 'leads_outside' } })
  })

  test('a link to the configured domain or any other change needs no re-authentication', async () => {
    for (const link of ['https://www.example.com/x?y=1', ''])
      expect((await changed(link)).statusCode).toBe(200)
    const { id } = (await created('')).json()
    const url = `/api/admin/campaigns/${id}`
    expect((await call({ method: 'PATCH', url, body: { isActive: false } })).statusCode).toBe(200)
    const action = 'PATCH /api/admin/campaigns/:id'
    expect(await lastNoted()).toEqual({ action, detail: { status: 200, id } })
  })

  test('without a configured domain the Host header does not define one', async () => {
    const app = await api.build({ site: { ...CONFIG.site, siteUrl: '' } })
    const headers = { host: 'evil.example' }
    expect((await changed('', headers, app)).statusCode).toBe(409)
    expect(isAskedFor(await changed('https://evil.example/', headers, app))).toBe(true)
    expect((await changed('', { host: 'localhost:3000' }, app)).statusCode).toBe(200)
    await app.close()
  })
})
