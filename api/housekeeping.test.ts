import { openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import { expect, test } from 'vitest'
import { createAccount, findAccount } from './auth/accounts.ts'
import { startSession } from './auth/sessions.ts'
import { claimTry } from './auth/throttle.ts'
import { countSubmission } from './forms/rate-limit.ts'
import { sweep } from './housekeeping.ts'
import { STAFF } from './testing/api.ts'

test('S-38 expired data is deleted, other data stays, and unsent conversions stay for ever', async () => {
  const { sql } = await openTestPostgres()
  const now = new Date('2026-03-10T12:00:00Z')
  const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
  const DAY = 1_440
  await createAccount(sql, STAFF, now)
  const account = await findAccount(sql, STAFF.username)
  for (const [index, age] of [31, 5].entries())
    await startSession(sql, account?.id ?? String(index), ago(age))
  for (const age of [2 * DAY, 5]) await claimTry(sql, { kind: 'account', name: String(age) }, ago(age))
  for (const age of [3 * DAY, 5])
    await countSubmission(sql, { ip: '203.0.113.7', secret: Buffer.from('x'), perMinute: 5, now: ago(age) })
  for (const age of [8 * DAY, 5]) {
    await sql`INSERT INTO used_nonces VALUES (${`nonce ${age}`}, ${ago(age)})`
    await sql`INSERT INTO form_submissions VALUES ('contact', ${`key ${age}`}, gen_random_uuid(), ${ago(age)})`
    await sql`INSERT INTO outbox (key, value, created_at, sent_at) VALUES ('sent', '{}', ${ago(age)}, ${ago(age)})`
    await sql`INSERT INTO outbox (key, value, created_at) VALUES ('waits', '{}', ${ago(age)})`
    await sql`
      INSERT INTO notifications (id, channel, kind, about, address, happened_at, next_at, state, done_at) VALUES
        (gen_random_uuid(), 'email', 'lead', ${`sent ${age}`}, 'a', ${ago(5 * age)}, ${now}, 'sent', ${ago(5 * age)}),
        (gen_random_uuid(), 'email', 'lead', ${`waits ${age}`}, 'a', ${ago(5 * age)}, ${now}, 'waiting', NULL)`
    await sql`
      INSERT INTO staff_devices VALUES (${Buffer.from(`device ${age}`)}, ${account?.id ?? ''}, ${ago(age * 12)})`
  }
  await sweep(sql, now)
  const left = async (table: string) => (await sql`SELECT 1 FROM ${sql(table)}`).length
  expect({
    staff_sessions: await left('staff_sessions'),
    staff_devices: await left('staff_devices'),
    login_failures: await left('login_failures'),
    form_attempts: await left('form_attempts'),
    used_nonces: await left('used_nonces'),
    form_submissions: await left('form_submissions'),
    outbox: await left('outbox'),
    notifications: await left('notifications'),
  }).toEqual({
    staff_sessions: 1,
    staff_devices: 1,
    login_failures: 1,
    form_attempts: 2,
    used_nonces: 1,
    form_submissions: 1,
    outbox: 3,
    notifications: 3,
  })
})

test('S-38 leads, spam and audit entries are deleted after their time with all that belongs to them, and 0 keeps them for ever', async () => {
  const { sql } = await openTestPostgres()
  const now = new Date('2026-03-10T12:00:00Z')
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
  const add = async (age: number, spam: string) => {
    const [row] = await sql<{ id: string }[]>`
      INSERT INTO leads (id, name, email, phone, business, message, source, session_id, first_touch, spam_reason, created_at,
        updated_at)
      VALUES (gen_random_uuid(), ${`${age}${spam}`}, 'x', '', '', '', '', 'utm_1_a', '{}', ${spam}, ${daysAgo(age)}, ${now}) RETURNING id`
    await sql`
      INSERT INTO trial_signups VALUES (${row?.id ?? ''}, 'x', '', '', '', '', '', '', 'no', '', '', '', ${daysAgo(age)})`
    await sql`
      INSERT INTO onboarding_submissions (id, full_name, business_name, mobile_number, website_address, email_address,
        has_google_ads, primary_keyword, target_area, notes, session_id, first_touch, spam_reason, created_at)
      VALUES (gen_random_uuid(), ${`${age}${spam}`}, '', '', '', '', true, '', '', '', '', '{}', ${spam}, ${daysAgo(age)})`
  }
  for (const [age, spam] of [
    [731, ''],
    [729, ''],
    [31, 'honeypot'],
    [29, 'honeypot'],
  ] as const)
    await add(age, spam)
  const left = async () => ({
    leads: (await sql`SELECT name FROM leads ORDER BY name`).map(row => row.name),
    sessions: (await sql`SELECT name FROM leads WHERE session_id <> '' ORDER BY name`).map(row => row.name),
    trials: (await sql`SELECT 1 FROM trial_signups`).length,
    onboarding: (await sql`SELECT full_name FROM onboarding_submissions ORDER BY 1`).map(
      row => row.full_name,
    ),
  })
  await sweep(sql, now, { leadsDays: 0, spamDays: 0, auditDays: 0, detailsDays: 0, clickIdDays: 0 })
  const all = await left()
  expect([all.leads.length, all.sessions.length]).toEqual([4, 4])
  await sweep(sql, now)
  expect(await left()).toEqual({
    leads: ['29honeypot', '729'],
    sessions: ['29honeypot'],
    trials: 2,
    onboarding: ['29honeypot', '729'],
  })
  await sql`INSERT INTO deletions VALUES ('0192a3b4-0000-7000-8000-000000000001', 'leads', 'ada', ${daysAgo(31)})`
  await sql`UPDATE leads SET deleted_at = ${daysAgo(31)}, deletion_id = '0192a3b4-0000-7000-8000-000000000001' WHERE name = '729'`
  await sql`INSERT INTO bulk_changes VALUES (gen_random_uuid(), 'old', ${daysAgo(31)}), (gen_random_uuid(), 'ada', ${daysAgo(29)})`
  await sweep(sql, now, { leadsDays: 0, spamDays: 0, auditDays: 0, detailsDays: 0, clickIdDays: 0 })
  expect(await sql`SELECT changed_by FROM bulk_changes`).toEqual([{ changed_by: 'ada' }])
  expect(await left()).toMatchObject({ leads: ['29honeypot'], trials: 1 })
  await sweep(sql, now, { leadsDays: 10, spamDays: 10, auditDays: 10, detailsDays: 0, clickIdDays: 0 })
  expect(await left()).toEqual({ leads: [], sessions: [], trials: 0, onboarding: [] })
})
