import { emptyTables } from '@firsttouch/infra/rigs/testing/empty-tables'
import { until } from '@firsttouch/infra/rigs/testing/until'
import { v7 } from 'uuid'
import { beforeEach, expect, test } from 'vitest'
import { deleteRecords } from '../inbox/records/deletions.ts'
import { LEADS, SUBMISSIONS } from '../inbox/records/kind.ts'
import { openTestApi } from '../testing/api.ts'
import { bodiesOf, headersOf, openMailServer } from '../testing/mail-server.ts'
import { addChoice, SITE, settingsOf } from '../testing/notify.ts'
import { addTraffic } from '../testing/traffic.ts'
import { against, bestCampaigns, countCame, digestOf, enqueueDigest } from './message.ts'

const MONDAY = new Date('2026-03-02T08:00:00.000Z')
const ZONE = 'Europe/London'
const WEEK = { from: '2026-02-23', to: '2026-03-01', days: 7 }
const WEEK_BEGINS = '2026-02-23T00:00:00Z'
const WEEK_ENDS = '2026-03-02T00:00:00Z'
const WITHIN = '2026-02-25T12:00:00Z'

const api = await openTestApi()
api.clock.now = MONDAY
await addTraffic(
  api,
  { quarter_hour: '2026-02-24 10:00:00', n: 20 },
  { quarter_hour: '2026-02-24 10:00:00', channel: 'Paid search', n: 10 },
  { quarter_hour: '2026-02-24 10:15:00', type: 'conversion', conversion_type: 'contact_form', n: 3 },
  { quarter_hour: '2026-02-24 10:15:00', bot: 1, n: 500 },
  { quarter_hour: '2026-02-17 10:00:00', n: 20 },
  // The week ends at midnight in London.
  { quarter_hour: '2026-03-02 00:00:00', n: 1000 },
)
beforeEach(() =>
  emptyTables(api.sql, 'leads', 'onboarding_submissions', 'notifications', 'notification_choices'),
)

type More = { status?: string; campaign?: string; spam?: string }
const addLead = async (at: string, more: More = {}) => {
  const { status = 'new', campaign = '', spam = '' } = more
  const id = v7()
  await api.sql`
    INSERT INTO leads (id, name, email, phone, business, message, status, source, session_id, first_touch, spam_reason,
      created_at, updated_at)
    VALUES (${id}, 'Ada', 'ada@example.com', '', '', 'm', ${status}, 'contact_form', '',
      ${api.sql.json({ utm_campaign: campaign })}, ${spam}, ${at}, ${at})`
  return id
}
const addTrial = async (at: string, more: More = {}) => {
  const id = await addLead(at, more)
  await api.sql`
    INSERT INTO trial_signups (lead_id, name, email, phone, business_name, website, primary_keyword, target_area,
      current_ads_account, additional_info, source, trial_type, created_at)
    VALUES (${id}, '', '', '', '', '', '', '', 'no', '', '', '', ${at})`
  return id
}
const addOnboarding = async (at: string, { spam = '' }: More = {}) => {
  const id = v7()
  await api.sql`
    INSERT INTO onboarding_submissions (id, full_name, business_name, mobile_number, website_address, email_address,
      has_google_ads, primary_keyword, target_area, notes, session_id, first_touch, spam_reason, created_at)
    VALUES (${id}, '', '', '', '', '', false, '', '', '', '', '{}', ${spam}, ${at})`
  return id
}
const remove = (kind: typeof LEADS | typeof SUBMISSIONS, id: string) =>
  deleteRecords(api.sql, kind, { ids: [id] }, { staff: 'ada', now: MONDAY })

test('the digest counts the week in the report time zone, and compares it with the week before', async () => {
  await addLead('2026-02-23T00:00:00Z', { campaign: 'roofs', status: 'qualified' })
  await addLead('2026-03-01T23:59:59Z', { campaign: 'roofs' })
  await addLead('2026-02-25T12:00:00Z', { campaign: 'call john@example.org' })
  await addLead('2026-02-25T12:00:00Z', { campaign: 'roofs', spam: 'honeypot' })
  await addLead('2026-02-22T23:59:59Z')
  const { title, sections, link } = await digestOf(api.deps, SITE, '2026-02-23')
  expect(title).toBe('Your week, 23 Feb 2026 to 1 Mar 2026')
  expect(sections.map(({ rows }) => rows).slice(0, 3)).toEqual([
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
      ['Referral', '20, conversion rate 15.0%'],
      ['Paid search', '10, conversion rate 0.0%'],
    ],
    [
      ['roofs', '2 leads, 1 qualified'],
      ['call [removed]', '1 lead, 0 qualified'],
    ],
  ])
  expect(sections[3]).toMatchObject({ heading: 'A/B test' })
  expect(link.url).toBe(`${SITE}/admin?from=2026-02-23&to=2026-03-01`)
})

test('the week ends with a day of the business, not of UTC', async () => {
  await addLead('2026-03-02T02:00:00Z')
  expect(await countCame(api.sql, WEEK, 'America/New_York')).toMatchObject({ leads: 1 })
  expect(await countCame(api.sql, WEEK, ZONE)).toMatchObject({ leads: 0 })
})

test('forms of a week arrived from its start until its end, and exclude spam and deleted forms', async () => {
  for (const add of [addTrial, addOnboarding]) {
    for (const at of ['2026-02-22T23:59:59Z', WEEK_BEGINS, '2026-03-01T23:59:59Z', WEEK_ENDS]) await add(at)
    await add(WITHIN, { spam: 'honeypot' })
  }
  await remove(LEADS, await addTrial(WITHIN))
  await remove(SUBMISSIONS, await addOnboarding(WITHIN))
  await addLead(WITHIN, { status: 'qualified' })
  expect(await countCame(api.sql, WEEK, ZONE)).toEqual({ leads: 3, qualified: 1, trials: 2, onboardings: 2 })
})

test('the five best campaigns are those with most qualified leads, then most leads, then by name', async () => {
  const add = async (campaign: string, leads: number, qualified: number) => {
    for (let at = 0; at < leads; at++)
      await addLead(WITHIN, { campaign, status: at < qualified ? 'qualified' : 'new' })
  }
  await addLead(WITHIN, { status: 'qualified' })
  await add('b', 1, 0)
  await add('few', 3, 1)
  await add('most', 4, 1)
  await add('none', 5, 0)
  await add('a', 1, 0)
  await add('c', 1, 0)
  await add('best', 2, 2)
  await addLead(WEEK_ENDS, { campaign: 'c' })
  await addLead(WITHIN, { campaign: 'c', spam: 'honeypot' })
  await remove(LEADS, await addLead(WITHIN, { campaign: 'c' }))
  expect((await bestCampaigns(api.sql, WEEK, ZONE)).map(Object.values)).toEqual([
    ['best', 2, 2],
    ['most', 4, 1],
    ['few', 3, 1],
    ['none', 5, 0],
    ['a', 1, 0],
  ])
})

test('a part without a row is left out', async () => {
  const { sections } = await digestOf(api.deps, SITE, '2026-02-23')
  expect(sections.map(({ heading }) => heading)).toEqual(['', 'Where visits came from', 'A/B test'])
})

test.each([
  [1941, 1904, '1,941 (1,904, +2%)'],
  [5, 10, '5 (10, −50%)'],
  [3, 3, '3 (3, 0%)'],
  [3, 0, '3 (0)'],
])('%i against %i', (now, before, words) => {
  expect(against(now, before)).toBe(words)
})

test('each subscriber gets one digest a week, also with several processes and after a downtime', async () => {
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
