/** S-48: after the migrations, the processes need only an account that can read and write rows. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPostgres, type Postgres } from '../../stores/postgres.ts'
import { openTestPostgres } from '../testing/stores.ts'
import { startTestSystem, type TestSystem } from '../testing/system.ts'
import { until } from '../testing/until.ts'

let app: Postgres
let system: TestSystem
beforeAll(async () => {
  const { sql, url } = await openTestPostgres()
  await sql`CREATE ROLE parts LOGIN PASSWORD 'for this test alone'`
  await sql`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO parts`
  const address = new URL(url)
  address.username = 'parts'
  address.password = 'for this test alone'
  app = await openPostgres({ url: address.href, dataDir: '' })
  system = await startTestSystem({ env: { DATABASE_URL: address.href } })
})
afterAll(async () => {
  await system?.close()
  await app?.close()
})

const LEAD = { name: 'Jo', email: 'jo@example.com', message: 'Hello' }

test('events, forms, staff and the projector work with the restricted account', async () => {
  const visit = { sessionId: 'utm_1772366400000_least', pagePath: '/' }
  expect((await system.post('/api/analytics/visit', visit)).status).toBe(202)
  expect((await system.post('/api/contact', LEAD)).status).toBe(200)
  const summary = () => system.get<{ totalVisits: number; totalConversions: number }>('/api/admin/analytics')
  await until(async () => {
    const { totalVisits, totalConversions } = await summary()
    return totalVisits === 1 && totalConversions === 1
  }, 30_000)
  const campaign = { name: 'A', date: '2026-03-01', platform: 'x', utmSource: 'google', utmMedium: 'cpc' }
  const made = await system.post('/api/admin/campaigns', campaign, { cookie: await system.login() })
  expect(made.status).toBe(201)
})

test.each([
  'CREATE TABLE mine (a int)',
  'ALTER TABLE leads ADD COLUMN a int',
  'DROP TABLE leads',
  'TRUNCATE leads',
  'CREATE FUNCTION mine() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$',
  'CREATE ROLE mine',
  "COPY leads TO '/tmp/leads'",
  "SELECT pg_read_file('/etc/hostname')",
])('the restricted account may not: %s', async statement => {
  await expect(app.sql.unsafe(statement)).rejects.toMatchObject({ code: '42501' })
})
