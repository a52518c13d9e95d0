/** `npm test -- --clients`: the drivers of reporting tools, and one such tool, with the whole product. */
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createClient } from '@clickhouse/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runningSqlPort } from '../../../reporting/analysts.ts'
import { VIEWS } from '../../../reporting/publish.ts'
import { startTestSystem, type TestSystem } from '../system.ts'
import { until } from '../until.ts'
import { fetchPrograms, type Program, runProgram } from './fetch.ts'

const LONG = 3_600_000
const FORBIDDEN = "SELECT file('/etc/hostname')"
type Said = Record<string, unknown>

let system: TestSystem
let programs: Program[]
let port: string
let token: string
/** Three example queries, each with a column to add up and the dashboard's total. */
let asked: { sql: string; column: string; total: number }[]
const table: Said[] = []

beforeAll(async () => {
  system = await startTestSystem()
  programs = await fetchPrograms()
  const utm = { utm_source: 'google', utm_medium: 'cpc', utm_campaign: 'spring' }
  const session = `utm_${Date.now()}_clients`
  const events = [
    ...Array.from({ length: 7 }, () => ({ type: 'visit', sessionId: session, ...utm, pagePath: '/' })),
    ...Array.from({ length: 2 }, () => ({
      type: 'conversion',
      sessionId: session,
      conversionType: 'button_click',
      firstTouchUtm: utm,
    })),
  ]
  expect((await system.post('/api/analytics/batch', { events })).status).toBe(202)
  const summary = () => system.get<{ totalVisits: number; totalConversions: number }>('/api/admin/analytics')
  await until(
    async () => (await summary()).totalVisits === 7 && (await summary()).totalConversions === 2,
    120_000,
  )
  const { totalVisits, totalConversions } = await summary()
  const file = await readFile(join(import.meta.dirname, '..', '..', '..', 'reporting', 'queries.sql'), 'utf8')
  const numbered = (n: number) =>
    file
      .split(/;\s*$/m)
      .find(part => part.includes(`-- ${n}. `))
      ?.trim() ?? ''
  asked = [
    { sql: numbered(1), column: 'visits', total: totalVisits },
    { sql: numbered(2), column: 'clicks', total: totalVisits },
    { sql: numbered(3), column: 'conversions', total: totalConversions },
  ]
  const running = await runningSqlPort(system.dataDir)
  if (!running) throw new Error('The port for analysts is not open.')
  port = new URL(running.url).port
  token = running.token
}, LONG)

afterAll(async () => {
  console.table(
    table.map(said => ({
      client: said.client,
      connects: said.connects,
      lists: Array.isArray(said.tables) ? `${said.tables.length} views` : said.tables,
      queries: String(said.sums),
      prepared: said.prepared,
      compressed: String(said.compressed),
      error: String(said.error).slice(0, 40),
    })),
  )
  await system.close()
})

const check = (said: Said): void => {
  table.push(said)
  const totals = asked.map(({ total }) => total)
  expect(said.failed).toBeUndefined()
  expect(said.connects).toMatch(/^\d+\.\d+/)
  expect(said.schemas).toEqual(['reporting'])
  expect(new Set(said.tables as string[])).toEqual(new Set(VIEWS.map(({ name }) => name)))
  expect(said.columns).toEqual(Object.keys(VIEWS.find(({ name }) => name === 'visits')?.columns ?? {}))
  expect(said.sums).toEqual(totals)
  expect(Number(said.prepared)).toBe(42)
  // Superset also reads the data of a chart over a view.
  if (said.chart) expect(said.chart).toEqual([totals[0], totals[2]])
  if (Array.isArray(said.compressed)) expect(said.compressed).toEqual(said.compressed.map(() => totals[0]))
  expect(said.error).toMatch(/file is not for reports/)
  expect(said.insert).toMatch(/Only reading is allowed/)
}

const given = () => [port, token, ...asked.flatMap(({ sql, column }) => [sql, column])]

test.for([
  ['Python', 2],
  ['Superset', 1],
  ['clickhouse-jdbc 0.10.0', 1],
  ['clickhouse-jdbc 0.9.4', 1],
  ['clickhouse-jdbc 0.6.5', 1],
] as const)(
  '%s lists the views, queries like the dashboard, and gets an error for forbidden statements',
  { timeout: LONG },
  async ([name, clients], { skip }) => {
    const program = programs.find(one => one.name === name)
    if (!program || 'missing' in program) {
      table.push({ client: name, connects: `not tried: ${program?.missing}` })
      return skip(`could not be downloaded in three tries: ${program?.missing}`)
    }
    const said = await runProgram(program, given())
    expect(said).toHaveLength(clients)
    for (const one of said) check(one)
  },
)

test('@clickhouse/client lists the views, queries like the dashboard, and gets an error for forbidden statements', async () => {
  const url = `http://127.0.0.1:${port}`
  const open = (response: boolean) =>
    createClient({
      url,
      username: 'analyst',
      password: token,
      database: 'reporting',
      compression: { response },
    })
  const client = open(false)
  const rows = async (query: string, from = client, query_params = {}) =>
    (await from.query({ query, query_params, format: 'JSONEachRow' })).json<Record<string, string>>()
  const sum = async (n: number, from = client) => {
    const { sql = '', column = '' } = asked[n] ?? {}
    return (await rows(sql, from)).reduce((total, row) => total + Number(row[column]), 0)
  }
  const refused = (query: string) =>
    rows(query).then(
      () => 'was not refused',
      (error: Error) => error.message,
    )
  const packed = open(true)
  check({
    client: '@clickhouse/client',
    connects: (await rows('SELECT version() AS v'))[0]?.v,
    schemas: (await rows('SHOW DATABASES')).map(({ name }) => name),
    tables: (await rows('SHOW TABLES')).map(({ name }) => name),
    columns: (await rows('DESCRIBE TABLE visits')).map(({ name }) => name),
    sums: [await sum(0), await sum(1), await sum(2)],
    prepared: (await rows('SELECT {n: UInt32} + 1 AS n', client, { n: 41 }))[0]?.n,
    compressed: [await sum(0, packed)],
    error: await refused(FORBIDDEN),
    insert: await client.insert({ table: 'visits', values: [{ source: 'a' }], format: 'JSONEachRow' }).then(
      () => 'was not refused',
      (error: Error) => error.message,
    ),
  })
  await client.close()
  await packed.close()
})

test('curl lists the views, queries like the dashboard, and gets an error for forbidden statements', async () => {
  const curl = async (query: string, ...more: string[]) => {
    const args = [
      '--silent',
      '--user',
      `analyst:${token}`,
      ...more,
      '--data-binary',
      query,
      `http://127.0.0.1:${port}/?database=reporting&enable_http_compression=1`,
    ]
    return (await promisify(execFile)('curl', args)).stdout.trim()
  }
  const sum = async (n: number, ...more: string[]) =>
    Number(await curl(`SELECT sum(${asked[n]?.column}) FROM (${asked[n]?.sql})`, ...more))
  check({
    client: 'curl',
    connects: await curl('SELECT version()'),
    schemas: (await curl('SHOW DATABASES')).split('\n'),
    tables: (await curl('SHOW TABLES')).split('\n'),
    columns: (await curl('DESCRIBE TABLE visits')).split('\n').map(line => line.split('\t')[0]),
    sums: [await sum(0), await sum(1), await sum(2)],
    prepared: await curl('SELECT 41 + 1'),
    compressed: [await sum(0, '--compressed')],
    error: await curl(FORBIDDEN),
    insert: await curl("INSERT INTO visits (source) VALUES ('a')"),
  })
})
