import { emptyTables } from '@firsttouch/infra/rigs/testing/empty-tables'
import { until } from '@firsttouch/infra/rigs/testing/until'
import { beforeEach, describe, expect, test } from 'vitest'
import { leadsTo } from '../contract/campaign-link.ts'
import { PASSWORD_NEEDED } from '../contract/problem.ts'
import { later, openStaffApi } from '../testing/api.ts'

const api = await openStaffApi()
beforeEach(async () => {
  await emptyTables(api.sql, 'campaigns', 'settings')
  await api.logInAgain()
})

const call = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) =>
  api.app.inject({ method, url: `/api/admin/${path}`, cookies: api.cookies, ...(body && { body }) })
const form = {
  name: 'Spring Roofs',
  date: '2026-03-01',
  platform: 'Google Ads',
  utmSource: 'google',
  utmMedium: 'cpc',
}
const make = async (more: object = {}) => (await call('POST', 'campaigns', { ...form, ...more })).json()
const change = (id: string, body: object) => call('PATCH', `campaigns/${id}`, body)
const links = async (query = '') =>
  (await call('GET', `campaigns${query}`)).json().map((one: { generatedUrl: string }) => one.generatedUrl)

describe('an edit', () => {
  test('an edit changes a campaign’s name, day and notes, but not its value or printed link', async () => {
    const other = await make({ name: 'Another' })
    const made = await make()
    const words = { name: 'Roofs of March', date: '2026-03-20', notes: 'Two\nlines' }
    const answer = await change(made.id, { ...words, version: 1 })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ ...made, ...words, version: 2 })
    expect((await call('GET', 'campaigns')).json()).toEqual([answer.json(), other])
  })

  test('an edit of one field leaves the others, and may empty the notes', async () => {
    const made = await make({ notes: 'By hand' })
    expect((await change(made.id, { name: 'Roofs' })).json()).toMatchObject({
      notes: 'By hand',
      isActive: true,
    })
    expect((await change(made.id, { notes: '' })).json()).toMatchObject({ name: 'Roofs', notes: '' })
  })

  test.each([
    [{ date: '0000-01-01' }, 'date'],
    [{ notes: 'New', version: 2 ** 31 }, 'version'],
    [{ notes: 'New', version: Number.MAX_SAFE_INTEGER }, 'version'],
  ])('an edit that PostgreSQL cannot store is refused at its field: %j', async (body, path) => {
    const { id } = await make()
    const answer = await change(id, body)
    expect([answer.statusCode, answer.json().issues[0].path]).toEqual([400, path])
  })

  test('a campaign can change from any state to any other, together with its name and notes', async () => {
    const { id } = await make()
    const states = [
      [
        { archived: true, notes: 'Away' },
        { isActive: false, notes: 'Away' },
      ],
      [
        { archived: false, isActive: true, name: 'Back' },
        { isActive: true, archivedAt: null, name: 'Back' },
      ],
      [
        { archived: false, isActive: false },
        { isActive: false, archivedAt: null },
      ],
    ]
    for (const [body, then] of states) expect((await change(id, body ?? {})).json()).toMatchObject(then ?? {})
  })

  test('the name and notes of an archived campaign can change', async () => {
    const { id } = await make()
    await change(id, { archived: true })
    expect((await change(id, { name: 'Old roofs' })).json()).toMatchObject({ name: 'Old roofs' })
  })

  test('an edit of an older version is refused and changes nothing', async () => {
    const { id } = await make()
    await change(id, { name: 'First', version: 1 })
    const late = await change(id, { name: 'Second', version: 1 })
    expect([late.statusCode, late.json().issues[0].path]).toEqual([409, 'version'])
    expect((await call('GET', 'campaigns')).json()).toMatchObject([{ name: 'First', version: 2 }])
  })
})

describe('after the domain has changed', () => {
  const renew = (expectedCount: unknown) => call('POST', 'campaigns/renew-urls', { expectedCount })
  const moveTo = (domain: string) => call('POST', 'domain-config', { domain })

  test('one call renews all links after a domain change, except archived and already correct links', async () => {
    const away = await make({ name: 'Away' })
    await change(away.id, { archived: true })
    await make({ name: 'One', utmContent: 'hero shot' })
    await make({ name: 'Two' })
    await moveTo('https://new.example.org/start')
    const there = await make({ name: 'There' })
    expect((await renew(2)).json()).toEqual({ renewed: 2, domain: 'https://new.example.org/start' })
    const start = 'https://new.example.org/start/?utm_source=google&utm_medium=cpc&utm_campaign='
    expect(await links()).toEqual([`${start}there`, `${start}two`, `${start}one&utm_content=hero+shot`])
    expect(await links('?archived=only')).toEqual([away.generatedUrl])
    const listed = (await call('GET', 'campaigns')).json()
    expect(listed.map((one: { version: number }) => one.version)).toEqual([there.version, 2, 2])
    const [entry] = await api.sql`
      SELECT actor, detail FROM audit_log WHERE action = 'campaigns.renew_urls' ORDER BY id DESC LIMIT 1`
    expect(entry).toEqual({
      actor: 'ada',
      detail: { records: expect.any(Array), renewed: 2, domain: 'https://new.example.org/start' },
    })
  })

  test('no link is renewed if their number differs from the expected one', async () => {
    await make()
    await make({ name: 'Two' })
    const before = await links()
    await moveTo('https://new.example.org')
    for (const wrong of [1, 3]) {
      const answer = await renew(wrong)
      expect([answer.statusCode, answer.json().issues[0].path]).toEqual([409, 'expectedCount'])
    }
    expect(await links()).toEqual(before)
  })

  test('a domain that only begins with the same text is another domain', async () => {
    await make({ generatedUrl: 'https://www.example.community/?a=1' })
    await moveTo('https://www.example.com')
    expect((await renew(1)).statusCode).toBe(200)
    expect(leadsTo('https://a.example', 'https://a.example.evil.org/')).toBe(false)
    for (const end of ['', '/', '/?a=1', '?a=1', '#b'])
      expect(leadsTo('https://a.example', `https://a.example${end}`)).toBe(true)
  })

  test('S-16 renewing links needs re-authentication, as it sends visitors elsewhere', async () => {
    const app = await api.build()
    later(api.clock, 16 * 60_000)
    const answer = await api.call('POST', 'campaigns/renew-urls', { expectedCount: 1 }, app)
    expect(answer.json()).toMatchObject({ status: 403, type: PASSWORD_NEEDED })
    await app.close()
  })

  test('renewing waits for the lock of the first link, holds no other lock meanwhile, and then counts again', async () => {
    const [first, second] = [await make(), await make({ name: 'Two' })]
    // The update moves the first row behind the second in the table, so an unordered scan meets the second first.
    await change(first.id, { notes: 'Changed' })
    await moveTo('https://new.example.org')
    const holder = await api.sql.reserve()
    await holder`BEGIN`
    await holder`UPDATE campaigns SET generated_url = 'https://new.example.org/' WHERE id = ${first.id}`
    const renewing = renew(2)
    await until(async () => {
      const waiting = await api.sql`
        SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`
      return waiting.length > 0
    }, 30_000)
    const held = await holder`SELECT 1 FROM campaigns WHERE id = ${second.id} FOR UPDATE NOWAIT`.catch(
      (error: unknown) => error,
    )
    await holder`COMMIT`
    holder.release()
    expect(held).toHaveLength(1)
    expect((await renewing).statusCode).toBe(409)
  })
})

test('the history of a campaign lists its changes with the person, newest first', async () => {
  const { id } = await make()
  await make({ name: 'Another' })
  await change(id, { name: 'Summer', archived: true, notes: 'called' })
  await change(id, { archived: false })
  const answer = await api.call('GET', `campaigns/${id}/history`)
  expect(answer.json().entries).toEqual([
    expect.objectContaining({ action: 'campaign.change', detail: { state: 'archived → inactive' } }),
    expect.objectContaining({
      person: 'ada',
      at: api.clock.now.toISOString(),
      action: 'campaign.change',
      detail: { name: expect.stringMatching(/ → Summer$/), state: 'active → archived', notes: 'changed' },
    }),
    expect.objectContaining({ action: 'campaign.create', detail: {} }),
  ])
})
