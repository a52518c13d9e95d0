/** After a seed, every example query on the analysts' page returns rows. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PipelineAccounting } from '@firsttouch/api/contract/pipeline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askAnalysts } from '../../rigs/testing/analysts/ask.ts'
import { startTestSystem, type TestSystem } from '../../rigs/testing/system.ts'
import { until } from '../../rigs/testing/until.ts'
import { openPostgresFromEnv } from '../../stores/postgres-from-env.ts'
import { addRecords } from './records.ts'
import { sendEvents } from './send.ts'
import { monthOfTraffic } from './traffic.ts'

const text = await readFile(join(import.meta.dirname, '..', '..', 'reporting', 'queries.sql'), 'utf8')
const queries = text
  .split(/;\s*$/m)
  .filter(part => part.trim() !== '')
  .map(part => ({ title: /^-- (\d+\. .+)$/m.exec(part)?.[1] ?? '', query: part }))

let system: TestSystem
const now = new Date()
const seed = async () => {
  const events = monthOfTraffic(now)
  const records = await openPostgresFromEnv(system.stores)
  try {
    await addRecords(records.sql, events, { domain: system.url, now, currency: 'GBP', country: 'GB' })
    const accepted = await sendEvents(system.url, events)
    await until(async () => {
      const [row] = await records.sql`
        SELECT count(*) AS waiting FROM outbox WHERE sent_at IS NULL`
      const { lag, total } = await system.get<PipelineAccounting>('/api/admin/pipeline')
      return Number(row?.waiting) === 0 && total.accepted >= accepted && lag.entries === 0
    }, 180_000)
  } finally {
    await records.close()
  }
}

beforeAll(async () => {
  system = await startTestSystem({ env: { RATE_LIMIT_EVENTS_PER_MINUTE: '0' } })
  await seed()
})
afterAll(() => system.close())

const ask = async <Row extends Record<string, unknown>>(query: string): Promise<Row[]> => {
  const answer = await askAnalysts(system.dataDir, query, 'JSONEachRow')
  return answer
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line))
}

test.each(queries)('$title', async ({ query }) => {
  const rows = await ask(query)
  expect(rows.length).toBeGreaterThan(0)
  // No column has only zeros or empty texts.
  for (const column of Object.keys(rows[0] ?? {}))
    expect(
      rows.some(row => !['', '0', 'null'].includes(String(row[column]))),
      column,
    ).toBe(true)
})

test('leads have every state and every form, with trials, onboarding, spam and sessions that came twice', async () => {
  const [leads] = await ask(`
    SELECT uniqExact(status) AS statuses, uniqExact(form) AS forms, sum(spam) AS spam, sum(became_trial) AS trials,
      sum(became_onboarding) AS onboarding, countIf(last_campaign != campaign) AS came_again, countIf(variant != '') AS saw_version,
      countIf(session_number = 0) AS alone
    FROM reporting.leads`)
  expect(leads).toMatchObject({ statuses: 4, forms: 3, alone: 0 })
  for (const count of ['spam', 'trials', 'onboarding', 'came_again', 'saw_version'])
    expect(Number(leads?.[count]), count).toBeGreaterThan(0)
})

test('a second seed changes nothing', async () => {
  const all = () => ask('SELECT * FROM reporting.campaign_funnel ORDER BY ALL')
  const leads = () => ask('SELECT * FROM reporting.leads ORDER BY ALL')
  const before = [await all(), await leads()]
  await seed()
  expect([await all(), await leads()]).toEqual(before)
})
