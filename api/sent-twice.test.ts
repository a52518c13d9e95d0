/** PUT and DELETE are idempotent, because a proxy may repeat them after a failure. The repeat changes nothing and gets a clear answer. */
import { openHttp } from '@firsttouch/infra/platform/http/http'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { apiRoutes } from './app.ts'
import { CONFIG } from './testing/api.ts'
import { openInboxDesk } from './testing/inbox.ts'

const desk = await openInboxDesk()

const CHOICE = { email: 'ada@example.com', kinds: ['lead'] }
const removal = (inbox: string, ids: string, add: () => Promise<string>): [string, () => Promise<Call>][] => {
  const route = `DELETE /api/admin/${inbox}/bulk-delete`
  return [
    [
      route,
      async () => ({ path: `${inbox}/bulk-delete`, body: { [ids]: [await add(), await add()] }, again: 404 }),
    ],
    [
      route,
      async () => {
        await desk.empty()
        await add()
        return { path: `${inbox}/bulk-delete`, body: { filter: {}, expectedCount: 1 }, again: 409 }
      },
    ],
  ]
}

type Call = { path: string; body?: object; again: number }
const CALLS: [string, () => Promise<Call>][] = [
  ['PUT /api/admin/notifications', async () => ({ path: 'notifications', body: CHOICE, again: 200 })],
  [
    'PUT /api/admin/internal-traffic',
    async () => ({ path: 'internal-traffic', body: { networks: '203.0.113.7' }, again: 200 }),
  ],
  ['PUT /api/admin/tag', async () => ({ path: 'tag', body: { hosts: 'shop.example.com' }, again: 200 })],
  [
    'DELETE /api/admin/conversion-credentials/:credentialId',
    async () => {
      const made = await desk.call('POST', 'conversion-credentials', { platform: 'google-ads' })
      return { path: `conversion-credentials/${made.json().id}`, again: 404 }
    },
  ],
  [
    'DELETE /api/admin/read-tokens/:tokenId',
    async () => {
      const made = await desk.call('POST', 'read-tokens', { name: 'sheet', scope: 'figures' })
      return { path: `read-tokens/${made.json().id}`, again: 404 }
    },
  ],
  [
    'DELETE /api/admin/team/invitations/:username',
    async () => {
      await desk.call('POST', 'team/invitations', { username: 'ada2', role: 'staff' })
      return { path: 'team/invitations/ada2', again: 200 }
    },
  ],
  [
    'DELETE /api/admin/account/factors/:id',
    async () => {
      const id = v7()
      await desk.api.sql`
        INSERT INTO staff_passkeys (id, account_id, credential_id, public_key, counter, name, created_at)
        SELECT ${id}, id, ${id}, ''::bytea, 0, 'Firefox', now() FROM staff_accounts ORDER BY created_at LIMIT 1`
      return { path: `account/factors/${id}`, again: 404 }
    },
  ],
  [
    'DELETE /api/admin/account/sessions/:id',
    async () => {
      const [made] = await desk.api.sql`
        INSERT INTO staff_sessions (token_hash, account_id, created_at, seen_at, browser, network)
        SELECT sha256(${v7()}::text::bytea), id, now(), now(), '', '' FROM staff_accounts ORDER BY created_at LIMIT 1
        RETURNING id`
      return { path: `account/sessions/${made?.id}`, again: 404 }
    },
  ],
  ...removal('leads', 'leadIds', () => desk.contact('Ada')),
  ...removal('onboarding', 'submissionIds', () => desk.onboard('Ada')),
]

/** Ends the caller's own session, so the repeat gets 401. */
const ENDS_ITSELF = 'DELETE /api/admin/account/sessions'

test('this file lists every PUT and DELETE', async () => {
  const routes = new Set<string>()
  const app = openHttp()
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) if (['PUT', 'DELETE'].includes(one)) routes.add(`${one} ${url}`)
  })
  await app.register(apiRoutes({ ...desk.api, config: CONFIG }))
  await app.ready()
  await app.close()
  expect([...routes].toSorted()).toEqual(
    [...new Set([ENDS_ITSELF, ...CALLS.map(([route]) => route)])].toSorted(),
  )
})

/** The audit log grows with every call. The outbox changes later, by the relay. */
const APART = ['audit_log', 'outbox']
/** Number of rows by table. Queued mail is a row too. */
const rowsKept = async (): Promise<Record<string, number>> => {
  const { sql } = desk.api
  const tables = await sql<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name <> ALL(${APART})`
  const counts = tables.map(async ({ name }) => {
    const [row] = await sql<{ n: number }[]>`SELECT count(*)::int AS n FROM ${sql(name)}`
    return [name, row?.n ?? 0] as const
  })
  return Object.fromEntries(await Promise.all(counts))
}

test.each(CALLS)('%s', async (route, prepare) => {
  const { path, body, again } = await prepare()
  const method = route.startsWith('PUT') ? 'PUT' : 'DELETE'
  const send = () => desk.call(method, path, body)
  const before = await rowsKept()
  const first = await send()
  expect(Math.floor(first.statusCode / 100), first.body).toBe(2)
  const after = await rowsKept()
  expect(after).not.toEqual(before)
  const second = await send()
  expect(second.statusCode).toBe(again)
  if (again === 200) expect(second.json()).toEqual(first.json())
  else expect(second.json().detail).toMatch(/^[A-Z0-9].+\.$/)
  expect(await rowsKept()).toEqual(after)
})
