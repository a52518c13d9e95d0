import type { LogEntry } from '@firsttouch/infra/log/log'
import { openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildIngest } from './app.ts'
import { followSettings, settingsIn, TAG_HOSTS } from './settings.ts'
import { openTagHosts, type TagHosts } from './tag.ts'

const HOST = 'shop.example'
const visit = { type: 'visit', sessionId: 'utm_1_a', pagePath: '/offer' }

const open = (allowed: TagHosts['allowed'] = () => new Set([HOST])) => {
  const entries: LogEntry[] = []
  const seen: string[] = []
  const app = buildIngest({
    log: { append: async given => void entries.push(...given) },
    tagHosts: { allowed, saw: (step, host) => void seen.push(`${step} ${host}`) },
  })
  const post = (events: object[], headers: Record<string, string> = {}, call = 'batch') =>
    app.inject({
      method: 'POST',
      url: `/api/analytics/${call}`,
      headers: { 'content-type': 'text/plain', ...headers },
      payload: JSON.stringify(call === 'batch' ? { events } : events[0]),
    })
  return { post, entries, seen }
}
const from = (origin: string, site = 'cross-site') => ({ origin, 'sec-fetch-site': site })

describe('events of a page on another site', () => {
  test.each(['batch', 'visit'])(
    'events of a page on a configured host are accepted by %s, and the page may read the answer',
    async call => {
      const { post, entries, seen } = open()
      const answer = await post([{ ...visit, host: HOST }], from(`https://${HOST}`), call)
      expect(answer.statusCode).toBe(202)
      expect(answer.headers['access-control-allow-origin']).toBe(`https://${HOST}`)
      expect(JSON.parse(entries[0]?.value ?? '').events).toMatchObject([{ host: HOST, pagePath: '/offer' }])
      expect(seen).toEqual([`event ${HOST}`])
    },
  )

  test.each<[string, object, Record<string, string>]>([
    ['names the host itself', { ...visit, host: 'copy.example' }, {}],
    ['names it in capitals', { ...visit, host: ' COPY.example ' }, {}],
    [
      'names an allowed one, but its browser does not',
      { ...visit, host: HOST },
      from('https://copy.example'),
    ],
    ['names none, but its browser does', visit, from('https://copy.example')],
    ['is of a sister of the site', visit, from('https://copy.example', 'same-site')],
    ['is no visit', { ...visit, type: 'engagement' }, from('https://copy.example')],
  ])('an event is refused with 403 and not logged if it %s', async (_, event, headers) => {
    const { post, entries, seen } = open()
    for (const call of ['batch', 'visit']) {
      const answer = await post([visit, event].slice(call === 'batch' ? 0 : 1), headers, call)
      expect(answer.statusCode).toBe(403)
      expect(answer.json()).toMatchObject({
        detail:
          'Events from copy.example are not counted, because the settings do not list this host. To count them, add the host under “Pages elsewhere” in the settings.',
        issues: [{ path: 'host', message: 'is not a host in the settings' }],
      })
      expect(answer.headers['access-control-allow-origin']).toBeUndefined()
    }
    expect(entries).toEqual([])
    expect(new Set(seen)).toEqual(new Set(['refused copy.example']))
  })

  test('events of another site are refused with a 503 while the settings are unknown', async () => {
    const { post, entries } = open(() => undefined)
    const answer = await post([{ ...visit, host: HOST }])
    expect([answer.statusCode, answer.headers['retry-after'], entries.length]).toEqual([503, '10', 0])
    expect((await post([visit])).statusCode).toBe(202)
  })

  test.each(['same-origin', 'none', undefined])(
    'an event is from our own site if Sec-Fetch-Site is %s, even if a proxy changed the host',
    async site => {
      const { post, seen } = open()
      const headers = { origin: 'https://www.firm.example', ...(site && { 'sec-fetch-site': site }) }
      expect((await post([visit], headers)).statusCode).toBe(202)
      expect(seen).toEqual([])
    },
  )
})

test('a host’s state is recorded at most once a minute, and the memory for many hosts is bounded', async () => {
  let now = 0
  const saved: string[] = []
  const saw = async (step: string, host: string) => void saved.push(`${step} ${host}`)
  const hosts = openTagHosts(
    () => new Set(),
    { saw },
    () => undefined,
    () => now,
  )
  for (let at = 0; at < 3; at++) hosts.saw('refused', 'a.example')
  now = 60_000
  for (let at = 0; at < 60; at++) hosts.saw('refused', `${at}.example`)
  hosts.saw('event', 'x'.repeat(300))
  expect(saved).toHaveLength(51)
})

describe('the settings', () => {
  let sql: Awaited<ReturnType<typeof openTestPostgres>>['sql']
  beforeAll(async () => {
    sql = (await openTestPostgres()).sql
  })
  beforeEach(() => sql`DELETE FROM settings`)

  test('the settings list the hosts, which are unknown before the first read', async () => {
    await sql`INSERT INTO settings (name, value, updated_at) VALUES (${TAG_HOSTS}, ${`${HOST}\nb.example`}, now())`
    const followed = followSettings(settingsIn(sql), () => undefined, 1)
    expect(followed.tagHosts()).toBeUndefined()
    await expect.poll(() => followed.tagHosts()).toEqual(new Set([HOST, 'b.example']))
    await sql`DELETE FROM settings`
    await expect.poll(() => followed.tagHosts()).toEqual(new Set())
    await followed.close()
  })

  test('ingest reads its own settings only', async () => {
    await sql`INSERT INTO settings (name, value, updated_at) VALUES (${TAG_HOSTS}, ${HOST}, now()), ('domain', 'c.example', now())`
    expect(await settingsIn(sql).read()).toEqual({ [TAG_HOSTS]: HOST })
  })

  test('the settings have one sighting for each host, and at most two hundred beside the other settings', async () => {
    const { saw } = settingsIn(sql)
    await sql`INSERT INTO settings (name, value, updated_at) VALUES ('domain', 'c.example', now())`
    for (let at = 0; at < 201; at++) await saw('refused', `${at}.example`)
    await saw('refused', '0.example')
    await saw('event', HOST)
    const [row] = await sql<{ n: number }[]>`SELECT count(*)::int AS n FROM settings WHERE name != 'domain'`
    expect(row?.n).toBe(200)
  })
})
