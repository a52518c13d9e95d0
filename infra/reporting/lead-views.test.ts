/** What became of visits, by hand-made events: the same whatever the order and the repeats in which they come. */

import { readFileSync } from 'node:fs'
import type { LoggedEvent } from '@firsttouch/ingest/events'
import { project } from '@firsttouch/projector/run'
import { openStore } from '@firsttouch/projector/steps/store'
import {
  campaign,
  conversion,
  exposure,
  lead,
  NOON,
  recordsOf,
  spend,
  visit,
} from '@firsttouch/projector/testing/events'
import { inThrees } from '@firsttouch/projector/testing/in-threes'
import { lookingAt } from '@firsttouch/projector/testing/looking-at'
import { beforeAll, describe, expect, test } from 'vitest'
import { NUMBERS_KEY } from '../rigs/testing/analysts/numbers-key.ts'
import { openTestClickHouse, type TestClickHouse } from '../rigs/testing/stores.ts'
import { publishReporting } from './publish.ts'

const HOUR = 3_600_000
const spring = { utm_source: 'google', utm_medium: 'cpc', utm_campaign: 'spring' }
const autumn = { utm_source: 'facebook', utm_medium: 'social', utm_campaign: 'autumn' }
const ofPost = { utm_source: 'letter', utm_medium: 'print', utm_campaign: 'post' }
const [ann, bob] = [`utm_${NOON - 5 * HOUR}_ann`, `utm_${NOON - 5 * HOUR}_bob`]
const key = (n: number) => `01890000-0000-4000-8000-00000000000${n.toString(16)}`
const [first, second, third, fourth, fifth] = [key(1), key(2), key(3), key(4), key(5)] as const
const later = (hours: number) => new Date(NOON + hours * HOUR).toISOString()

const ofSpring = { utm_campaign: 'spring' }
const ofAnn = { lead: first, sessionId: ann, utm: spring, variant: 'v2' } as const
const events: LoggedEvent[] = [
  visit({ sessionId: ann, at: NOON - 5 * HOUR, utm: spring }),
  exposure('v2', ann, NOON - 5 * HOUR),
  visit({ sessionId: ann, at: NOON - 2 * HOUR, utm: autumn }),
  visit({ sessionId: ann, at: NOON - HOUR, utm: { utm_source: 'google', utm_medium: 'organic' } }),
  conversion({
    sessionId: ann,
    at: NOON,
    utm: spring,
    conversionType: 'form_submission',
    properties: { formType: 'contact_form' },
  }),
  visit({ sessionId: ann, at: NOON + HOUR, utm: { ...spring, utm_campaign: 'afterwards' } }),
  visit({ sessionId: bob, at: NOON - 5 * HOUR }),
  visit({ sessionId: bob, at: NOON + 13 * HOUR }),
  lead(ofAnn),
  lead({ ...ofAnn, version: 2, status: 'qualified', occurredAt: later(2) }),
  lead({ ...ofAnn, version: 3, status: 'qualified', trial: true, onboarding: true, occurredAt: later(3) }),
  lead({ lead: second, sessionId: bob, form: 'promotional_popup' }),
  lead({ lead: second, sessionId: bob, form: 'promotional_popup', version: 5, spam: true }),
  lead({ lead: third, sessionId: '', utm: autumn, status: 'qualified', version: 1 }),
  lead({ lead: third, sessionId: '', utm: autumn, status: 'closed', version: 9, occurredAt: later(9) }),
  lead({ lead: fourth, sessionId: '', utm: autumn }),
  lead({ lead: fourth, sessionId: '', utm: autumn, version: 4, deleted: true }),
  // Closed without ever having been qualified.
  lead({ lead: fifth, sessionId: '', form: 'trial_signup', utm: ofPost }),
  lead({ lead: fifth, sessionId: '', form: 'trial_signup', utm: ofPost, status: 'closed', version: 2 }),
  campaign({ utm: spring }),
  // Campaigns that share a value: with one source and medium, with two media, and with two sources.
  campaign({ utm: spring, campaign: key(15), name: 'Spring too' }),
  campaign({ utm: autumn, campaign: key(10) }),
  campaign({ utm: { ...autumn, utm_medium: 'paid' }, campaign: key(11) }),
  campaign({ utm: ofPost, campaign: key(13) }),
  campaign({ utm: { ...ofPost, utm_source: 'leaflet' }, campaign: key(14) }),
  spend({ utm: { utm_campaign: 'autumn' }, spend: key(6), cost: '2.00' }),
  spend({ utm: { utm_campaign: 'post' }, spend: key(7), cost: '3.00' }),
  spend({ utm: ofSpring, cost: '30.00' }),
  spend({ utm: ofSpring, cost: '40.50', version: 3 }),
  spend({ utm: ofSpring, cost: '35.00', version: 2 }),
  spend({ utm: { utm_campaign: 'nobody' }, spend: key(8), cost: '1.00', clicks: 26 }),
  spend({ utm: { utm_campaign: 'nobody' }, spend: key(8), cost: '1.00', clicks: null, version: 2 }),
  spend({ utm: { utm_campaign: 'gone' }, spend: key(9), cost: '9.00' }),
  spend({ utm: { utm_campaign: 'gone' }, spend: key(9), cost: null, clicks: null, version: 2 }),
  campaign({ utm: spring, version: 7, name: 'Spring again', active: false, archivedAt: later(1) }),
]

const LEADS = [
  {
    day: '2026-03-01',
    form: 'contact_form',
    status: 'qualified',
    spam: 0,
    source: 'google',
    campaign: 'spring',
    last_source: 'facebook',
    last_campaign: 'autumn',
    variant: 'v2',
    became_trial: 1,
    became_onboarding: 1,
    qualified_at: '2026-03-01 14:30:00.000',
    changed_at: '2026-03-01 15:30:00.000',
  },
  {
    day: '2026-03-01',
    form: 'trial_signup',
    status: 'closed',
    spam: 0,
    source: 'letter',
    campaign: 'post',
    last_source: 'letter',
    last_campaign: 'post',
    variant: '',
    became_trial: 0,
    became_onboarding: 0,
    qualified_at: null,
    changed_at: '2026-03-01 12:30:00.000',
  },
  {
    day: '2026-03-01',
    form: 'promotional_popup',
    status: 'new',
    spam: 1,
    source: 'direct',
    campaign: '',
    last_source: 'direct',
    last_campaign: '',
    variant: '',
    became_trial: 0,
    became_onboarding: 0,
    qualified_at: null,
    changed_at: '2026-03-01 12:30:00.000',
  },
  {
    day: '2026-03-01',
    form: 'contact_form',
    status: 'closed',
    spam: 0,
    source: 'facebook',
    campaign: 'autumn',
    last_source: 'facebook',
    last_campaign: 'autumn',
    variant: '',
    became_trial: 0,
    became_onboarding: 0,
    qualified_at: '2026-03-01 12:30:00.000',
    changed_at: '2026-03-01 21:30:00.000',
  },
]
const nothing = {
  day: '2026-03-01',
  visits: 0,
  sessions: 0,
  leads: 0,
  trials: 0,
  qualified: 0,
  closed: 0,
  onboarding: 0,
  cost: null,
}
const of = (source: string, medium: string, campaign: string, variant = '') => ({
  ...{ source, medium, campaign, variant },
  ...nothing,
})
const FUNNEL = [
  { ...of('', '', 'nobody'), cost: 1 },
  { ...of('', 'print', 'post'), cost: 3 },
  { ...of('direct', '', ''), visits: 2, sessions: 1 },
  { ...of('facebook', '', 'autumn'), cost: 2 },
  { ...of('facebook', 'social', 'autumn'), leads: 1, qualified: 1, closed: 1 },
  { ...of('google', 'cpc', 'spring'), cost: 40.5 },
  {
    ...of('google', 'cpc', 'spring', 'v2'),
    ...{ visits: 4, sessions: 1, leads: 1, trials: 1, qualified: 1, onboarding: 1 },
  },
  { ...of('letter', 'print', 'post'), leads: 1, closed: 1 },
]

/** What these views are made of. */
const TABLES = [
  ...['leads', 'campaign_settings', 'spend', 'session_events'],
  ...['event_minutes', 'event_sums', 'session_minutes', 'session_sums'],
]

let stores: TestClickHouse
beforeAll(async () => {
  stores = await openTestClickHouse()
})
const rows = async (query: string) =>
  (await stores.client.query({ query, format: 'JSONEachRow' })).json<Record<string, unknown>>()

describe.each([
  ['as they happened', [events]],
  ['the last first, three by three', inThrees(events.toReversed())],
  ['all of them twice', [events, events.toReversed()]],
])('%s', (order, batches) => {
  const reporting = `reporting_${order.length}`
  beforeAll(async () => {
    const { client, db } = await openTestClickHouse()
    const store = openStore(lookingAt(client, ...TABLES), db)
    let offset = 0
    for (const batch of batches) {
      await project(recordsOf(batch, offset), { store })
      offset += batch.length
    }
    await publishReporting(client, { db, timeZone: 'Europe/London', numbersKey: NUMBERS_KEY, reporting })
  })

  test('a lead stands as its greatest version says, with the last touch before its form', async () => {
    const columns = Object.keys(LEADS[0] ?? {}).join(', ')
    expect(
      await rows(`SELECT ${columns} FROM ${reporting}.leads ORDER BY became_trial DESC, form DESC`),
    ).toEqual(LEADS)
  })

  test('the funnel counts visits, sessions and leads where they belong, without spam and deleted leads', async () => {
    const columns = Object.keys(FUNNEL[0] ?? {}).join(', ')
    expect(
      await rows(`SELECT ${columns} FROM ${reporting}.campaign_funnel ORDER BY source, medium, variant`),
    ).toEqual(FUNNEL)
  })

  test('the query for the cost of a lead leaves out days without a cost, and costs without a lead have none', async () => {
    const readme = readFileSync(new URL('README.md', import.meta.url), 'utf8')
    const [query = ''] = /SELECT sum\(cost\)[^`]+/.exec(readme) ?? []
    const costOf = async (campaign: string) => {
      const own = query
        .replace("'spring'", `'${campaign}'`)
        .replace(/FROM (campaign_\w+)/g, `FROM ${reporting}.$1`)
      return (await rows(own))[0]?.cost_of_a_lead
    }
    expect([await costOf('spring'), await costOf('autumn'), await costOf('nobody')]).toEqual([40.5, 2, null])
  })

  test('what a correction takes away is not known any more: clicks, or the whole cost', async () => {
    expect(await rows(`SELECT campaign, cost, clicks FROM ${reporting}.spend ORDER BY campaign`)).toEqual([
      { campaign: 'autumn', cost: 2, clicks: 40 },
      { campaign: 'nobody', cost: 1, clicks: null },
      { campaign: 'post', cost: 3, clicks: 40 },
      { campaign: 'spring', cost: 40.5, clicks: 40 },
    ])
  })

  test('a campaign has its newest name, and conversions name their form', async () => {
    expect(
      await rows(
        `SELECT name, campaign, date, active, archived, archived_at FROM ${reporting}.campaigns WHERE startsWith(name, 'Spring ') ORDER BY name`,
      ),
    ).toEqual([
      {
        name: 'Spring again',
        campaign: 'spring',
        date: '2026-03-01',
        active: 0,
        archived: 1,
        archived_at: '2026-03-01 13:30:00.000',
      },
      {
        name: 'Spring too',
        campaign: 'spring',
        date: '2026-03-01',
        active: 1,
        archived: 0,
        archived_at: null,
      },
    ])
    expect(await rows(`SELECT form FROM ${reporting}.conversions`)).toEqual([{ form: 'contact_form' }])
  })

  test('neither visits nor sessions count what the API tells of its records', async () => {
    expect(await rows(`SELECT count() AS n FROM ${reporting}.visits`)).toEqual([{ n: 6 }])
    expect(await rows(`SELECT count() AS n FROM ${reporting}.sessions`)).toEqual([{ n: 2 }])
    expect(
      await rows(`SELECT sum(visits) AS v, sum(conversions) AS c FROM ${reporting}.campaign_days`),
    ).toEqual([{ v: 6, c: 1 }])
  })

  test('a lead joins the session that sent it, and one without a session joins none', async () => {
    expect(
      await rows(`
        SELECT lead.form AS form, session.landing_page AS page FROM ${reporting}.leads AS lead
        JOIN ${reporting}.sessions AS session ON session.session_number = lead.session_number ORDER BY form`),
    ).toEqual([
      { form: 'contact_form', page: '/' },
      { form: 'promotional_popup', page: '/' },
    ])
  })
})

test('reports of one day add up, what staff typed in counts instead, and campaigns of one value are apart', async () => {
  const { client, db } = await openTestClickHouse()
  const reporting = 'reporting_of_reports'
  const said = (n: number, platform: string, cost: string, more: object = {}) =>
    spend({ spend: `01890000-0000-4000-8000-0000000000a${n}`, cost, platform, clicks: 2, ...more })
  const [day, shared] = ['2026-02-01', { utm: ofPost, day: '2026-02-01' }]
  await project(
    recordsOf(
      [
        campaign({ utm: spring }),
        campaign({ utm: ofPost, campaign: key(13) }),
        campaign({ utm: { ...ofPost, utm_source: 'leaflet' }, campaign: key(14) }),
        said(1, 'Google Ads', '6.00', { utm: ofSpring, day, account: 'North' }),
        said(2, 'Meta Ads', '2.00', { utm: ofSpring, day }),
        said(3, 'Google Ads', '8.00', shared),
        said(4, '', '1.50', shared),
        said(5, 'Meta Ads', '4.00', { ...shared, utm: { ...ofPost, utm_source: 'leaflet' } }),
      ],
      500,
    ),
    { store: openStore(client, db) },
  )
  await publishReporting(client, { db, timeZone: 'Europe/London', numbersKey: NUMBERS_KEY, reporting })
  const of = (view: string, columns: string) =>
    rows(
      `SELECT campaign, source, ${columns} FROM ${reporting}.${view} WHERE day = '${day}' AND cost IS NOT NULL ORDER BY ALL`,
    )
  const ofGoogle = { campaign: 'spring', source: 'google' }
  const [letter, leaflet] = ['letter', 'leaflet'].map(source => ({ campaign: 'post', source }))
  expect(await of('spend', 'cost, clicks')).toEqual([
    { ...leaflet, cost: 4, clicks: 2 },
    { ...letter, cost: 1.5, clicks: 2 },
    { ...ofGoogle, cost: 8, clicks: 4 },
  ])
  expect(await of('campaign_funnel', 'cost')).toEqual([
    { ...leaflet, cost: 4 },
    { ...letter, cost: 1.5 },
    { ...ofGoogle, cost: 8 },
  ])
})
