/** Security rules S-16 and S-54 (api/README.md): bulk reads of contacts, in one page or in many. */
import { emptyTables } from '@firsttouch/infra/rigs/testing/empty-tables'
import { beforeEach, describe, expect, test } from 'vitest'
import { PASSWORD_NEEDED } from '../contract/problem.ts'
import { cookiesOf, later, logIn } from '../testing/api.ts'
import { openInboxDesk } from '../testing/inbox.ts'

const desk = await openInboxDesk()
beforeEach(async () => {
  await desk.empty()
  await emptyTables(desk.api.sql, 'audit_log')
  await desk.logInAgain()
})

const noted = async () => {
  const rows = await desk.api.sql<{ action: string; detail: object }[]>`
    SELECT action, detail FROM audit_log WHERE action <> 'login' ORDER BY id`
  return rows.map(({ action, detail }) => [action, detail] as const)
}
const timesNoted = async () => (await noted()).filter(([action]) => action === 'contacts.read')

describe.each(['leads', 'leads/search', 'onboarding', 'onboarding/search'])('contacts of %s', list => {
  const read = (query: string, method: 'GET' | 'HEAD' = 'GET') =>
    desk.api.app.inject({ method, url: `/api/admin/${list}?${query}`, cookies: desk.api.cookies })

  test('reading more contacts than a screen needs re-authentication, by GET and HEAD, and is audited like an export', async () => {
    later(desk.api.clock, 16 * 60_000)
    expect((await read('limit=50')).statusCode).toBe(200)
    for (const method of ['GET', 'HEAD'] as const) {
      const { statusCode, body } = await read('limit=51', method)
      expect([statusCode, body && JSON.parse(body).type]).toEqual([
        403,
        method === 'GET' ? PASSWORD_NEEDED : '',
      ])
      expect((await noted()).at(-1)).toEqual([
        `${method} /api/admin/${list}`,
        expect.objectContaining({ status: 403, because: 'contacts_in_bulk' }),
      ])
    }
    await desk.logInAgain()
    expect((await read('limit=500')).statusCode).toBe(200)
    expect((await noted()).at(-1)?.[1]).toMatchObject({ status: 200, because: 'contacts_in_bulk' })
  })

  test('reading page after page needs no re-authentication, and each further thousand contacts is audited', async () => {
    await fill(list.startsWith('leads') ? 'leads' : 'onboarding_submissions')
    for (let page = 0; page < 41; page += 1) expect((await read('limit=50')).statusCode).toBe(200)
    expect(await timesNoted()).toEqual([
      ['contacts.read', { contacts: 1000 }],
      ['contacts.read', { contacts: 2000 }],
    ])
  })
})

test('contacts count for each session separately', async () => {
  await fill('leads')
  const read = (cookies: Record<string, string>) =>
    desk.api.app.inject({ url: '/api/admin/leads?limit=50', cookies })
  const elsewhere = cookiesOf(await logIn(desk.api.app))
  for (let page = 0; page < 19; page += 1) await read(desk.api.cookies)
  await read(elsewhere)
  expect(await timesNoted()).toEqual([])
  await read(desk.api.cookies)
  expect(await timesNoted()).toEqual([['contacts.read', { contacts: 1000 }]])
})

const fill = async (table: 'leads' | 'onboarding_submissions') => {
  const { sql } = desk.api
  const touch = sql.json({ utm_source: '', utm_medium: '', utm_campaign: '', utm_content: '', utm_term: '' })
  const n = sql`generate_series(1, 50) AS n`
  if (table === 'leads')
    await sql`
      INSERT INTO leads (id, name, email, phone, business, message, source, session_id, first_touch, spam_reason,
        created_at, updated_at)
      SELECT gen_random_uuid(), 'L', 'l@x.example', '', '', 'm', 'contact_form', '', ${touch}, '', now(), now() FROM ${n}`
  else
    await sql`
      INSERT INTO onboarding_submissions (id, full_name, business_name, mobile_number, email_address, website_address,
        has_google_ads, primary_keyword, target_area, notes, session_id, first_touch,
        spam_reason, created_at)
      SELECT gen_random_uuid(), 'O', 'b', '', 'o@x.example', '', false, 'k', 'a', '', '', ${touch}, '', now() FROM ${n}`
}
