/** Records of a seed, and how it sends its traffic. `seed.long.test.ts` covers the resulting figures. */
import { expect, test } from 'vitest'
import { readEnv } from '../../platform/env.ts'
import { serve } from '../../rigs/testing/servers/serve.ts'
import { openTestPostgres } from '../../rigs/testing/stores.ts'
import { addRecords } from './records.ts'
import { refuseWhereReal } from './seed.ts'
import { sendEvents } from './send.ts'
import { monthOfTraffic } from './traffic.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const events = monthOfTraffic(NOW)

test('the seed makes campaigns with costs, a running test and customers, and a second run changes nothing', async () => {
  const { sql } = await openTestPostgres()
  const seed = () =>
    addRecords(sql, events, { domain: 'https://a.example', now: NOW, currency: 'GBP', country: 'GB' })
  const found = async () => ({
    campaigns: await sql`SELECT name, is_active FROM campaigns ORDER BY name`,
    addresses:
      await sql`SELECT generated_url AS url FROM campaigns WHERE generated_url NOT LIKE 'https://a.example/?utm_source=%'`,
    spend: await sql`
      SELECT utm_campaign AS campaign, count(*)::int AS days, min(cost) > 0 AS costs FROM spend GROUP BY 1 ORDER BY 1`,
    tests: await sql`SELECT test_name, state FROM experiment_changes`,
    customers: (await sql`SELECT email_address FROM onboarding_submissions`).length,
  })
  await seed()
  const first = await found()
  expect(first).toEqual({
    campaigns: [
      { name: 'Emergency Plumber Leeds', is_active: true },
      { name: 'Office Cleaning Reels', is_active: false },
      { name: 'Pest Control Search', is_active: true },
      { name: 'Roof Repair Spring', is_active: true },
      { name: 'Van Flyer York', is_active: true },
    ],
    addresses: [],
    // The report of one platform has gaps, which the dashboard shows. Print has no daily costs.
    spend: [
      { campaign: 'emergency_plumber_leeds', days: 60, costs: true },
      { campaign: 'office_cleaning_reels', days: 60, costs: true },
      { campaign: 'pest_control_search', days: 57, costs: true },
      { campaign: 'roof_repair_spring', days: 60, costs: true },
    ],
    tests: [{ test_name: 'landingPage', state: 'running' }],
    customers: expect.any(Number),
  })
  expect(first.customers).toBeGreaterThan(4)
  await seed()
  expect(await found()).toEqual(first)
})

test('most visitors leave without a conversion, some convert, and no visit is in the future', () => {
  const visits = events.filter(({ type }) => type === 'visit')
  const conversions = events.filter(({ type }) => type === 'conversion')
  expect(conversions.length / visits.length).toBeGreaterThan(0.03)
  expect(conversions.length / visits.length).toBeLessThan(0.2)
  expect(events.filter(({ occurredAt }) => String(occurredAt) >= NOW.toISOString())).toEqual([])
})

/** An ingest that answers with these statuses in order. */
const openIngest = async (...statuses: number[]) => {
  const bodies: number[] = []
  const { url } = await serve(async (request, answer) => {
    const { events } = JSON.parse((await request.toArray()).join(''))
    const status = statuses.shift() ?? 202
    if (status === 202) bodies.push(events.length)
    answer.writeHead(status, { 'retry-after': '0' }).end(JSON.stringify({ accepted: events.length }))
  })
  return { url, bodies }
}

test('events are sent in batches, retried after a 503, and not retried after a refusal', async () => {
  const busy = await openIngest(503, 202, 429)
  const told: number[] = []
  expect(await sendEvents(busy.url, events.slice(0, 250), sent => told.push(sent))).toBe(250)
  expect([busy.bodies, told]).toEqual([
    [100, 100, 50],
    [100, 200, 250],
  ])
  const strict = await openIngest(400)
  await expect(sendEvents(strict.url, events.slice(0, 3))).rejects.toThrow('The seed was refused')
})

test('the seed refuses a real installation, which has NODE_ENV, SITE_URL or older leads that no seed made', async () => {
  const { sql } = await openTestPostgres()
  const refused = (env: Record<string, string> = {}) => refuseWhereReal(readEnv(env), sql)
  const lead = (email: string, created_at: Date) => sql`
    INSERT INTO leads (id, name, email, phone, business, message, source, session_id, first_touch, spam_reason, created_at, updated_at)
    VALUES (gen_random_uuid(), '', ${email}, '', '', '', '', '', '{}', '', ${created_at}, ${created_at})`
  await addRecords(sql, events, { domain: 'https://a.example', now: NOW, currency: 'GBP', country: 'GB' })
  // A lead of today may come from an operator who tried a form.
  await lead('ada@shop.test', new Date())
  await refused()
  await refused({ SITE_URL: 'http://localhost:3000' })
  await expect(refused({ NODE_ENV: 'production' })).rejects.toThrow('by NODE_ENV or SITE_URL')
  await expect(refused({ SITE_URL: 'https://shop.test' })).rejects.toThrow('npm run seed -- --anyway')
  await lead('bob@shop.test', NOW)
  await expect(refused()).rejects.toThrow('leads that no seed made: 1)')
})
