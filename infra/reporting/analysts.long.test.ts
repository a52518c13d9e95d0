/** Analysts on the running system: `npm run sql`, and views after a rebuild. */
import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createClient } from '@clickhouse/client'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestSystem, type TestSystem } from '../rigs/testing/system.ts'
import { until } from '../rigs/testing/until.ts'

const run = promisify(execFile)
let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem()
  const visits = Array.from({ length: 5 }, (_, i) => ({
    type: 'visit',
    id: v7(),
    sessionId: `utm_1_${i}`,
    pagePath: '/',
  }))
  expect((await system.post('/api/analytics/batch', { events: visits })).status).toBe(202)
  await until(async () => (await visitsSeen()) === '5\n', 30_000)
})
afterAll(() => system.close())

const command = (script: string, ...given: string[]) =>
  run(process.execPath, [join(import.meta.dirname, '..', 'app', 'commands', script), ...given], {
    env: { ...process.env, ...system.stores, PORT: new URL(system.url).port },
  })
const sql = async (...given: string[]) => (await command('sql.ts', ...given)).stdout
const visitsSeen = () => sql('--format', 'TSV', 'SELECT sum(visits) FROM campaign_days')

test('npm run sql asks the running process, with the view names only', async () => {
  expect(await visitsSeen()).toBe('5\n')
  expect(await sql('SHOW TABLES')).toContain('experiment_results')
  await expect(sql('SELECT * FROM firsttouch_1.events')).rejects.toMatchObject({
    stderr: expect.stringContaining('is not for reports'),
  })
})

test('the token is in a file that only its owner can read, and the printed address works', async () => {
  expect((await stat(join(system.dataDir, 'sql-token'))).mode & 0o077).toBe(0)
  const client = createClient({ url: (await sql('--url')).trim(), database: 'reporting' })
  const answer = await client.query({ query: 'SELECT read_models FROM about', format: 'JSONEachRow' })
  expect(await answer.json()).toEqual([{ read_models: 'firsttouch_1' }])
  await client.close()
})

test('the views follow a rebuild’s switch and its rollback', async () => {
  const shown = () => sql('--format', 'TSV', 'SELECT read_models, (SELECT count() FROM visits) FROM about')
  await command('rebuild.ts')
  await until(async () => (await shown()) === 'firsttouch_2\t5\n', 30_000)
  await command('rebuild.ts', 'rollback')
  await until(async () => (await shown()) === 'firsttouch_1\t5\n', 30_000)
})
