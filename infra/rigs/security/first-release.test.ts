/**
 * What an attacker opened in the first release, tried again in the attacker's own words against the whole system. F9 is tried by
 * on-disk.long.test.ts, which needs a directory to search; F8 is about tests (controls.ts); F16 is in http/from-env.test.ts.
 */

import { readFile, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runningSqlPort } from '../../reporting/analysts.ts'
import { openPostgresOf } from '../../stores/postgres-from-env.ts'
import { readLogTable } from '../testing/log/log-table.ts'
import { heldBy } from '../testing/loop-hold.ts'
import { STAFF, startTestSystem, type TestSystem } from '../testing/system.ts'

let system: TestSystem
let records: Awaited<ReturnType<typeof openPostgresOf>>
let cookie: string
beforeAll(async () => {
  system = await startTestSystem({
    env: { RATE_LIMIT_EVENTS_PER_MINUTE: '0' },
  })
  records = await openPostgresOf(system.stores)
  cookie = await system.login()
})
afterAll(async () => {
  await records?.close()
  await system?.close()
})

const staff = (path: string, init: RequestInit = {}) =>
  fetch(`${system.url}/api/admin/${path}`, {
    ...init,
    headers: { cookie, 'content-type': 'application/json', ...init.headers },
  })

describe('the analysts’ port', () => {
  const ask = async (query: string, parameters = '') => {
    const { url, token } = (await runningSqlPort(system.dataDir)) ?? {}
    const answer = await fetch(`${url}/${parameters}`, {
      method: 'POST',
      body: query,
      headers: { 'x-clickhouse-key': token ?? '' },
    })
    return { status: answer.status, text: await answer.text() }
  }

  test('F1 reads no file, however its function is named', async () => {
    const secret = join(system.dataDir, 'sql-token')
    const content = (await readFile(secret, 'utf8')).trim()
    for (const form of ['file', '`file`', '"file"', 'file AS g', 'path -> file(path)', 'FILE'])
      for (const call of ['arrayMap', 'arraySort', 'arrayFilter']) {
        const { status, text } = await ask(`SELECT ${call}(${form}, ['${secret}'])`)
        expect([status === 200, text.includes(content)], `${call}(${form})`).toEqual([false, false])
      }
    expect((await ask("SELECT arrayMap(filesystemAvailable, ['default'])")).status).not.toBe(200)
  })

  test.each([
    `SHOW TABLES WHERE throwIf(1, file('/etc/hostname')) = 0`,
    `SHOW TABLES WHERE throwIf(1, toString((SELECT concat('rows ', toString(count())) FROM merge('firsttouch_1', '^events$')))) = 0`,
    `SHOW COLUMNS FROM visits WHERE throwIf(1, hostName()) = 0`,
    `SHOW INDEX FROM visits WHERE throwIf(1, toString(getServerSetting('max_connections'))) = 0`,
  ])('F2 looks into the conditions of %s', async query => {
    const { status, text } = await ask(query)
    expect(status).not.toBe(200)
    expect(text).not.toMatch(/rows \d/)
    expect(text).not.toContain(hostname())
  })

  test.each(['?output_format_schema=', '?default_format=Protobuf&output_format_schema='])(
    'F3 writes no file by %s',
    async parameters => {
      const victim = join(system.dataDir, 'victim.txt')
      await writeFile(victim, 'IMPORTANT ORIGINAL CONTENT')
      await ask('SELECT 1 AS a FORMAT Protobuf', parameters + encodeURIComponent(victim))
      await ask('SELECT 1 AS a FORMAT Protobuf', `${parameters}victim.txt`)
      expect(await readFile(victim, 'utf8')).toBe('IMPORTANT ORIGINAL CONTENT')
    },
  )

  test('F5 is not held by comments that are not closed', async () => {
    for (const comments of [33_000, 100_000]) {
      const query = `SELECT 1 ${'/* '.repeat(comments)}`
      expect((await ask(query)).status).toBe(400)
      expect(await heldBy(() => ask(query), 250)).toBeLessThan(250)
    }
  })

  test('F15 tells of no database but its own, and takes no settings within a statement', async () => {
    expect((await ask('SHOW DATABASES')).text.trim()).toBe('reporting')
    expect((await ask('SELECT * FROM (SELECT 1 SETTINGS max_threads=64)')).status).not.toBe(200)
    expect((await ask('SHOW SETTINGS')).status).not.toBe(200)
  })
})

describe('ingest and forms', () => {
  test.each(['%40', 'ä%40', '😀%40'])(
    'F4 256 KiB of %s hold the process no longer than 100 ms',
    async part => {
      const text = part.repeat(Math.floor(2048 / [...part].length)).slice(0, 2048)
      const body = () => {
        const events = []
        const event = () => ({
          type: 'visit',
          id: v7(),
          sessionId: 'utm_1_dos',
          pagePath: text,
          referrer: text,
        })
        for (let bytes = 0; bytes < 250_000; bytes += Buffer.byteLength(JSON.stringify(event())) + 1)
          events.push(event())
        return { events: events.slice(0, -1) }
      }
      expect(await heldBy(() => system.post('/api/analytics/batch', body()), 100)).toBeLessThan(100)
    },
  )

  const contact = { name: 'N', email: 'n@l.example', message: 'message', pagePath: '/a\u0000' }
  const trial = {
    businessName: 'B',
    primaryKeyword: 'k',
    targetArea: 'Leeds',
    currentAdsAccount: 'no',
    phone: '07700 900123',
  }
  const onboarding = {
    fullName: 'N',
    businessName: 'B',
    mobileNumber: '07700 900123',
    emailAddress: 'n@l.example',
    primaryKeyword: 'k',
    targetArea: 'Leeds',
    pagePath: '/a\u0000',
  }
  test.each([
    ['contact', contact],
    ['trial-signup', { ...contact, ...trial }],
    ['onboarding', onboarding],
  ])('F6 a NUL in the page costs no %s', async (form, body) => {
    const answer = await system.post(`/api/${form}`, body)
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('id')])
  })

  test('F12 nobody else is the canary', async () => {
    const answer = await system.post('/api/analytics/visit', { sessionId: 'canary_spoof', pagePath: '/' })
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('sessionId')])
  })

  test('F14 contact data in these spellings never comes into the log', async () => {
    const spellings = [
      'john%40example%2Ecom',
      'john＠example.com',
      '+44+7700+900123',
      '07700_900_123',
      '07700–900–123',
      '０７７００ ９００１２３',
    ]
    for (const spelling of spellings)
      await system.post('/api/analytics/visit', {
        sessionId: 'utm_1_spelt',
        pagePath: '/',
        utm_content: spelling,
      })
    const spelt = (await readLogTable(records.sql)).filter(({ key }) => key === 'utm_1_spelt')
    const log = spelt.map(({ value }) => value).join(' ')
    expect(log).toContain('[removed]')
    for (const spelling of spellings) expect(log).not.toContain(spelling)
  })
})

describe('staff', () => {
  const withOldSession = async <T>(work: () => Promise<T>): Promise<T> => {
    await records.sql`UPDATE staff_sessions SET confirmed_at = now() - interval '2 hours'`
    return work()
  }

  test('F7 what is printed leads elsewhere only after the password, and so do contacts in bulk', async () => {
    const made = await staff('campaigns', {
      method: 'POST',
      body: JSON.stringify({
        name: 'Spring',
        date: '2026-03-01',
        platform: 'Google Ads',
        utmSource: 'google',
        utmMedium: 'cpc',
      }),
    })
    expect(made.status).toBe(201)
    const { id } = (await made.json()) as { id: string }
    const evil = JSON.stringify({ generatedUrl: 'https://evil.example/phish' })
    const asked = await withOldSession(() => staff(`campaigns/${id}`, { method: 'PATCH', body: evil }))
    const read = await withOldSession(() => staff('leads?limit=500&spam=include'))
    expect([asked.status, read.status]).toEqual([403, 403])
    const [noted] = await records.sql<{ n: number }[]>`
      SELECT count(*)::int AS n FROM audit_log WHERE detail->>'because' IN ('leads_outside', 'contacts_in_bulk')`
    expect(noted?.n).toBe(2)
  })

  test('F11 200 streams at once are eight', async () => {
    const fresh = await system.login()
    const end = new AbortController()
    const answers = await Promise.all(
      Array.from({ length: 200 }, () =>
        fetch(`${system.url}/api/admin/live`, { headers: { cookie: fresh }, signal: end.signal }),
      ),
    )
    // Of the answers themselves: fetch ends the stream of one that is collected as garbage, and gives its place away.
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(8)
    end.abort()
  })

  test('F13 a Host that is no https name is refused with a sentence', async () => {
    await records.sql`DELETE FROM settings WHERE name = 'domain'`
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const headers = { cookie, host: 'evil.example' }
      request(`${system.url}/api/admin/domain-config`, { headers }, answer => resolve(answer.statusCode))
        .on('error', reject)
        .end()
    })
    expect(status).toBe(409)
  })

  test('F10 a login of one’s own buys no tries at the passwords of others', async () => {
    const tried: number[] = []
    for (let i = 0; i < 60; i++) {
      if (i % 15 === 14) await system.post('/api/admin/login', STAFF)
      const wrong = { username: `other${i % 12}`, password: `guess number ${i}` }
      tried.push((await system.post('/api/admin/login', wrong)).status)
    }
    // The network now waits, with everybody who logs in from it.
    await records.sql`DELETE FROM login_failures`
    expect(tried.filter(status => status === 401).length).toBeLessThanOrEqual(22)
  })
})
