/** Leads change step by step. The dashboard and the analysts' views count the same, also after leads are deleted or erased. */

import { sweep } from '@firsttouch/api/housekeeping'
import { later, openStaffApi } from '@firsttouch/api/testing/api'
import { followReferences } from '@firsttouch/api/testing/follow-references'
import { CONTACT, ONBOARDING, postForm, TRIAL } from '@firsttouch/api/testing/forms'
import type { LoggedEvent } from '@firsttouch/ingest/events'
import { project } from '@firsttouch/projector/run'
import { openStore } from '@firsttouch/projector/steps/store'
import { recordsOf } from '@firsttouch/projector/testing/events'
import { expect, test } from 'vitest'
import { erasePerson } from '../../app/erasure/person.ts'
import { publishReporting } from '../../reporting/publish.ts'
import { NUMBERS_KEY } from '../testing/analysts/numbers-key.ts'
import rows from './leads.json' with { type: 'json' }

const DAY = 86_400_000
const BROWSER = { 'x-session-id': 'utm_1772366400000_shared' }

const api = await openStaffApi()
await publishReporting(api.clickhouse, {
  db: api.db,
  timeZone: 'Europe/London',
  numbersKey: NUMBERS_KEY,
  reporting: 'reporting_leads',
})

let row = 0
let campaign = ''
const emailOf = (who: string) => `${who}.${row}@example.com`

const send = async (who: string, form: string) => {
  const phone = `077009${String(row).padStart(2, '0')}${who.charCodeAt(0)}${who.charCodeAt(1)}`.slice(0, 11)
  const touch = {
    variant: '',
    firstTouchUtm: { utm_source: 'google', utm_medium: 'cpc', utm_campaign: campaign },
  }
  const [path, body] =
    form === 'contact'
      ? (['contact', { ...CONTACT, email: emailOf(who) }] as const)
      : form === 'trial'
        ? (['trial-signup', { ...TRIAL, email: emailOf(who), phone }] as const)
        : (['onboarding', { ...ONBOARDING, emailAddress: emailOf(who), mobileNumber: phone }] as const)
  expect((await postForm(api.app, path, { ...body, ...touch }, BROWSER)).statusCode).toBe(200)
}

const idOf = async (who: string): Promise<string> => {
  const [lead] = await api.sql<{ id: string }[]>`
    SELECT id FROM leads WHERE email = ${emailOf(who)} ORDER BY created_at DESC LIMIT 1`
  return lead?.id ?? ''
}

const STATES = ['new', 'contacted', 'qualified', 'closed']
const take = async (step: string) => {
  const [first = '', second = ''] = step.split(' ')
  if (first === 'wait') {
    later(api.clock, Number(second) * 60_000)
    return api.logInAgain()
  }
  if (first === 'keep') {
    const keep = { leadsDays: 1, spamDays: 0, detailsDays: 0, auditDays: 0, clickIdDays: 0 }
    // The sweep also deletes sent outbox entries and staff sessions, so project first and log in after it.
    await projectTold()
    await sweep(api.sql, new Date(api.clock.now.getTime() + Number(second) * DAY), keep)
    return api.logInAgain()
  }
  if (first === 'erase') return erasePerson(api.sql, { email: emailOf(second) }, api.clock.now)
  if (first === 'delete') {
    const body = { leadIds: [await idOf(second)] }
    return expect((await api.call('DELETE', 'leads/bulk-delete', body)).statusCode).toBe(200)
  }
  if (['contact', 'trial', 'onboarding'].includes(second)) return send(first, second)
  const change = STATES.includes(second)
    ? { status: second }
    : second === 'later'
      ? { followUp: '2027-01-01' }
      : { spam: second === 'spam' }
  const answer = await api.call('PATCH', `leads/${await idOf(first)}`, change)
  expect(answer.statusCode, answer.body).toBe(200)
}

/** Sends the outbox's references to the log before an erasure, as the running product does within a second. */
const tellTheLog = () => followReferences(api.sql)

let offset = 0
const projectTold = async () => {
  const told = await api.sql<{ value: string }[]>`SELECT value FROM outbox WHERE record IS NULL ORDER BY id`
  const events = told.flatMap(({ value }) => JSON.parse(value).events as LoggedEvent[])
  await project(recordsOf(events, offset), { store: openStore(api.clickhouse, api.db) })
  offset += events.length
}

const read = async (path: string) => (await api.call('GET', path)).json()
const view = async (name: string, columns: string) => {
  const query = `SELECT ${columns} FROM reporting_leads.${name} WHERE campaign = '${campaign}'`
  const answer = await api.clickhouse.query({ query, format: 'JSONEachRow' })
  return (await answer.json<Record<string, number>>())[0]
}

const told = rows.map(one => [one.input.join(', '), one] as const)
test.each(told)(
  'the dashboard and the analysts’ views count the same leads: %s',
  async (_, { input, right }) => {
    row += 1
    campaign = `campaign_${row}`
    const { inbox, trials = 0, onboarding = 0, answered, medianSeconds, later: laterOnes, ...figures } = right
    await api.sql`INSERT INTO campaigns (id, name, date, platform, utm_source, utm_medium, utm_campaign, utm_content, utm_term,
      ad_asset_description, notes, generated_url, created_at)
    VALUES (gen_random_uuid(), ${campaign}, '2026-03-01', '', 'google', 'cpc', ${campaign}, '', '', '', '', '', ${api.clock.now})`
    for (const step of input) {
      await take(step)
      await tellTheLog()
    }
    await projectTold()
    const { steps } = await read(`funnel?campaign=${campaign}`)
    const card = (await read('campaigns')).find(
      (one: { utmCampaign: string }) => one.utmCampaign === campaign,
    )
    expect({
      funnel: Object.fromEntries(
        steps.map(({ step, count }: { step: string; count: number }) => [step, count]),
      ),
      card: {
        lead: card.leads,
        qualified: card.qualifiedLeads,
        trials: card.trials,
        onboarding: card.onboarding,
      },
      inbox: (await read(`leads?campaign=${campaign}`)).length,
      view: await view(
        'campaign_funnel',
        'sum(leads) AS lead, sum(qualified) AS qualified, sum(closed) AS closed, sum(trials) AS trials, sum(onboarding) AS onboarding',
      ),
      leads: await view('leads', 'countIf(spam = 0) AS lead'),
      times: await read(`reply-times?campaign=${campaign}`),
      later: (await read(`leads?campaign=${campaign}&followUp=later`)).length,
    }).toMatchObject({
      funnel: { ...figures, onboarding },
      card: { lead: figures.lead, qualified: figures.qualified, trials, onboarding },
      inbox,
      view: { ...figures, trials, onboarding },
      leads: { lead: figures.lead },
      times: medianSeconds === undefined ? {} : { answered, medianSeconds },
      later: laterOnes ?? 0,
    })
  },
)
