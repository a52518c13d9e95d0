import { emptyTables } from '@firsttouch/infra/rigs/testing/empty-tables'
import { openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import { v7 } from 'uuid'
import { beforeEach, expect, test } from 'vitest'
import { enqueueLeads } from '../outbox/leads.ts'
import { followReferences } from '../testing/follow-references.ts'
import { normaliseRecords } from './normalise-records.ts'

const now = new Date('2026-03-01T12:00:00Z')

const { sql } = await openTestPostgres()
beforeEach(() => emptyTables(sql, 'leads', 'onboarding_submissions', 'outbox'))

/** A record of an older release after the migration. */
const addOldLead = async (email: string, phone: string, phoneKey: string): Promise<string> => {
  const id = v7()
  await sql`
    INSERT INTO leads (id, name, email, phone, business, message, source, session_id, first_touch, spam_reason, created_at,
      updated_at, phone_key, search)
    VALUES (${id}, 'Siobhán', ${email}, ${phone}, '', '', 'contact_form', '', '{}', '', ${now}, ${now}, ${phoneKey}, 'old')`
  return id
}
const addOldSubmission = (email: string, phone: string) => sql`
  INSERT INTO onboarding_submissions (id, full_name, business_name, mobile_number, website_address, email_address,
    has_google_ads, primary_keyword, target_area, notes, session_id, first_touch, spam_reason, created_at)
  VALUES (${v7()}, 'Łódź', '', ${phone}, '', ${email}, false, '', '', '', '', '{}', '', ${now})`

test('records of an older release get their normal forms, once', async () => {
  await addOldLead('\u200bZoe@BÜCHER.example', '(0)7700 900123 ext 12', '770090012312')
  await addOldSubmission('not an address', 'ask at 4')
  expect(await normaliseRecords(sql, 'GB')).toBe(2)
  const [lead] = await sql`SELECT email, email_key, phone, phone_key, phone_extension, search FROM leads`
  expect(lead).toMatchObject({
    email: '\u200bZoe@BÜCHER.example',
    email_key: 'zoe@xn--bcher-kva.example',
    phone: '(0)7700 900123 ext 12',
    phone_key: '447700900123',
    phone_extension: '12',
    search: expect.stringContaining('siobhan'),
  })
  const [submission] = await sql`SELECT email_key, phone_key, search FROM onboarding_submissions`
  expect(submission).toMatchObject({ email_key: 'not an address', phone_key: '' })
  expect(submission?.search).toContain('lodz')
  expect(await normaliseRecords(sql, 'GB')).toBe(0)
})

test('several concurrent processes normalise all records, also more than one batch', async () => {
  await sql`
    INSERT INTO leads (id, name, email, phone, business, message, source, session_id, first_touch, spam_reason, created_at,
      updated_at)
    SELECT gen_random_uuid(), '', 'l@x.example', '07700 900123', '', '', '', '', '{}', '', ${now}, ${now}
    FROM generate_series(1, 1201)`
  const changed = await Promise.all([normaliseRecords(sql, 'GB'), normaliseRecords(sql, 'GB')])
  expect(changed[0] + changed[1]).toBe(1201)
  expect(await sql`SELECT 1 FROM leads WHERE phone_key <> '447700900123'`).toHaveLength(0)
})

test('another country of the business changes numbers without a country code', async () => {
  await addOldLead('ann@x.example', '0412 345 678', '')
  await normaliseRecords(sql, 'GB')
  await normaliseRecords(sql, 'AU')
  expect(await sql`SELECT phone_key FROM leads`).toEqual([{ phone_key: '61412345678' }])
})

test('leads show the trial of their sender once the normal forms match', async () => {
  const lead = await addOldLead('ann@x.example', '07700 900123', '447700900123')
  const trial = await addOldLead('ann@y.example', '(0)7700 900123', '7700900123')
  await sql`
    INSERT INTO trial_signups (lead_id, name, email, phone, business_name, website, primary_keyword, target_area,
      current_ads_account, additional_info, source, trial_type, created_at)
    VALUES (${trial}, '', '', '', '', '', '', '', 'no', '', '', '', ${now})`
  const tell = async () => {
    await followReferences(sql)
    const [row] = await sql<{ told: boolean }[]>`SELECT told_trial AS told FROM leads WHERE id = ${lead}`
    return row?.told
  }
  await enqueueLeads(sql, [lead, trial], now)
  expect(await tell()).toBe(false)
  await normaliseRecords(sql, 'GB')
  expect(await tell()).toBe(true)
})
