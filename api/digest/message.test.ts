import { emptyTables } from '@firsttouch/infra/rigs/testing/empty-tables'
import { until } from '@firsttouch/infra/rigs/testing/until'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestApi, type TestApi } from '../testing/api.ts'
import { bodiesOf, headersOf, openMailServer } from '../testing/mail-server.ts'
import { addChoice, SITE, settingsOf } from '../testing/notify.ts'
import { trafficRow } from '../testing/rows.ts'
import { enqueueDigest } from './due.ts'
import { against, digestOf } from './message.ts'
import { countCame } from './records.ts'

const MONDAY = new Date('2026-03-02T08:00:00.000Z')
const ZONE = 'Europe/London'

let api: TestApi
beforeAll(async () => {
  api = await openTestApi()
  api.clock.now = MONDAY
  await api.clickhouse.insert({
    table: `${api.db}.traffic_15m`,
    format: 'JSONEachRow',
    values: [
      trafficRow({ quarter_hour: '2026-02-24 10:00:00', n: 30 }),
      trafficRow({
        quarter_hour: '2026-02-24 10:15:00',
        type: 'conversion',
        conversion_type: 'contact_form',
        n: 3,
      }),
      trafficRow({ quarter_hour: '2026-02-24 10:15:00', bot: 1, n: 500 }),
      trafficRow({ quarter_hour: '2026-02-17 10:00:00', n: 20 }),
      // Midnight in London ends the week.
      trafficRow({ quarter_hour: '2026-03-02 00:00:00', n: 1000 }),
    ],
  })
})
afterAll(() => api.close())
beforeEach(() =>
  emptyTables(api.sql, 'leads', 'onboarding_submissions', 'notifications', 'notification_choices'),
)

const addLead = async (at: string, more: { status?: string; campaign?: string; spam?: string } = {}) => {
  const { status = 'new', campaign = '', spam = '' } = more
  await api.sql`
    INSERT INTO leads (id, name, email, phone, business, message, status, source, session_id, first_touch, spam_reason,
      created_at, updated_at)
    VALUES (gen_random_uuid(), 'Ada', 'ada@example.com', '', '', 'm', ${status}, 'contact_form', '',
      ${api.sql.json({ utm_campaign: campaign })}, ${spam}, ${at}, ${at})`
}

test('it counts the week in the report time zone, against the week before', async () => {
  await addLead('2026-02-23T00:00:00Z', { campaign: 'roofs', status: 'qualified' })
  await addLead('2026-03-01T23:59:59Z', { campaign: 'roofs' })
  await addLead('2026-02-25T12:00:00Z', { campaign: 'call john@example.org' })
  await addLead('2026-02-25T12:00:00Z', { campaign: 'roofs', spam: 'honeypot' })
  await addLead('2026-02-22T23:59:59Z')
  const { title, sections, link } = await digestOf(api.deps, SITE, '2026-02-23')
  expect(title).toBe('Your week, 23 Feb 2026 to 1 Mar 2026')
  expect(sections.map(({ rows }) => rows).slice(0, 2)).toEqual([
    [
      ['Visits', '30 (20, +50%)'],
      ['Conversions', '3 (0)'],
      ['Conversion rate', '10.0% (0.0%)'],
      ['Leads', '3 (1, +200%)'],
      ['of these qualified', '1 (0)'],
      ['Trial sign-ups', '0 (0)'],
      ['Onboardings', '0 (0)'],
    ],
    [
      ['roofs', '2 leads, 1 qualified'],
      ['call [removed]', '1 lead, 0 qualified'],
    ],
  ])
  expect(sections[2]).toMatchObject({ heading: 'Split test' })
  expect(link.url).toBe(`${SITE}/admin?from=2026-02-23&to=2026-03-01`)
})

test('a day of the business, not of UTC, ends the week', async () => {
  await addLead('2026-03-02T02:00:00Z')
  const week = { from: '2026-02-23', to: '2026-03-01', days: 7 }
  expect(await countCame(api.sql, week, 'America/New_York')).toMatchObject({ leads: 1 })
  expect(await countCame(api.sql, week, ZONE)).toMatchObject({ leads: 0 })
})

test.each([
  [1941, 1904, '1,941 (1,904, +2%)'],
  [5, 10, '5 (10, −50%)'],
  [3, 3, '3 (3, 0%)'],
  [3, 0, '3 (0)'],
])('%i against %i', (now, before, words) => {
  expect(against(now, before)).toBe(words)
})

test('once a week to each who chose it, however many processes ask and however late', async () => {
  const server = await openMailServer()
  const settings = settingsOf(server.port)
  await addChoice(api.sql, { email: 'ada@staff.example', kinds: ['digest'] })
  await addChoice(api.sql, { email: 'bob@staff.example', kinds: ['lead'] })
  for (const now of ['2026-03-02T08:00:00Z', '2026-03-02T08:00:01Z', '2026-03-05T12:00:00Z'])
    await Promise.all([1, 2, 3].map(() => enqueueDigest(api.sql, settings, ZONE, new Date(now))))
  const app = await api.build({ notify: settings })
  await app.ready()
  await until(() => server.received.length > 0, 5_000)
  await app.close()
  expect(server.received.map(({ to }) => to)).toEqual([['ada@staff.example']])
  const raw = server.received[0]?.raw ?? ''
  expect(headersOf(raw).get('subject')).toEqual(['Your week, 23 Feb 2026 to 1 Mar 2026'])
  expect(bodiesOf(raw)).toContain('Visits: 30 (20, +50%)')
  await server.close()
})
