/** The relay resolves references one at a time, in order, skipping locked ones. */
import { emptyTables } from '@firsttouch/infra/rigs/testing/empty-tables'
import { dropIndexes } from '@firsttouch/infra/rigs/testing/postgres/drop-indexes'
import { openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import { until } from '@firsttouch/infra/rigs/testing/until'
import { inTransaction } from '@firsttouch/infra/stores/holding'
import { type LeadEvent, logEnvelope } from '@firsttouch/ingest/events'
import { v7 } from 'uuid'
import { beforeEach, expect, test } from 'vitest'
import { normalForms } from '../contract/fields/normal-forms.ts'
import { enqueueReferences } from './enqueue.ts'
import { enqueueLeads, enqueueSenders } from './leads.ts'
import { followReference } from './outbox.ts'

const now = new Date('2026-03-01T12:00:00Z')

const { sql } = await openTestPostgres()
await dropIndexes(sql, 'leads')
beforeEach(() => emptyTables(sql, 'leads', 'campaigns', 'onboarding_submissions', 'outbox'))

const tell = () => followReference(sql, now)
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
  await enqueueLeads(sql, [id], now)
  return id
}
const addTrial = async (email?: string) => {
  const id = await addLead(email)
  await sql`
    INSERT INTO trial_signups (lead_id, name, email, phone, business_name, website, primary_keyword, target_area,
      current_ads_account, additional_info, source, trial_type, created_at)
    VALUES (${id}, '', '', '', '', '', '', '', 'no', '', '', '', ${now})`
  await enqueueSenders(sql, [id])
  return id
}

const told = async (): Promise<LeadEvent[]> => {
  const rows = await sql<{ value: string }[]>`SELECT value FROM outbox WHERE record IS NULL ORDER BY id`
  return rows
    .flatMap(({ value }) => logEnvelope.parse(JSON.parse(value)).events)
    .flatMap(event => ('lead' in event ? [event] : []))
}
/** The lead's state for the projector: the highest version. */
const standing = async (lead: string) => {
  const [row] = await sql<{ key: string }[]>`SELECT event_key AS key FROM leads WHERE id = ${lead}`
  const own = (await told()).filter(event => event.lead === row?.key)
  return own.toSorted((a, b) => a.version - b.version).at(-1)
}
const referred = async () =>
  (await sql<{ id: string }[]>`SELECT record_id AS id FROM outbox WHERE record IS NOT NULL ORDER BY id`).map(
    row => row.id,
  )

test('references are followed one at a time, oldest first, skipping those that another relay holds', async () => {
  const [first, second, third] = [
    await addLead('a@example.com'),
    await addLead('b@example.com'),
    await addLead('c@example.com'),
  ]
  await dropIndexes(sql, 'outbox')
  // An UPDATE moves the row behind the others in the table.
  await sql`UPDATE outbox SET created_at = now() WHERE record_id = ${first}`
  expect(await referred()).toEqual([first, second, third])
  expect(await tell()).toBe(1)
  expect(await referred()).toEqual([second, third])
  await sql.begin(async tx => {
    await tx`SELECT FROM outbox WHERE record_id = ${second} FOR UPDATE`
    expect(await tell()).toBe(1)
    expect(await tell()).toBe(0)
  })
  expect(await referred()).toEqual([second])
})

test('a trial causes one more event of each lead of its sender, in any order', async () => {
  const lead = await addLead()
  await addTrial()
  await enqueueReferences(sql, 'sender', [lead])
  await tellAll()
  expect(await standing(lead)).toMatchObject({ trial: true })
  expect((await told()).map(({ type, trial }) => [type, trial])).toEqual([
    ['lead_recorded', false],
    ['lead_recorded', false],
    ['lead_changed', true],
    ['lead_changed', true],
  ])
})

test('leads with the same number are one person, leads without a number are not', async () => {
  const lead = await addLead('ada@example.com', { phone: '020 7946 0018' })
  const silent = await addLead('cyd@example.com')
  await sql`
    INSERT INTO onboarding_submissions (id, full_name, business_name, mobile_number, website_address, email_address,
      has_google_ads, primary_keyword, target_area, notes, session_id, first_touch, spam_reason, created_at,
      phone_key)
    SELECT gen_random_uuid(), '', '', '', '', '', false, '', '', '', '', '{}', '', ${now}, key
    FROM unnest(ARRAY['442079460018', '']) AS key`
  await enqueueReferences(
    sql,
    'sender',
    (await sql<{ id: string }[]>`SELECT id FROM onboarding_submissions`).map(({ id }) => id),
  )
  await tellAll()
  expect(await standing(lead)).toMatchObject({ onboarding: true })
  expect(await standing(silent)).toMatchObject({ onboarding: false })
  expect(await told()).toHaveLength(3)
})

test('a sender’s leads are locked in one order, so that two callers do not deadlock', async () => {
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

test('a tag is truncated to the log’s limit', async () => {
  const firstTouch = JSON.stringify({ utm_source: 'g'.repeat(300) })
  const lead = await addLead('ada@example.com', { firstTouch })
  await tellAll()
  expect((await standing(lead))?.utm.utm_source).toBe('g'.repeat(255))
})
