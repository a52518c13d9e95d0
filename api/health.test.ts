import { openHttp } from '@firsttouch/infra/platform/http/http'
import { RELEASE } from '@firsttouch/infra/platform/version'
import { until } from '@firsttouch/infra/rigs/testing/until'
import { DEFINITIONS } from '@firsttouch/infra/stores/read-models'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import postgres from 'postgres'
import { expect, test, vi } from 'vitest'
import { healthRoutes } from './health.ts'
import { openReadModel } from './read-model/read-model.ts'
import { later, openStaffApi, openTestApi } from './testing/api.ts'

const api = await openTestApi()

const get = async (path: string, app = api.app) => {
  const answer = await app.inject({ url: path })
  return { status: answer.statusCode, body: answer.json() }
}

test('a process is live, and ready when every store answers', async () => {
  expect(await get('/health/live')).toEqual({ status: 200, body: { status: 'live' } })
  expect(await get('/health/ready')).toEqual({
    status: 200,
    body: { status: 'ready', missing: [], ...RELEASE },
  })
})

test('without the log or PostgreSQL a process is not ready, and names what is missing', async () => {
  api.log.state.down = true
  const app = await api.build()
  expect(await get('/health/ready', app)).toEqual({
    status: 503,
    body: { status: 'not_ready', missing: ['log'], ...RELEASE },
  })
  expect((await get('/health/live', app)).status).toBe(200)
  api.log.state.down = false
  await app.close()
})

test('without PostgreSQL a process is not ready, and does not report ClickHouse, which it cannot check then', async () => {
  const deps = { ...api.deps, sql: postgres({ host: '127.0.0.1', port: 1, connect_timeout: 1 }) }
  const app = openHttp().setValidatorCompiler(validatorCompiler).setSerializerCompiler(serializerCompiler)
  healthRoutes(app, { ...deps, readModel: openReadModel(deps) })
  expect(await get('/health/ready', app)).toEqual({
    status: 503,
    body: { status: 'not_ready', missing: ['postgres'], ...RELEASE },
  })
  await deps.sql.end()
  await app.close()
})

test('frequent health checks query the stores once a second, and still notice changes', async () => {
  const asked = vi.spyOn(api.log, 'positions')
  const app = await api.build()
  const all = await Promise.all(Array.from({ length: 200 }, () => get('/health/ready', app)))
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]))
  expect(asked.mock.calls.length).toBeLessThan(20)
  api.log.state.down = true
  await until(async () => (await get('/health/ready', app)).status === 503, 10_000)
  api.log.state.down = false
  await until(async () => (await get('/health/ready', app)).status === 200, 10_000)
  await app.close()
})

test('without ClickHouse a process is ready, as it still accepts events and forms', async () => {
  const [row] = await api.sql`SELECT generation FROM read_models`
  await api.sql`UPDATE read_models SET generation = 902`
  const app = await api.build()
  expect(await get('/health/ready', app)).toEqual({
    status: 200,
    body: { status: 'degraded', missing: ['clickhouse'], ...RELEASE },
  })
  await api.sql`UPDATE read_models SET generation = ${row?.generation}`
  await app.close()
})

/** Real incidents: https://github.com/deis/postgres/issues/55, https://github.com/kyverno/policy-reporter/pull/1605 */
test('while a restored installation rebuilds its figures, readiness and every report say so', async () => {
  const client = await openStaffApi()
  client.log.state.reached = 8
  const app = await client.build()
  const reports = ['analytics', 'timeseries?days=7', 'visitors-now', 'funnel', 'landing-pages']
  const ask = (report: string) => client.call('GET', report, undefined, app)
  const saveProgress = (next_offset: number) =>
    client.clickhouse.insert({
      table: `${client.db}.progress`,
      values: [{ partition: 0, next_offset, appended_at: '2026-03-01 12:00:00', kept_to: 0 }],
      format: 'JSONEachRow',
    })
  await saveProgress(7)
  for (const report of reports) {
    const answer = await ask(report)
    expect([report, answer.statusCode]).toEqual([report, 503])
    expect(answer.json().detail).toContain('being rebuilt after a restore')
  }
  expect(await get('/health/ready', app)).toEqual({
    status: 200,
    body: { status: 'degraded', missing: ['figures'], ...RELEASE },
  })
  await saveProgress(8)
  for (const report of reports) expect([report, (await ask(report)).statusCode]).toEqual([report, 200])
  await until(async () => (await get('/health/ready', app)).body.status === 'ready', 10_000)
})

test('while a leader recomputes rows by new definitions, figures are unavailable', async () => {
  const client = await openStaffApi()
  const app = await client.build()
  const statusOf = async (report: string) => (await client.call('GET', report, undefined, app)).statusCode
  const lead = (epoch: number, definitions: number) =>
    client.clickhouse.insert({
      table: `${client.db}.leaders`,
      values: [{ epoch, definitions }],
      format: 'JSONEachRow',
    })
  await lead(1, DEFINITIONS)
  expect(await statusOf('traffic?by=keyword')).toBe(200)
  await lead(2, 0)
  later(client.clock, 2_000)
  expect(await statusOf('traffic?by=keyword')).toBe(503)
  await lead(2, DEFINITIONS)
  later(client.clock, 2_000)
  expect(await statusOf('traffic?by=keyword')).toBe(200)
})
