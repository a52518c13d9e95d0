/** How marks are taken: by their order, past those that somebody else holds, and none before its turn. */
import { emptyTables } from '@firsttouch/infra/rigs/testing/empty-tables'
import { dropIndexes } from '@firsttouch/infra/rigs/testing/postgres/drop-indexes'
import { openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import { until } from '@firsttouch/infra/rigs/testing/until'
import { inTransaction } from '@firsttouch/infra/stores/holding'
import { type LeadEvent, logEnvelope } from '@firsttouch/ingest/events'
import type { Sql } from 'postgres'
import { v7 } from 'uuid'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { normalForms } from '../contract/fields/normal-forms.ts'
import { enqueueRecordEvents } from './record-events.ts'

const now = new Date('2026-03-01T12:00:00Z')

let sql: Sql
beforeAll(async () => {
  ;({ sql } = await openTestPostgres())
  await dropIndexes(sql, 'leads')
})
beforeEach(() => emptyTables(sql, 'leads', 'campaigns', 'onboarding_submissions', 'outbox', 'record_marks'))

const tell = () => enqueueRecordEvents(sql, now, async () => true)
const tellAll = async () => {
  while ((await tell()) > 0);
}

const addLead = async (email = 'ada@example.com', more: { phone?: string; firstTouch?: string } = {}) => {
  const { phone = '', firstTouch = '{}' } = more
  const id = v7()
  const { email_key, phone_key } = normalForms({ email, phone, others: [] }, 'GB')
  await sql`
    INSERT INTO leads (id, name, email, phone, business, message, source, session_id, first_touch, spam_reason, created_at,
      updated_at, email_key, phone_key)
    VALUES (${id}, 'Ada', ${email}, ${phone}, '', '', 'contact_form', '', ${firstTouch}::text::jsonb, '', ${now}, ${now},
      ${email_key}, ${phone_key})`
  return id
}
const addTrial = async (email?: string) =>
  sql`
    INSERT INTO trial_signups (lead_id, name, email, phone, business_name, website, primary_keyword, target_area,
      current_ads_account, additional_info, source, trial_type, created_at)
    VALUES (${await addLead(email)}, '', '', '', '', '', '', '', 'no', '', '', '', ${now})`

const told = async (): Promise<LeadEvent[]> => {
  const rows = await sql<{ value: string }[]>`SELECT value FROM outbox ORDER BY id`
  return rows
    .flatMap(({ value }) => logEnvelope.parse(JSON.parse(value)).events)
    .flatMap(event => ('lead' in event ? [event] : []))
}
/** As the projector takes it: the greatest version is the last word. */
const standing = async (lead: string) => {
  const [row] = await sql<{ key: string }[]>`SELECT event_key AS key FROM leads WHERE id = ${lead}`
  const own = (await told()).filter(event => event.lead === row?.key)
  return own.toSorted((a, b) => a.version - b.version).at(-1)
}
const marked = async () =>
  (await sql<{ record: string }[]>`SELECT record_id AS record FROM record_marks ORDER BY id`).map(
    row => row.record,
  )
/** An update writes a row anew, behind the others. */
const moveBehind = (record: string) =>
  sql`UPDATE record_marks SET version = version WHERE record_id = ${record}`

/** The newest record first: neither in the order of their marks nor in that of the records lie the rows of these tables. */
const markAnew = async (): Promise<string[]> => {
  await sql`
    WITH marks AS (DELETE FROM record_marks RETURNING *)
    INSERT INTO record_marks (record, record_id, version, recorded, at, state)
    SELECT record, record_id, version, recorded, at, state FROM marks ORDER BY id DESC`
  const records = await marked()
  await moveBehind(records[0] ?? '')
  return records
}

test('leads are told a hundred at a time, the oldest marks first', async () => {
  for (let i = 0; i < 101; i++) await addLead(`a${i}@example.com`)
  const leads = await markAnew()
  expect(await tell()).toBe(100)
  expect(await marked()).toEqual(leads.slice(100))
  const keys = await sql<{ key: string }[]>`SELECT event_key AS key FROM leads ORDER BY id DESC LIMIT 100`
  expect((await told()).map(({ lead }) => lead)).toEqual(keys.map(({ key }) => key))
})

test('campaigns are told a hundred at a time, the oldest marks first, and none that somebody else is telling', async () => {
  await sql`
    INSERT INTO campaigns (id, name, date, platform, utm_source, utm_medium, utm_campaign, utm_content, utm_term,
      ad_asset_description, notes, generated_url, created_at)
    SELECT gen_random_uuid(), n, '2026-03-01', '', '', '', n, '', '', '', '', '', ${now} FROM generate_series(1, 101) AS n`
  const campaigns = await markAnew()
  expect(await tell()).toBe(100)
  expect(await marked()).toEqual(campaigns.slice(100))
  await sql.begin(async tx => {
    await tx`SELECT 1 FROM record_marks FOR UPDATE`
    expect(await tell()).toBe(0)
  })
  expect(await tell()).toBe(1)
})

test('who has sent a form is passed on one at a time, the oldest first', async () => {
  await addTrial('bob@example.com')
  await addTrial('cyd@example.com')
  await sql`DELETE FROM record_marks WHERE record <> 'person'`
  const [first = '', second] = await marked()
  await moveBehind(first)
  expect(await tell()).toBe(1)
  expect(await marked()).toEqual([second])
})

test('of a lead whose newer version was told before, the older one is not the last word', async () => {
  const lead = await addLead()
  await sql`UPDATE leads SET status = 'contacted' WHERE id = ${lead}`
  await sql.begin(async tx => {
    await tx`SELECT 1 FROM record_marks WHERE recorded FOR UPDATE`
    await tell()
  })
  expect(await standing(lead)).toMatchObject({ status: 'contacted', trial: false })
  await addTrial()
  await sql.begin(async tx => {
    await tx`SELECT 1 FROM record_marks WHERE record = 'person' FOR UPDATE`
    await tell()
  })
  expect((await told()).filter(({ trial }) => trial)).toHaveLength(2)
  expect(await standing(lead)).toMatchObject({ status: 'contacted', trial: false })
  await tellAll()
  expect(await standing(lead)).toMatchObject({ status: 'contacted', trial: true })
})

test('a number that two leads share makes them one person, and one that neither gave does not', async () => {
  const lead = await addLead('ada@example.com', { phone: '020 7946 0018' })
  const silent = await addLead('cyd@example.com')
  await sql`
    INSERT INTO onboarding_submissions (id, full_name, business_name, mobile_number, website_address, email_address,
      has_google_ads, primary_keyword, target_area, notes, session_id, first_touch, spam_reason, created_at,
      phone_key)
    SELECT gen_random_uuid(), '', '', '', '', '', false, '', '', '', '', '{}', '', ${now}, key
    FROM unnest(ARRAY['442079460018', '']) AS key`
  await tellAll()
  expect(await standing(lead)).toMatchObject({ onboarding: true })
  expect(await standing(silent)).toMatchObject({ onboarding: false })
  expect(await told()).toHaveLength(3)
})

test('the leads of a sender are locked in one order, so that two who change them do not wait for each other', async () => {
  const [first = '', second = ''] = [await addLead(), await addLead()]
  await tellAll()
  await sql`UPDATE leads SET message = 'again' WHERE id = ${first}`
  await addTrial()
  await inTransaction(sql, async tx => {
    await tx`SELECT 1 FROM leads WHERE id = ${first} FOR UPDATE`
    const telling = tell()
    const refused = expect(telling).rejects.toThrow('lock timeout')
    const isWaiting = async () =>
      (
        await sql`SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`
      ).count > 0
    await until(isWaiting, 10_000)
    await tx`SELECT 1 FROM leads WHERE id = ${second} FOR UPDATE NOWAIT`
    await refused
  })
  await tellAll()
  expect(await standing(second)).toMatchObject({ trial: true })
})

test('of a tag no more is told than the log takes', async () => {
  const firstTouch = JSON.stringify({ utm_source: 'g'.repeat(300) })
  const lead = await addLead('ada@example.com', { firstTouch })
  await tellAll()
  expect((await standing(lead))?.utm.utm_source).toBe('g'.repeat(255))
})

test('where nothing is marked, nobody is asked whether it can be read', async () => {
  expect(await enqueueRecordEvents(sql, now, () => Promise.reject(new Error('asked')))).toBe(0)
})
