/** Runs a projector in this process: health checks, metrics and retention. */
import { openLog } from '@firsttouch/infra/log/open-log'
import { openHttp } from '@firsttouch/infra/platform/http/http'
import { openRegistry } from '@firsttouch/infra/platform/metrics'
import { cleanUpAfter } from '@firsttouch/infra/rigs/testing/clean-up'
import { serve } from '@firsttouch/infra/rigs/testing/servers/serve'
import { openTestClickHouse, openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import { until } from '@firsttouch/infra/rigs/testing/until'
import { databaseOf } from '@firsttouch/infra/stores/read-models'
import { expect, test } from 'vitest'
import { mountProjector } from './mount.ts'
import { envelopeOf, visit } from './testing/events.ts'

const cleanUp = cleanUpAfter('each')
const DAY_MS = 86_400_000
const DB = databaseOf(1)

test('the projector projects, reports its progress, removes old details, writes past days, and ends with its process', async () => {
  const { sql, url } = await openTestPostgres()
  const { clickhouse, client } = await openTestClickHouse(DB)
  const log = await openLog(url)
  cleanUp.push(log.close)
  let canaries = 0
  const ingest = await serve((_, answer) => {
    canaries += 1
    answer.writeHead(202).end()
  })
  const registry = openRegistry()
  let parts = 0
  const keep = <P extends { close(): unknown }>(part: P) => {
    parts += 1
    cleanUp.push(() => part.close())
    return part
  }
  await log.append([
    { key: 'a', value: JSON.stringify(envelopeOf([visit()])) },
    { key: 'a', value: 'nothing that can be read' },
  ])
  const { check, readGauges, startCanary } = mountProjector(
    { app: openHttp(), registry, keep },
    { REPORT_TIMEZONE: 'Asia/Kolkata', KEEP_VISIT_DETAILS_DAYS: 30 },
    { sql, log, clickhouse, db: DB, close: async () => undefined },
  )
  startCanary(ingest.url, 1)
  const metric = async (name: string) => {
    await readGauges()
    return new RegExp(`^${name} (.*)$`, 'm').exec(await registry.metrics())?.[1]
  }
  const placesWait = async () => (await registry.metrics()).match(/^projector_lag_events\{.*\} [1-9]/m)
  await until(async () => (await metric('dlq_total{reason="not_json"}')) === '1', 10_000)
  await until(
    async () => (await metric('projector_lag_events{partition="0"}')) === '0' && !(await placesWait()),
    30_000,
  )
  expect(Number(await metric('projector_batch_seconds_count'))).toBeGreaterThan(0)
  await until(async () => Number(await metric('canary_age_seconds')) > 0, 10_000)
  expect(canaries).toBe(1)
  expect(check()).toBeNull()

  const removed = async () => (await sql<{ until: Date }[]>`SELECT until FROM details_removed`)[0]?.until
  await until(async () => (await removed()) !== undefined, 10_000)
  const days = (Date.now() - ((await removed())?.getTime() ?? 0)) / DAY_MS
  expect(Math.floor(days)).toBe(30)
  const closedIn = async () => {
    const query = `SELECT zone FROM ${DB}.written_days FINAL`
    return (await client.query({ query, format: 'JSONEachRow' })).json()
  }
  await until(async () => (await closedIn()).length > 0, 20_000)
  expect(await closedIn()).toEqual([{ zone: 'Asia/Kolkata' }])
  expect(parts).toBe(1)
})
