/** Click ids: stored with the record while the setting is on, and nowhere else. */
import { emptyTables } from '@firsttouch/infra/rigs/testing/empty-tables'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { sweep } from '../housekeeping.ts'
import { collectRecords, eraseRecords, markOf } from '../inbox/erasure.ts'
import { openStaffApi } from '../testing/api.ts'
import { CONTACT, ONBOARDING, postForm, readOutbox, TRIAL } from '../testing/forms.ts'

const GCLID = 'Cj0KCQ-planted_click'
const clickedAt = '2026-02-28T09:00:00.000Z'
const adClick = { ids: { gclid: GCLID, fbclid: 'IwAR-planted_click' }, clickedAt }

const api = await openStaffApi({ clickIds: true })
const off = await api.build({ clickIds: false })
afterAll(async () => {
  await off.close()
  await api.close()
})
beforeEach(() => emptyTables(api.sql, 'leads', 'onboarding_submissions', 'outbox', 'form_submissions'))

const send = async (
  body: object,
  path: 'contact' | 'trial-signup' | 'onboarding' = 'contact',
  app = api.app,
) => {
  const forms = { contact: CONTACT, 'trial-signup': TRIAL, onboarding: ONBOARDING }
  const answer = await postForm(app, path, { ...forms[path], ...body })
  expect(answer.statusCode).toBe(200)
  return answer.json().id as string
}
const kept = () =>
  api.sql`SELECT lead_id, submission_id, kind, value, clicked_at FROM click_ids ORDER BY kind`

test.each(['contact', 'trial-signup', 'onboarding'] as const)(
  '%s: each click id is stored with its record',
  async path => {
    const id = await send({ adClick }, path)
    const record =
      path === 'onboarding' ? { lead_id: null, submission_id: id } : { lead_id: id, submission_id: null }
    expect(await kept()).toEqual([
      { ...record, kind: 'fbclid', value: adClick.ids.fbclid, clicked_at: new Date(clickedAt) },
      { ...record, kind: 'gclid', value: GCLID, clicked_at: new Date(clickedAt) },
    ])
  },
)

test('click ids are dropped without CLICK_IDS=on, and from forms without JavaScript', async () => {
  await send({ adClick }, 'contact', off)
  const fields = new URLSearchParams({ ...CONTACT, adClick: JSON.stringify(adClick), gclid: GCLID })
  const answer = await api.app.inject({
    method: 'POST',
    url: '/api/plain/contact',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      referer: `http://localhost:80/?gclid=${GCLID}&utm_source=google`,
    },
    body: fields.toString(),
  })
  expect(answer.statusCode).toBe(303)
  expect(await kept()).toEqual([])
})

test.each([
  ['no object', 'Cj0KCQ'],
  ['no id', { ids: {}, clickedAt }],
  ['no time', { ids: adClick.ids }],
  ['a time of no calendar', { ids: adClick.ids, clickedAt: '2026-02-31T09:00:00Z' }],
  ['another form', { ids: { gclid: '=HYPERLINK("x")', msclkid: "'; --", gbraid: 7 }, clickedAt }],
  ['too long', { ids: { gclid: 'a'.repeat(513) }, clickedAt }],
  ['no kind of ours', { ids: { yclid: 'abcdefgh' }, clickedAt }],
])('S-53 a click id of %s costs no form, and is dropped', async (_what, odd) => {
  await send({ adClick: odd })
  expect(await kept()).toEqual([])
})

test('a valid click id is stored next to an invalid one, and no click is later than its form', async () => {
  await send({ adClick: { ids: { gclid: GCLID, msclkid: 'a b' }, clickedAt: '2036-01-01T00:00:00Z' } })
  expect(await kept()).toEqual([expect.objectContaining({ value: GCLID, clicked_at: api.clock.now })])
})

test('no event, staff answer or other table holds the click id', async () => {
  const id = await send({ adClick, firstTouchUtm: { utm_source: 'google' }, pagePath: `/?gclid=${GCLID}` })
  const told = await api.sql<{ value: string }[]>`SELECT value FROM outbox WHERE record IS NULL`
  expect((await readOutbox(api.sql)).length).toBe(1)
  const answers = await Promise.all(
    ['leads', 'leads/search', `leads/${id}`].map(async path => (await api.call('GET', path)).body),
  )
  expect([...told.map(row => row.value), ...answers].filter(text => text.includes(GCLID))).toEqual([])
})

test('the click id is exported and erased with the person', async () => {
  await send({ adClick })
  await send({ adClick }, 'onboarding')
  const mark = markOf({ email: CONTACT.email, until: api.clock.now })
  expect((await collectRecords(api.sql, mark)).clickIds).toHaveLength(4)
  await eraseRecords(api.sql, mark)
  expect(await kept()).toEqual([])
})

test('the click id is deleted after its retention, and at once without CLICK_IDS=on', async () => {
  await send({ adClick })
  const keep = { leadsDays: 0, spamDays: 0, auditDays: 0, detailsDays: 0 }
  const after = (days: number) => new Date(Date.parse(clickedAt) + days * 86_400_000)
  await sweep(api.sql, after(89), { ...keep, clickIdDays: 90 })
  expect(await kept()).toHaveLength(2)
  await sweep(api.sql, after(91), { ...keep, clickIdDays: 90 })
  expect(await kept()).toEqual([])
  await send({ adClick })
  await sweep(api.sql, api.clock.now, { ...keep, clickIdDays: 0 })
  expect(await kept()).toEqual([])
  expect(await api.sql`SELECT 1 FROM leads`).toHaveLength(2)
})
