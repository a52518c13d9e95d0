import { emptyTables } from '@firsttouch/infra/rigs/testing/empty-tables'
import { dropIndexes } from '@firsttouch/infra/rigs/testing/postgres/drop-indexes'
import { openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import { v4, v7 } from 'uuid'
import { beforeEach, expect, test } from 'vitest'
import { deleteRecords } from '../inbox/records/deletions.ts'
import { LEADS, SUBMISSIONS } from '../inbox/records/kind.ts'
import { readRules, saveRules, selectConversions } from './conversions.ts'
import { createCredential, listCredentials, revokeCredential, useCredential } from './credentials.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const minute = (n: number) => new Date(NOW.getTime() + n * 60_000)
const GOOGLE = ['gclid', 'gbraid', 'wbraid'] as const
const DAY = 24 * 60

const { sql } = await openTestPostgres()
await dropIndexes(sql, 'record_changes')
await dropIndexes(sql, 'conversion_credentials')
beforeEach(async () => {
  await emptyTables(sql, 'leads', 'onboarding_submissions', 'conversion_credentials')
  await sql`UPDATE conversion_rules SET is_offered = true, name = kind, value = NULL`
})

type Click = [kind: string, value: string, at?: number]
const addClicks = async (record: { lead?: string; submission?: string }, clicks: Click[]) => {
  for (const [kind, value, at = -60] of clicks)
    await sql`
      INSERT INTO click_ids (lead_id, submission_id, kind, value, clicked_at, recorded_at)
      VALUES (${record.lead ?? null}, ${record.submission ?? null}, ${kind}, ${value}, ${minute(at)}, ${NOW})`
}
const addLead = async (status: string, clicks: Click[], { id = v7(), spam = '' } = {}) => {
  await sql`
    INSERT INTO leads (id, name, email, phone, business, message, status, source, session_id, first_touch, spam_reason,
      created_at, updated_at)
    VALUES (${id}, 'Ada', 'ada@example.com', '', '', 'm', ${status}, 'contact_form', '', '{}', ${spam}, ${NOW}, ${NOW})`
  await addClicks({ lead: id }, clicks)
  return id
}
const addOnboarding = async (at: number, clicks: Click[], spam = '') => {
  const id = v7()
  await sql`
    INSERT INTO onboarding_submissions (id, full_name, business_name, mobile_number, website_address, email_address,
      has_google_ads, primary_keyword, target_area, notes, session_id, first_touch, spam_reason, created_at)
    VALUES (${id}, '', '', '', '', '', false, '', '', '', '', '{}', ${spam}, ${minute(at)})`
  await addClicks({ submission: id }, clicks)
  return id
}
const change = (lead: string, after: string, at: number) =>
  sql`
    INSERT INTO record_changes (lead_id, field, before, after, changed_by, changed_at)
    VALUES (${lead}, 'status', '', ${after}, 'ada', ${minute(at)})`

const select = () => selectConversions(sql, GOOGLE, NOW)
const selected = async () =>
  (await select()).conversions.map(
    ({ kind, at, ids }) =>
      `${kind} ${(at.getTime() - NOW.getTime()) / 60_000} ${Object.values(ids).join(' ')}`,
  )

test('each status of a lead has the time at which the lead first reached it after new or contacted', async () => {
  const one = await addLead('closed', [['gclid', 'one']])
  const other = await addLead('qualified', [['gclid', 'other']])
  await change(one, 'qualified', 9)
  await change(other, 'contacted', 2)
  await change(other, 'qualified', 3)
  await change(one, 'closed', 6)
  await change(other, 'closed', 4)
  await change(one, 'qualified', 7)
  await change(other, 'new', 8)
  await change(one, 'closed', 9)
  await change(other, 'qualified', 5)
  await change(other, 'qualified', 10)
  expect(await selected()).toEqual(['qualified 5 other', 'closed 6 one', 'qualified 7 one'])
})

test('conversions with equal times are in the order of their records, then of their kinds by name', async () => {
  const [first, second] = [v7(), v7()]
  for (const [id, name] of [
    [second, 'second'],
    [first, 'first'],
  ] as const) {
    await addLead('closed', [['gclid', name]], { id })
    await change(id, 'qualified', 1)
    await change(id, 'closed', 1)
  }
  expect(await selected()).toEqual([
    'closed 1 first',
    'qualified 1 first',
    'closed 1 second',
    'qualified 1 second',
  ])
})

test('a lead that lost its status, or has no click of the platform, is not offered', async () => {
  for (const status of ['new', 'contacted'])
    await change(await addLead(status, [['gclid', status]]), 'qualified', 1)
  await change(await addLead('qualified', [['msclkid', 'elsewhere']]), 'qualified', 1)
  await change(await addLead('qualified', []), 'qualified', 1)
  await change(await addLead('qualified', [['gclid', 'spam']], { spam: 'staff' }), 'qualified', 1)
  expect(await select()).toEqual({ conversions: [], tooOld: 0 })
})

test('onboarding conversions have the arrival time of the form, and exclude spam and deleted forms', async () => {
  await addOnboarding(3, [['wbraid', 'later']])
  await addOnboarding(2, [['gbraid', 'sooner']])
  await addOnboarding(1, [['gclid', 'spam']], 'honeypot')
  await deleteRecords(
    sql,
    SUBMISSIONS,
    { ids: [await addOnboarding(1, [['gclid', 'gone']])] },
    {
      staff: 'ada',
      now: NOW,
    },
  )
  const gone = await addLead('closed', [['gclid', 'gone']])
  await change(gone, 'closed', 1)
  await deleteRecords(sql, LEADS, { ids: [gone] }, { staff: 'ada', now: NOW })
  expect(await selected()).toEqual(['onboarding 2 sooner', 'onboarding 3 later'])
  await saveRules(sql, [{ kind: 'onboarding', isOffered: false, name: 'Onboarding', value: '7.5' }])
  expect(await selected()).toEqual([])
  expect((await readRules(sql)).map(({ kind, isOffered, value }) => [kind, isOffered, value])).toEqual([
    ['qualified', true, ''],
    ['closed', true, ''],
    ['onboarding', false, '7.50'],
  ])
})

test('a record uses its last click of the platform, which expires at ninety days', async () => {
  await addOnboarding(1, [
    ['gclid', 'g', -99 * DAY],
    ['wbraid', 'w', -90 * DAY + 1],
    ['msclkid', 'm', -1],
  ])
  await addOnboarding(2, [['gclid', 'just', -90 * DAY]])
  const { conversions, tooOld } = await select()
  expect(conversions.map(({ ids }) => ids)).toEqual([{ gclid: 'g', wbraid: 'w' }])
  expect(tooOld).toBe(1)
})

test('each credential is counted, listed, used and revoked separately', async () => {
  const make = (platform: 'google-ads' | 'microsoft-advertising', at: number) =>
    createCredential(sql, platform, { staff: 'ada', now: minute(at) })
  const last = await make('microsoft-advertising', 0)
  const made = []
  for (const at of [9, 8, 7, 6, 5, 4, 3, 2, 1, 0]) made.push(await make('google-ads', at))
  await expect(make('google-ads', 10)).rejects.toMatchObject({ status: 409 })
  const first = await make('microsoft-advertising', -1)
  const listed = async () => (await listCredentials(sql)).map(({ id }) => id)
  const ids = made.map(({ id }) => id).toReversed()
  expect(await listed()).toEqual([...ids, first.id, last.id])
  expect(await useCredential(sql, 'google-ads', first, NOW)).toBeNull()
  expect(
    await useCredential(sql, 'microsoft-advertising', { ...first, password: last.password }, NOW),
  ).toBeNull()
  expect(await useCredential(sql, 'microsoft-advertising', first, NOW)).toBe(first.username)
  const used = (await listCredentials(sql)).filter(({ lastUsedAt }) => lastUsedAt !== null)
  expect(used.map(({ id }) => id)).toEqual([first.id])
  await revokeCredential(sql, first.id)
  await expect(revokeCredential(sql, v4())).rejects.toMatchObject({ status: 404 })
  expect(await listed()).toEqual([...ids, last.id])
})
