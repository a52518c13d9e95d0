/** S-39: erases a person from every store. A rebuild, a replay or a restored backup does not bring the person back. */
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { AnalyticsSummary } from '@firsttouch/api/contract/analytics'
import type { Campaign } from '@firsttouch/api/contract/campaign'
import type { AbTestStats } from '@firsttouch/api/contract/experiments/results'
import type { Devices, LandingPages } from '@firsttouch/api/contract/landings'
import type { PipelineAccounting } from '@firsttouch/api/contract/pipeline'
import type { LogEnvelope } from '@firsttouch/ingest/events'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestSystem, type TestSystem } from '../../rigs/testing/system.ts'
import { until } from '../../rigs/testing/until.ts'
import { openClickHouse } from '../../stores/clickhouse.ts'
import { openPostgresFromEnv } from '../../stores/postgres-from-env.ts'
import { tracesOf } from '../erasure/person.ts'

const SESSION = 'utm_1767225600000_erasedperson'
const OTHER = 'utm_1767225600000_somebodyelse'
const PLAIN = 'a-session-without-a-time'
const agent = { 'user-agent': 'Mozilla/5.0 (Planted; Browser) Chrome/142.0.0.0 Safari/537.36' }
const ada = {
  name: 'Ada Planted',
  email: 'Ada.Planted@example.com',
  phone: '07700 900987',
  message: 'Hello',
  business: 'Planted Ltd',
}
const other = { name: 'Bob Stays', email: 'bob@example.com', message: 'Hello' }
const WORDS = ['ada.planted', 'Planted', '900987', SESSION, PLAIN]

let dataDir: string
let backup: string
let system: TestSystem
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'firsttouch-erase-'))
  backup = await mkdtemp(join(tmpdir(), 'firsttouch-backup-'))
  system = await startTestSystem({ dataDir })
  await fill()
  await system.close()
  for (const store of ['postgres', 'clickhouse']) await copy(join(dataDir, store), backup)
  system = await startTestSystem({ dataDir })
})
afterAll(async () => {
  await system.close()
  for (const directory of [dataDir, backup]) await rm(directory, { recursive: true, force: true })
})

/** The copied files keep their owner, because PostgreSQL does not run as root. */
const copy = (from: string, into: string) => promisify(execFile)('cp', ['-a', from, into])

const spring = {
  ...{ name: 'Spring', date: '2026-03-01', platform: 'Google Ads', utmSource: 'google', utmMedium: 'cpc' },
  generatedUrl: 'https://example.com/',
}

const fill = async () => {
  await system.post('/api/admin/campaigns', spring, { cookie: await system.login() })
  const test = { type: 'ab_test', testName: 'landingPage', event: 'variant_assigned' }
  for (const [sessionId, variant] of [
    [SESSION, 'v2'],
    [PLAIN, 'control'],
    [OTHER, 'v2'],
  ]) {
    const word = sessionId === OTHER ? 'elsewhere' : 'Planted'
    const visit = {
      type: 'visit',
      sessionId,
      utm_source: 'google',
      utm_campaign: 'spring',
      utm_term: word,
      pagePath: `/${word}`,
    }
    const conversion = { type: 'conversion', sessionId, conversionType: 'button_click', source: word }
    const events = [visit, { ...test, sessionId, variant }, conversion].map(event => ({ id: v7(), ...event }))
    await system.post('/api/analytics/batch', { events }, sessionId === OTHER ? {} : agent)
  }
  await system.post('/api/contact', ada, { 'x-session-id': SESSION })
  await system.post(
    '/api/trial-signup',
    { ...ada, businessName: 'Planted', primaryKeyword: 'x', targetArea: 'y', currentAdsAccount: 'no' },
    { 'x-session-id': PLAIN },
  )
  await system.post('/api/contact', other, { 'x-session-id': OTHER })
  await settled(12)
}

const settled = async (accepted: number) => {
  const accounting = () => system.get<PipelineAccounting>('/api/admin/pipeline').catch(() => null)
  await until(async () => {
    const said = await accounting()
    const leads = said?.types.find(({ type }) => type === 'lead_recorded')?.accepted
    return (
      said?.total.accepted === accepted && leads === 3 && said.lag.entries === 0 && said.balanced === true
    )
  }, 90_000)
}

const numbers = async () => {
  const { asOf: _, ...summary } = await system.get<AnalyticsSummary>('/api/admin/analytics')
  const { testStats } = await system.get<AbTestStats>('/api/admin/ab-testing-stats')
  const [campaign] = await system.get<Campaign[]>('/api/admin/campaigns')
  const { clicks, visitors } = campaign ?? {}
  const { totals } = await system.get<LandingPages>('/api/admin/landing-pages')
  const { devices, browsers } = await system.get<Devices>('/api/admin/devices')
  const landed = { totals, devices, browsers }
  return { summary: { ...summary, range: null }, testStats, clicks, visitors, landed }
}

const command = (script: string, ...args: string[]) =>
  new Promise<{ code: number; said: string }>(resolve => {
    // Without PORT, the command finds the server by its data directory.
    const env = { ...process.env, DATA_DIR: dataDir }
    execFile(process.execPath, [join(import.meta.dirname, script), ...args], { env }, (error, out, err) =>
      resolve({ code: Number(error?.code ?? 0), said: out + err }),
    )
  })

const tracesInPostgres = async () => {
  const records = await openPostgresFromEnv({ DATA_DIR: dataDir })
  const found = await tracesOf(records.sql, WORDS)
  await records.close()
  return found
}

/** Searches every column of every table, including replaced rows, while the system is stopped. */
const tracesInClickHouse = async (): Promise<string[]> => {
  const engine = await openClickHouse({ dataDir })
  const client = engine.client()
  const rows = async <T>(query: string) => (await client.query({ query, format: 'JSONEachRow' })).json<T>()
  const tables = await rows<{ name: string }>(
    `SELECT concat(database, '.', name) AS name FROM system.tables WHERE database LIKE 'firsttouch%'`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const text = JSON.stringify(await rows(`SELECT * FROM ${name}`))
    if (WORDS.some(word => text.toLowerCase().includes(word.toLowerCase()))) found.push(name)
  }
  await engine.close()
  return found
}

const leadsInClickHouse = async (db: string) => {
  const engine = await openClickHouse({ dataDir })
  const query = `SELECT if(session LIKE '%erased%' AND session != '${SESSION}', 'an alias', session) AS session, form,
    toUInt32(count()) AS n FROM ${db}.leads FINAL GROUP BY ALL ORDER BY session, form`
  const rows = await (await engine.client().query({ query, format: 'JSONEachRow' })).json()
  await engine.close()
  return rows
}

const names = async () => {
  const leads = await system.get<{ name: string }[] | { items: { name: string }[] }>('/api/admin/leads')
  return (Array.isArray(leads) ? leads : leads.items).map(lead => lead.name)
}

test('before the erasure the person is everywhere', async () => {
  expect(await tracesInPostgres()).toEqual(expect.arrayContaining(['leads', 'log_batches', 'trial_signups']))
  expect((await names()).toSorted()).toEqual(['Ada Planted', 'Ada Planted', 'Bob Stays'])
})

test('the export has everything that is stored of the person, and nothing of anyone else', async () => {
  const { said, code } = await command('export-person.ts', '--email', 'ADA.planted@example.com')
  expect(code).toBe(0)
  const person = JSON.parse(said)
  expect(person).toMatchObject({ sessions: expect.arrayContaining([SESSION, PLAIN]), onboarding: [] })
  expect([person.leads.length, person.trialSignups.length]).toEqual([2, 1])
  const types = person.visits.flatMap((entry: LogEnvelope) => entry.events.map(({ type }) => type))
  expect(types.filter((type: string) => !type.startsWith('lead_'))).toHaveLength(8)
  expect(types.filter((type: string) => type === 'lead_recorded')).toHaveLength(2)
  for (const word of WORDS) expect(said.toLowerCase()).toContain(word.toLowerCase())
  expect(said).not.toMatch(/Bob Stays|somebodyelse/)
  const records = await openPostgresFromEnv({ DATA_DIR: dataDir })
  const [entry] = await records.sql`SELECT actor, action, detail FROM audit_log ORDER BY id DESC LIMIT 1`
  expect(entry).toMatchObject({ actor: 'command line', action: 'person.export', detail: { leads: 2 } })
  expect(await records.sql`SELECT 1 FROM log_consumers WHERE consumer_group LIKE 'export-%'`).toEqual([])
  await records.close()
})

test('an erasure by e-mail removes the person everywhere and changes no number', async () => {
  const before = await numbers()
  const { code, said } = await command('erase.ts', '--yes', '--email', 'Ada <ada.planted@EXAMPLE.com>')
  // Two visits, two conversions and two leads take at least six entries of the log.
  expect(
    Number(/Erased: 2 leads, 1 trialSignups, 0 onboarding, (\d+) logEntries/.exec(said)?.[1]),
  ).toBeGreaterThanOrEqual(6)
  expect(said).toContain('nothing is left')
  // The list before the confirmation may name the person. Later output must not.
  expect(said.slice(said.indexOf('Erased:'))).not.toMatch(/Planted|ada\.planted/i)
  expect(code).toBe(0)
  expect(await names()).toEqual(['Bob Stays'])
  expect(await numbers()).toEqual(before)
  const { pages } = await system.get<LandingPages>('/api/admin/landing-pages')
  expect(pages?.map(({ page, visits }) => [page, visits])).toEqual([
    ['', 2],
    ['/elsewhere', 1],
  ])
  expect(await tracesInPostgres()).toEqual([])
  await settled(12)
  const [name = ''] = await readdir(join(dataDir, 'erasures'))
  expect(await readFile(join(dataDir, 'erasures', name), 'utf8')).not.toMatch(
    /planted|utm_1767225600000_erasedp/i,
  )
})

test('later events of the same browser count under the alias', async () => {
  const visit = { sessionId: SESSION, pagePath: '/Planted', utm_campaign: 'spring' }
  await system.post('/api/analytics/visit', visit, agent)
  await settled(13)
  expect(await numbers()).toMatchObject({ summary: { totalVisits: 4 }, clicks: 4, visitors: 3 })
})

test('a rebuild from the first event restores no erased person and gives the same numbers', async () => {
  const before = await numbers()
  const { said, code } = await command('rebuild.ts')
  expect(said).toContain('Generation 2 serves')
  expect(said).toContain(' 0 different')
  expect(code).toBe(0)
  expect(await numbers()).toEqual(before)
  await system.close()
  expect(await tracesInClickHouse()).toEqual([])
  // The leads still count, under an alias.
  expect(await leadsInClickHouse('firsttouch_2')).toEqual([
    { session: 'an alias', form: 'contact_form', n: 1 },
    { session: 'an alias', form: 'trial_signup_page', n: 1 },
    { session: OTHER, form: 'contact_form', n: 1 },
  ])
  system = await startTestSystem({ dataDir })
})

test('a start over an older backup applies the stored receipt again', async () => {
  await system.close()
  for (const store of ['postgres', 'clickhouse']) {
    await rm(join(dataDir, store), { recursive: true })
    await copy(join(backup, store), dataDir)
  }
  expect((await tracesInClickHouse()).length).toBeGreaterThan(0)
  system = await startTestSystem({ dataDir })
  expect(await names()).toEqual(['Bob Stays'])
  expect(await tracesInPostgres()).toEqual([])
  const [name = ''] = await readdir(join(dataDir, 'erasures'))
  const again = await command('erase.ts', '--again', join(dataDir, 'erasures', name))
  expect(again.said).toContain('0 leads')
  await settled(12)
  await system.close()
  expect(await tracesInClickHouse()).toEqual([])
  system = await startTestSystem({ dataDir })
})

test('a projector that starts over a restored ClickHouse erases the person again', async () => {
  await system.close()
  await rm(join(dataDir, 'clickhouse'), { recursive: true })
  await copy(join(backup, 'clickhouse'), dataDir)
  system = await startTestSystem({ dataDir })
  await settled(12)
  await until(async () => (await numbers()).testStats.length > 0, 30_000)
  await system.close()
  expect(await tracesInClickHouse()).toEqual([])
  system = await startTestSystem({ dataDir })
})

test('an erasure by session works, and one without a person prints the usage', async () => {
  const { said } = await command('erase.ts', '--yes', '--session', OTHER)
  expect(said).toContain('1 leads')
  expect(await names()).toEqual([])
  const twice = await command('erase.ts', '--yes', '--session', OTHER)
  expect([twice.code, twice.said]).toEqual([3, expect.stringContaining('No record names')])
  expect((await command('erase.ts')).said).toContain('npm run erase -- --email')
})
