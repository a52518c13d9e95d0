/** S-36, S-37: plants secrets and personal data, then searches for them in everything that the system writes. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tracesOf } from '../../app/erasure/person.ts'
import { freePort } from '../../platform/free-port.ts'
import { openClickHouse } from '../../stores/clickhouse.ts'
import { openPostgresFromEnv } from '../../stores/postgres-from-env.ts'
import { STAFF } from '../testing/system.ts'
import { until } from '../testing/until.ts'

const EMAIL = 'planted.person@example.com'
const PHONE = '07700 900555'
const IP = '203.0.113.199'
const TOKEN = 'T0KEN-planted'
const PASSWORD = 'planted wrong password'
const GCLID = 'Cj0KCQ-planted_click'
const MAIL_PASSWORD = 'planted-mail-77c1'
const HOOK = 'b5f0-planted-hook-77c1'
const OURS = [STAFF.password, MAIL_PASSWORD, HOOK]
const WORDS = [EMAIL, encodeURIComponent(EMAIL), PHONE, '900555', IP, TOKEN, PASSWORD, GCLID, ...OURS]

let dataDir: string
let url: string
let output = ''
let child: ReturnType<typeof spawn>
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'firsttouch-planted-'))
  const port = await freePort()
  url = `http://localhost:${port}`
  const env = {
    PORT: String(port),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'debug',
    TRUST_PROXY: '127.0.0.0/8,::1',
    CANARY_SECONDS: '0',
    CLICK_IDS: 'on',
    // Nothing listens at these addresses, so both cause log lines.
    SMTP_URL: `smtp://user:${MAIL_PASSWORD}@127.0.0.1:9`,
    NOTIFY_TO: 'office@staff.example',
    WEBHOOK_URL: `https://127.0.0.1/${HOOK}`,
    WEBHOOK_SECRET: HOOK,
  }
  const staff = { STAFF_USERNAME: STAFF.username, STAFF_PASSWORD: STAFF.password }
  // All services but the site, whose pages are files.
  child = spawn(process.execPath, [join(import.meta.dirname, '..', 'testing', 'system-process.ts')], {
    env: { ...process.env, ...env, ...staff },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', chunk => (output += chunk))
  await until(async () => (await fetch(`${url}/health/live`).catch(() => null))?.ok === true, 90_000)
})
afterAll(async () => {
  if (child.exitCode === null) child.kill('SIGKILL')
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 })
})

const send = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': IP, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

const query = `?email=${EMAIL}&phone=${PHONE}&token=${TOKEN}&gclid=${GCLID}`
const page = `/thanks/${encodeURIComponent(EMAIL)}${query}`
const plant = async (): Promise<void> => {
  const utm = {
    utm_source: EMAIL,
    utm_medium: PHONE,
    utm_campaign: `for ${EMAIL}`,
    utm_content: PHONE,
    utm_term: EMAIL,
  }
  const sessionId = 'utm_1767225600000_planted'
  const said = { sessionId, userAgent: `Mozilla/5.0 ${EMAIL}` }
  const events = [
    {
      type: 'visit',
      id: v7(),
      ...said,
      ...utm,
      pagePath: page,
      referrer: `https://x.test${page}`,
      ipAddress: IP,
    },
    {
      type: 'conversion',
      id: v7(),
      ...said,
      conversionType: 'button_click',
      firstTouchUtm: utm,
      pagePath: page,
      source: EMAIL,
      formType: PHONE,
    },
    {
      type: 'ab_test',
      id: v7(),
      ...said,
      testName: 'landingPage',
      variant: 'v2',
      event: 'variant_assigned',
      metadata: { [EMAIL]: PHONE },
    },
  ]
  const headers = {
    'user-agent': `Mozilla/5.0 ${EMAIL}`,
    referer: `https://x.test${page}`,
    'x-session-id': sessionId,
  }
  expect((await send(`/api/analytics/batch${query}`, { events }, headers)).status).toBe(202)
  expect((await send(`/api/analytics/visit${query}`, { sessionId: EMAIL }, headers)).status).toBe(400)
  const lead = {
    name: 'Planted',
    email: EMAIL,
    phone: PHONE,
    message: `${EMAIL} ${PHONE}`,
    pagePath: page,
    firstTouchUtm: utm,
    adClick: { ids: { gclid: GCLID }, clickedAt: new Date().toISOString() },
  }
  expect((await send(`/api/contact${query}`, lead, headers)).status).toBe(200)
  expect((await send(`/api/contact${query}`, { ...lead, name: '' }, headers)).status).toBe(400)
  expect((await send('/api/contact', `{"email":"${EMAIL}"`, headers)).status).toBe(400)
  expect((await send(`/api/admin/login${query}`, { username: EMAIL, password: PASSWORD })).status).toBe(401)
  await send('/csp-report', { 'csp-report': { 'document-uri': `${url}${page}`, referrer: page } })
  await fetch(`${url}${page}`, { headers: { 'x-forwarded-for': IP, ...headers } })
  await fetch(`${url}/api/admin/leads${query}`, { headers: { 'x-forwarded-for': IP } })
}

test('planted values are in the inbox and nowhere else: not in the log, read models, other tables or application log', async () => {
  await plant()
  const records = await openPostgresFromEnv({ DATA_DIR: dataDir })
  const projected = async () => {
    const [row] = await records.sql`SELECT sum(projected)::int AS n FROM event_counts`
    return Number(row?.n ?? 0)
  }
  // Three events of the batch, the form's conversion and its lead.
  await until(async () => (await projected()) >= 5, 60_000)
  expect(await tracesOf(records.sql, WORDS)).toEqual(['click_ids', 'leads'])
  await records.close()
  child.kill('SIGTERM')
  // 'close' comes after the last output. 'exit' may come before it.
  await once(child, 'close')

  expect(output).toContain('"path":"/api/contact","network":"203.0.113.0/24"')
  expect(WORDS.filter(word => output.includes(word))).toEqual([])

  const engine = await openClickHouse({ dataDir })
  const client = engine.client()
  const rows = async <T>(sql: string) => (await client.query({ query: sql, format: 'JSONEachRow' })).json<T>()
  const tables = await rows<{ name: string }>(
    `SELECT concat(database, '.', name) AS name FROM system.tables WHERE database LIKE 'firsttouch%' AND engine LIKE '%MergeTree'`,
  )
  expect(tables.length).toBeGreaterThan(5)
  for (const { name } of tables) {
    const text = JSON.stringify(await rows(`SELECT * FROM ${name}`))
    expect(
      WORDS.filter(word => text.includes(word)),
      name,
    ).toEqual([])
    if (name.endsWith('.events')) expect(text).toContain('[removed]')
  }
  await engine.close()
})
