import { createHmac } from 'node:crypto'
import { emptyTables } from '@firsttouch/infra/rigs/testing/empty-tables'
import { until } from '@firsttouch/infra/rigs/testing/until'
import { loadSecret } from '@firsttouch/infra/stores/form-secret'
import { inTransaction } from '@firsttouch/infra/stores/holding'
import type { CampaignEvent, LeadEvent, LoggedEvent } from '@firsttouch/ingest/events'
import { readEntry } from '@firsttouch/projector/entries/read'
import type { ISql } from 'postgres'
import { v7 } from 'uuid'
import { beforeEach, describe, expect, test } from 'vitest'
import { insertCampaign, updateCampaign } from '../campaigns/records.ts'
import { eraseRecords, markOf } from '../inbox/erasure.ts'
import { changeLead } from '../inbox/leads/changes.ts'
import { openTestApi } from '../testing/api.ts'
import { followReferences } from '../testing/follow-references.ts'
import { CONTACT, ONBOARDING, postForm, TRIAL } from '../testing/forms.ts'
import { enqueueReferences } from './enqueue.ts'
import { enqueueLeads } from './leads.ts'

const api = await openTestApi()
const TABLES = ['leads', 'campaigns', 'onboarding_submissions', 'outbox', 'form_submissions', 'form_attempts']
beforeEach(() => emptyTables(api.sql, ...TABLES))

const session = 'utm_1772366400000_told'
const now = () => api.clock.now
const by = () => ({ staff: 'ada', now: now() })

/** Events for the log, validated with the projector's schema. */
const told = async <T extends LoggedEvent>(type: RegExp): Promise<T[]> => {
  await followReferences(api.sql)
  const rows = await api.sql<{ value: string }[]>`SELECT value FROM outbox ORDER BY id`
  return rows
    .flatMap(({ value }) => {
      const reading = readEntry({ value })
      if (!reading.ok) throw new Error(`${reading.detail}: ${value}`)
      return reading.envelope.events
    })
    .filter((event): event is T => type.test(event.type))
    .toSorted((a, b) => ('version' in a && 'version' in b ? a.version - b.version : 0))
}
const leads = () => told<LeadEvent>(/^lead_/)
const standing = async () => {
  const last = new Map((await leads()).map(event => [event.lead, event]))
  return [...last.values()]
}
const send = async (path: Parameters<typeof postForm>[1], body: object, from = session): Promise<string> => {
  const answer = await postForm(api.app, path, body, from ? { 'x-session-id': from } : {})
  expect(answer.statusCode).toBe(200)
  return answer.json().id
}

describe('events of a lead', () => {
  test('the event of a new lead has its first touch, and an id that no API answer shows', async () => {
    const firstTouchUtm = { utm_source: 'google', utm_medium: 'cpc', utm_campaign: 'spring', utm_term: 'x' }
    const id = await send('contact', { ...CONTACT, firstTouchUtm, variant: 'v2' })
    const [event, ...more] = await leads()
    expect(more).toEqual([])
    expect(event).toMatchObject({
      type: 'lead_recorded',
      occurredAt: now().toISOString(),
      recordedAt: now().toISOString(),
      sessionId: session,
      form: 'contact_form',
      status: 'new',
      variant: 'v2',
      utm: { ...firstTouchUtm, utm_content: '', utm_term: '' },
    })
    expect([event?.spam, event?.deleted, event?.trial, event?.onboarding]).toEqual([
      false,
      false,
      false,
      false,
    ])
    expect(event?.lead).not.toBe(id)
    expect(JSON.stringify(event)).not.toContain(id)
  })

  test('S-37 a lead is sent without any text that a visitor typed', async () => {
    const planted = { utm_source: 'ada@example.com', utm_campaign: '07700 900123', utm_term: 'Lovelace' }
    await send('contact', { ...CONTACT, name: 'Lovelace', phone: '07700 900123', firstTouchUtm: planted })
    const text = JSON.stringify(await leads())
    expect(text).not.toMatch(/ada@|900123|Lovelace|Hello/i)
    expect(text).toContain('[removed]')
  })

  test('a lead that an operator changed by SQL is sent once the outbox refers to it', async () => {
    const ids = []
    for (let i = 0; i < 3; i++)
      ids.push(await send('contact', { ...CONTACT, email: `a${i}@example.com` }, ''))
    await api.sql`UPDATE leads SET status = 'closed'`
    expect((await standing()).map(({ status }) => status)).toEqual(['new', 'new', 'new'])
    await enqueueReferences(api.sql, 'lead', ids)
    expect((await standing()).map(({ status }) => status)).toEqual(['closed', 'closed', 'closed'])
  })

  test('an unchanged lead is not sent again, also after a repeated insert', async () => {
    const id = await send('contact', CONTACT)
    await changeLead(api.sql, id, { status: 'new' }, by())
    await api.sql`UPDATE leads SET session_id = '', phone = '1' WHERE id = ${id}`
    await api.sql`
      INSERT INTO leads (id, name, email, phone, business, message, status, source, session_id, first_touch, spam_reason,
        created_at, updated_at)
      SELECT id, name, email, phone, business, message, 'closed', source, session_id, first_touch, spam_reason, created_at,
        updated_at FROM leads ON CONFLICT DO NOTHING`
    expect(await leads()).toHaveLength(1)
  })

  test('a lead is not sent if its transaction failed', async () => {
    await send('contact', CONTACT)
    await api.sql
      .begin(async tx => {
        const [lead] = await tx<{ id: string }[]>`UPDATE leads SET status = 'closed' RETURNING id`
        await enqueueLeads(tx, [lead?.id ?? ''], now())
        throw new Error('given up')
      })
      .catch(() => undefined)
    expect((await leads()).map(({ type }) => type)).toEqual(['lead_recorded'])
  })

  test('an erased lead is not sent, and an erasure finds pending entries by session', async () => {
    const erased = v7()
    await api.sql.begin(async tx => {
      await tx`
        INSERT INTO leads (id, name, email, phone, business, message, source, session_id, first_touch, spam_reason, created_at,
          updated_at)
        VALUES (${erased}, 'Ada', ${CONTACT.email}, '', '', '', 'contact_form', ${session}, '{}', '', ${now()}, ${now()})`
      await enqueueReferences(tx, 'lead', [erased])
      await eraseRecords(tx, markOf({ email: CONTACT.email, until: now() }))
    })
    expect(await leads()).toEqual([])
    expect(await api.sql`SELECT 1 FROM outbox`).toEqual([])
    await send('contact', CONTACT)
    await leads()
    const keys = await api.sql`SELECT DISTINCT key FROM outbox`
    expect(keys).toEqual([{ key: session }])
  })
})

describe('the other forms of a lead’s sender', () => {
  test('a lead’s event says that its sender took the trial and was onboarded, in any order of the forms', async () => {
    await send('contact', CONTACT)
    expect(await standing()).toMatchObject([{ trial: false, onboarding: false }])
    await send('trial-signup', { ...TRIAL, email: CONTACT.email.toUpperCase() }, 'utm_1772366400000_other')
    expect(await standing()).toMatchObject([
      { form: 'contact_form', trial: true, onboarding: false },
      { form: 'trial_signup_page', trial: true, onboarding: false },
    ])
    await send('onboarding', { ...ONBOARDING, emailAddress: 'else@example.com' }, '')
    expect((await standing()).map(({ onboarding }) => onboarding)).toEqual([false, true])
    // Another person in the first lead's browser.
    await send('onboarding', { ...ONBOARDING, emailAddress: 'third@example.com', mobileNumber: '1' }, session)
    expect((await standing()).map(({ onboarding }) => onboarding)).toEqual([false, true])
    await send('contact', { ...CONTACT, email: 'third@example.com' }, '')
    expect((await standing()).at(-1)).toMatchObject({ trial: false, onboarding: true })
  })

  test('the trial of another person sends no further event of a lead', async () => {
    await send('contact', CONTACT)
    await send('trial-signup', { ...TRIAL, email: 'eve@example.com', phone: '020 7946 0999' }, '')
    const before = (await leads()).length
    await send('contact', CONTACT, '')
    expect(await leads()).toHaveLength(before + 1)
  })

  test('many forms of one sender cause one event for each of the sender’s leads', async () => {
    await send('contact', CONTACT)
    for (let i = 0; i < 12; i++) await send('trial-signup', TRIAL, `utm_1772366400000_${i}`)
    expect((await standing()).map(lead => lead.trial)).toEqual(Array(13).fill(true))
    for (let i = 0; i < 12; i++) await send('onboarding', ONBOARDING, '')
    expect((await standing()).map(lead => lead.onboarding)).toEqual(Array(13).fill(true))
    expect((await leads()).length).toBeLessThanOrEqual(3 * 13)
  })

  test('a lead loses its trial only when both trials of its sender are spam, and regains it with one', async () => {
    await send('contact', CONTACT)
    const first = await send('trial-signup', TRIAL, '')
    const second = await send('trial-signup', TRIAL, '')
    const other = async () => (await standing())[0]
    const before = await other()
    await changeLead(api.sql, first, { spam: true }, by())
    expect(await other()).toEqual(before)
    await changeLead(api.sql, second, { spam: true }, by())
    expect(await other()).toMatchObject({ trial: false })
    await changeLead(api.sql, first, { spam: false }, by())
    expect(await other()).toMatchObject({ trial: true })
  })

  test('a form from a bot causes no events of other leads', async () => {
    await send('contact', CONTACT)
    await leads()
    await send('trial-signup', { ...TRIAL, leaveBlank: 'x' }, '')
    await send('onboarding', { ...ONBOARDING, emailAddress: CONTACT.email, leaveBlank: 'x' }, '')
    expect((await leads()).map(({ spam }) => spam)).toEqual([false, true])
  })
})

test('campaigns are sent with names and settings, without notes', async () => {
  const id = v7()
  await insertCampaign(
    api.sql,
    {
      ...{ id, name: 'Spring', date: '2026-03-01', platform: 'Google Ads', notes: 'call Ada' },
      ...{ utmSource: 'google', utmMedium: 'cpc', utmCampaign: 'spring', utmContent: '', utmTerm: '' },
      ...{ adAssetDescription: 'a film', generatedUrl: 'https://example.com/', createdAt: now() },
    },
    'ada',
  )
  await updateCampaign(api.sql, id, { archived: true }, { staff: 'ada', now: now() })
  const events = await told<CampaignEvent>(/^campaign_/)
  expect(events).toMatchObject([
    {
      campaign: id,
      name: 'Spring',
      date: '2026-03-01',
      platform: 'Google Ads',
      utm: { utm_campaign: 'spring' },
    },
    { campaign: id, name: 'Spring', active: false, archivedAt: now().toISOString() },
  ])
  expect(JSON.stringify(events)).not.toMatch(/Ada|film/)
})

test('two simultaneous forms of a person refer to each other', async () => {
  const at = {
    created_at: now(),
    updated_at: now(),
    first_touch: {},
    session_id: '',
    spam_reason: '',
    status: 'new',
  }
  const of = {
    name: 'Ada',
    email: CONTACT.email,
    phone: '',
    business: '',
    message: '',
    email_key: CONTACT.email,
  }
  const insert = async (tx: ISql, source: string) => {
    const id = v7()
    await tx`INSERT INTO leads ${tx({ ...at, ...of, id, source, first_touch: tx.json({}) })}`
    return id
  }
  await inTransaction(api.sql, async tx => {
    const contact = await insert(tx, 'contact_form')
    await enqueueLeads(tx, [contact], now())
    // Concurrent transactions do not see each other's rows.
    await send('trial-signup', { ...TRIAL, email: CONTACT.email })
    await followReferences(api.sql)
  })
  expect((await standing()).map(({ form, trial }) => [form, trial]).toSorted()).toEqual([
    ['contact_form', true],
    ['trial_signup_page', true],
  ])
})

test('an event’s id needs the form secret, and its time is the lead’s', async () => {
  const id = await send('contact', CONTACT)
  const [first] = await leads()
  const [lead] = await api.sql<{ name: string }[]>`
    SELECT event_key || ' ' || event_version AS name FROM leads WHERE id = ${id}`
  const made = createHmac('sha256', await loadSecret(api.sql))
    .update(`record:${lead?.name}`)
    .digest()
  expect(first?.id).toBe(v7({ msecs: now().getTime(), random: made.subarray(0, 16) }))
})

test('a locked lead is sent later, and a form’s conversion does not wait for it', async () => {
  const id = await send('contact', CONTACT)
  await leads()
  api.log.appended.length = 0
  await inTransaction(api.sql, async tx => {
    await tx`SELECT 1 FROM leads WHERE id = ${id} FOR UPDATE`
    await send('onboarding', { ...ONBOARDING, emailAddress: CONTACT.email }, '')
    const isTold = () => api.log.appended.some(({ value }) => value.includes('"formType":"onboarding"'))
    await until(isTold, 10_000)
    expect(await api.sql`SELECT record FROM outbox WHERE record IS NOT NULL`).toEqual([{ record: 'sender' }])
  })
  expect(await standing()).toMatchObject([{ onboarding: true }])
})
