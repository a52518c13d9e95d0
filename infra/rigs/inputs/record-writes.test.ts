/** Every path that writes a lead, campaign, cost or experiment step: the log's last event of the record equals PostgreSQL's row. */
import { apiRoutes } from '@firsttouch/api/app'
import { sweep } from '@firsttouch/api/housekeeping'
import { fillVariants } from '@firsttouch/api/inbox/leads/variants'
import { normaliseRecords } from '@firsttouch/api/inbox/normalise-records'
import { countPending } from '@firsttouch/api/outbox/outbox'
import { CONFIG, later, openStaffApi } from '@firsttouch/api/testing/api'
import { CONTACT, ONBOARDING, postForm, TRIAL } from '@firsttouch/api/testing/forms'
import type { LoggedEvent } from '@firsttouch/ingest/events'
import { readEntry } from '@firsttouch/projector/entries/read'
import { beforeEach, expect, test } from 'vitest'
import { erasePerson } from '../../app/erasure/person.ts'
import { addRecords } from '../../app/seed/records.ts'
import { monthOfTraffic } from '../../app/seed/traffic.ts'
import { openHttp } from '../../platform/http/http.ts'
import { emptyTables } from '../testing/empty-tables.ts'
import { until } from '../testing/until.ts'

const api = await openStaffApi()
const TABLES = [
  'leads',
  'campaigns',
  'spend',
  'experiment_changes',
  'experiment_runs',
  'onboarding_submissions',
  'outbox',
]
beforeEach(async () => {
  await emptyTables(
    api.sql,
    ...TABLES,
    'form_submissions',
    'form_attempts',
    'deletions',
    'bulk_changes',
    'spend_names',
    'spend_batches',
  )
  await api.moveTo(new Date('2026-03-10T12:00:00Z'))
  api.log.appended.length = 0
})

const call = async (method: 'POST' | 'PATCH' | 'PUT' | 'DELETE', path: string, body: object) => {
  later(api.clock, 1_000)
  const answer = await api.call(method, path, body)
  expect(answer.statusCode, answer.body).toBeLessThan(300)
  return answer.json()
}
const send = async (path: 'contact' | 'trial-signup' | 'onboarding', body: object = {}): Promise<string> => {
  const forms = { contact: CONTACT, 'trial-signup': TRIAL, onboarding: ONBOARDING }
  const answer = await postForm(api.app, path, { ...forms[path], ...body }, { 'x-session-id': SESSION })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().id
}
const SESSION = `utm_${Date.parse('2026-03-10T11:58:00Z')}_shown`
const plain = async (path: string, fields: Record<string, string>) => {
  const payload = new URLSearchParams(fields).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await api.app.inject({ method: 'POST', url: `/api/plain/${path}`, headers, payload })
  expect(answer.statusCode, answer.body).toBe(303)
}
const CAMPAIGN = {
  ...{ name: 'Spring', date: '2026-03-01', platform: 'Google Ads', utmSource: 'google', utmMedium: 'cpc' },
  generatedUrl: 'https://www.example.com/',
}
const campaign = async (more: object = {}): Promise<string> =>
  (await call('POST', 'campaigns', { ...CAMPAIGN, ...more })).id
const cost = (amount: number | null, more: object = {}) =>
  call('POST', 'spend', { entries: [{ date: '2026-03-02', utmCampaign: 'spring', cost: amount, ...more }] })
const importFile = async (amount: string) => {
  const answer = await api.app.inject({
    ...{ method: 'POST', url: '/api/admin/spend/import', cookies: api.cookies },
    headers: { 'content-type': 'text/csv' },
    body: `Campaign,Day,Currency code,Cost,Clicks\nSpring,2026-03-02,GBP,${amount},3\n`,
  })
  expect(answer.json(), answer.body).toMatchObject({ stored: true })
}
const step = (name: string, more: object = {}) =>
  call('POST', `experiments/landingPage/${name}`, { reason: 'A try', ...more })
const CHANGE_OF_ALL = { filter: {}, expectedCount: 2 }
const deletedLead = async () => call('DELETE', 'leads/bulk-delete', { leadIds: [await send('contact')] })
const KEEP = { leadsDays: 1, spamDays: 1, detailsDays: 1, auditDays: 0, clickIdDays: 1 }

type Path = [
  path: string,
  events: string[],
  act: (given: never) => Promise<unknown>,
  given: () => Promise<unknown>,
]
const path = <T>(
  name: string,
  events: string,
  act: (given: T) => Promise<unknown>,
  given?: () => Promise<T>,
): Path => [name, events.split(' ').filter(Boolean), act, given ?? (async () => undefined)]

/** Each path names the record events that it must write, sorted by name. */
const PATHS: Path[] = [
  path('POST /api/contact', 'lead_recorded', () => send('contact')),
  path('POST /api/contact, by a program', 'lead_recorded', () => send('contact', { leaveBlank: 'x' })),
  path(
    'POST /api/contact, after a trial',
    'lead_recorded',
    () => send('contact'),
    () => send('trial-signup'),
  ),
  path('POST /api/trial-signup', 'lead_recorded', () => send('trial-signup')),
  path(
    'POST /api/trial-signup, after a lead',
    'lead_changed lead_recorded',
    () => send('trial-signup'),
    () => send('contact'),
  ),
  path('POST /api/onboarding', '', () => send('onboarding')),
  path(
    'POST /api/onboarding, after a lead',
    'lead_changed',
    () => send('onboarding'),
    () => send('contact'),
  ),
  path('POST /api/plain/contact', 'lead_recorded', () => plain('contact', CONTACT)),
  path('POST /api/plain/trial-signup', 'lead_recorded', () => plain('trial-signup', TRIAL)),
  path(
    'POST /api/plain/onboarding',
    'lead_changed',
    () => plain('onboarding', ONBOARDING),
    () => send('contact'),
  ),

  path<string>(
    'PATCH /api/admin/leads/:leadId, status',
    'lead_changed',
    id => call('PATCH', `leads/${id}`, { status: 'qualified' }),
    () => send('contact'),
  ),
  path<string>(
    'PATCH /api/admin/leads/:leadId, spam',
    'lead_changed',
    id => call('PATCH', `leads/${id}`, { spam: true }),
    () => send('contact'),
  ),
  path<string>(
    'PATCH /api/admin/leads/:leadId, spam of a trial',
    'lead_changed lead_changed',
    id => call('PATCH', `leads/${id}`, { spam: true }),
    async () => {
      await send('contact')
      return send('trial-signup')
    },
  ),
  path<string>(
    'PATCH /api/admin/leads/:leadId, follow-up',
    '',
    id => call('PATCH', `leads/${id}`, { followUp: '2026-04-01' }),
    () => send('contact'),
  ),
  path(
    'POST /api/admin/leads/bulk-change',
    'lead_changed lead_changed',
    () => call('POST', 'leads/bulk-change', { ...CHANGE_OF_ALL, change: { status: 'closed' } }),
    async () => [await send('contact'), await send('contact')],
  ),
  path<{ undoToken: string }>(
    'POST /api/admin/leads/bulk-change/undo',
    'lead_changed lead_changed',
    ({ undoToken }) => call('POST', 'leads/bulk-change/undo', { undoToken }),
    async () => {
      for (let i = 0; i < 2; i++) await send('contact')
      return call('POST', 'leads/bulk-change', { ...CHANGE_OF_ALL, change: { status: 'closed' } })
    },
  ),
  path<string>(
    'DELETE /api/admin/leads/bulk-delete',
    'lead_changed',
    id => call('DELETE', 'leads/bulk-delete', { leadIds: [id] }),
    () => send('contact'),
  ),
  path(
    'DELETE /api/admin/leads/bulk-delete, by a filter',
    'lead_changed lead_changed',
    () => call('DELETE', 'leads/bulk-delete', CHANGE_OF_ALL),
    async () => [await send('contact'), await send('trial-signup')],
  ),
  path<{ undoToken: string }>(
    'POST /api/admin/leads/restore',
    'lead_changed',
    ({ undoToken }) => call('POST', 'leads/restore', { undoToken }),
    deletedLead,
  ),
  path(
    'POST /api/admin/leads/bulk-restore',
    'lead_changed',
    () => call('POST', 'leads/bulk-restore', { filter: { deleted: 'only' }, expectedCount: 1 }),
    deletedLead,
  ),
  path<string>(
    'PATCH /api/admin/onboarding/:submissionId, a step',
    '',
    id => call('PATCH', `onboarding/${id}`, { done: ['access'] }),
    () => send('onboarding'),
  ),
  path<string>(
    'PATCH /api/admin/onboarding/:submissionId',
    'lead_changed',
    id => call('PATCH', `onboarding/${id}`, { spam: true }),
    async () => {
      await send('contact')
      return send('onboarding')
    },
  ),
  path<string>(
    'DELETE /api/admin/onboarding/bulk-delete',
    'lead_changed',
    id => call('DELETE', 'onboarding/bulk-delete', { submissionIds: [id] }),
    async () => {
      await send('contact')
      return send('onboarding')
    },
  ),
  path<{ undoToken: string }>(
    'POST /api/admin/onboarding/restore',
    'lead_changed',
    ({ undoToken }) => call('POST', 'onboarding/restore', { undoToken }),
    async () => {
      await send('contact')
      return call('DELETE', 'onboarding/bulk-delete', { submissionIds: [await send('onboarding')] })
    },
  ),
  path(
    'POST /api/admin/onboarding/bulk-restore',
    'lead_changed',
    () => call('POST', 'onboarding/bulk-restore', { filter: { deleted: 'only' }, expectedCount: 1 }),
    async () => {
      await send('contact')
      return call('DELETE', 'onboarding/bulk-delete', { submissionIds: [await send('onboarding')] })
    },
  ),
  path(
    'the job that fills in the landing page',
    'lead_changed',
    () =>
      fillVariants({
        ...api.deps,
        readModel: {
          rows: async () => [{ session: SESSION, variant: 'v2', at: api.clock.now.getTime() }],
        } as never,
      }),
    () => send('contact'),
  ),
  path(
    'the job that writes normal forms',
    'lead_changed lead_changed',
    () => normaliseRecords(api.sql, 'AU'),
    async () => {
      await send('contact', { email: 'bob@example.com', phone: '+61 412 345 678' })
      await send('trial-signup', { phone: '0412 345 678' })
    },
  ),
  path(
    'retention',
    '',
    () => sweep(api.sql, new Date('2026-04-10T12:00:00Z'), KEEP),
    () => send('contact'),
  ),
  path(
    'erasure',
    '',
    () => erasePerson(api.sql, { email: CONTACT.email }, api.clock.now),
    () => send('contact'),
  ),

  path('POST /api/admin/campaigns', 'campaign_changed', () => campaign()),
  path(
    'POST /api/admin/campaigns, a second campaign for a utm_campaign that has costs',
    'campaign_changed spend_recorded spend_recorded',
    () => campaign({ utmSource: 'bing' }),
    async () => {
      await campaign()
      await cost(7)
    },
  ),
  path<string>(
    'PATCH /api/admin/campaigns/:id',
    'campaign_changed',
    id => call('PATCH', `campaigns/${id}`, { name: 'Roofs' }),
    () => campaign(),
  ),
  path<string>(
    'PATCH /api/admin/campaigns/:id, into the archive',
    'campaign_changed',
    id => call('PATCH', `campaigns/${id}`, { archived: true }),
    () => campaign(),
  ),
  path(
    'POST /api/admin/campaigns/renew-urls',
    'campaign_changed',
    () => call('POST', 'campaigns/renew-urls', { expectedCount: 1 }),
    async () => {
      await campaign({ generatedUrl: 'https://old.example.com/' })
      await call('POST', 'domain-config', { domain: 'https://new.example.com' })
    },
  ),

  path('POST /api/admin/spend', 'spend_recorded', () => cost(7)),
  path(
    'POST /api/admin/spend, a correction',
    'spend_recorded',
    () => cost(8, { clicks: 4 }),
    () => cost(7),
  ),
  path(
    'POST /api/admin/spend, a removal',
    'spend_recorded',
    () => cost(null),
    () => cost(7),
  ),
  path(
    'POST /api/admin/spend, the same cost again',
    '',
    () => cost(7),
    () => cost(7),
  ),
  path(
    'POST /api/admin/spend/batches/:id/undo',
    'spend_recorded',
    async () => {
      const { batches } = (await api.call('GET', 'spend/batches')).json()
      await call('POST', `spend/batches/${batches[0].id}/undo`, {})
    },
    async () => {
      await campaign()
      await importFile('9.50')
    },
  ),
  path(
    'POST /api/admin/spend/import',
    'spend_recorded',
    () => importFile('9.50'),
    () => campaign(),
  ),
  path(
    'POST /api/admin/spend/import, a correction',
    'spend_recorded',
    () => importFile('8.25'),
    async () => {
      await campaign()
      await importFile('9.50')
    },
  ),

  path('POST /api/admin/experiments/:name/start', 'experiment_changed', () => step('start')),
  path('POST /api/admin/experiments/:name/runs', 'experiment_changed', () =>
    call('POST', 'experiments/landingPage/runs', { split: [1, 3] }),
  ),
  path('POST /api/admin/experiments/:name/pause', 'experiment_changed', () => step('pause')),
  path(
    'POST /api/admin/experiments/:name/resume',
    'experiment_changed',
    () => step('resume'),
    () => step('pause'),
  ),
  path('POST /api/admin/experiments/:name/end', 'experiment_changed', () => step('end', { winner: 'v2' })),
  path(
    'POST /api/admin/experiments/:name/reopen',
    'experiment_changed',
    () => step('reopen'),
    () => step('end', { winner: null }),
  ),
  path(
    'POST /api/admin/experiments/:name/archive',
    'experiment_changed',
    () => step('archive'),
    () => step('end', { winner: null }),
  ),
]

/** Routes that write no record with events. */
const WITHOUT = [
  'POST /api/admin/login',
  'POST /api/admin/login/passkey',
  'POST /api/admin/login/passkey/options',
  'POST /api/admin/account/password',
  'DELETE /api/admin/account/sessions',
  'DELETE /api/admin/account/sessions/:id',
  'POST /api/admin/account/totp',
  'POST /api/admin/account/totp/confirm',
  'POST /api/admin/account/passkeys/options',
  'POST /api/admin/account/passkeys',
  'DELETE /api/admin/account/factors/:id',
  'POST /api/admin/confirm',
  'POST /api/admin/logout',
  'POST /api/oidc',
  'POST /api/admin/campaigns/:id/check-link',
  'POST /api/admin/domain-config',
  'PATCH /api/admin/conversions',
  'POST /api/admin/conversions/google-ads.csv',
  'POST /api/admin/conversions/microsoft-advertising.csv',
  'POST /api/admin/conversion-credentials',
  'DELETE /api/admin/conversion-credentials/:credentialId',
  'POST /api/admin/leads.csv',
  'POST /api/admin/leads/:leadId/notes',
  'POST /api/admin/onboarding.csv',
  'POST /api/admin/onboarding/:submissionId/notes',
  'POST /api/admin/notifications/retry',
  'POST /api/admin/notifications/test',
  'PUT /api/admin/notifications',
  'PUT /api/admin/internal-traffic',
  'PUT /api/admin/tag',
  'POST /api/opt-out',
  'POST /api/admin/spend/names',
  'POST /api/admin/read-tokens',
  'DELETE /api/admin/read-tokens/:tokenId',
  'PATCH /api/admin/team/:accountId',
  'POST /api/admin/team/invitations',
  'DELETE /api/admin/team/invitations/:username',
  'POST /api/invitation',
]

test('each writing route is in PATHS or in WITHOUT', async () => {
  const routes = new Set<string>()
  const app = openHttp()
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat())
      if (!['GET', 'HEAD', 'OPTIONS'].includes(one)) routes.add(`${one} ${url}`)
  })
  await app.register(apiRoutes({ ...api.deps, config: CONFIG }))
  await app.ready()
  await app.close()
  const known = PATHS.flatMap(([name]) => name.split(',')[0] ?? []).filter(name => name.includes(' /api/'))
  expect([...routes].toSorted()).toEqual([...new Set([...known, ...WITHOUT])].toSorted())
})

const tell = () => until(async () => (await countPending(api.sql)) === 0, 60_000)
const eventsFrom = (at: number): LoggedEvent[] =>
  api.log.appended.slice(at).flatMap(({ value }) => {
    const reading = readEntry({ value })
    if (!reading.ok) throw new Error(`${reading.detail}: ${value}`)
    return reading.envelope.events
  })

type Standing = Record<string, unknown>
const TAGS = `json_build_object('utm_source', utm_source, 'utm_medium', utm_medium, 'utm_campaign', utm_campaign`
const SAME_PERSON = `((other.email_key = leads.email_key AND leads.email_key <> '') OR (other.phone_key = leads.phone_key AND leads.phone_key <> ''))
  AND other.spam_reason = '' AND other.deleted_at IS NULL`
/** Each record's key and state, in the field names of its event. */
const STORED = `
  SELECT event_key::text AS record, json_build_object('status', status, 'spam', spam_reason <> '', 'deleted', deleted_at IS NOT NULL,
    'variant', variant, 'trial', EXISTS (SELECT FROM trial_signups JOIN leads AS other ON other.id = lead_id WHERE ${SAME_PERSON}),
    'onboarding', EXISTS (SELECT FROM onboarding_submissions AS other WHERE ${SAME_PERSON})) AS standing FROM leads
  UNION ALL
  SELECT id::text, json_build_object('name', name, 'platform', platform, 'date', date, 'active', is_active,
    'archivedAt', to_char(archived_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'utm', ${TAGS}, 'utm_content', utm_content, 'utm_term', utm_term)) FROM campaigns
  UNION ALL
  SELECT concat_ws(' ', day, utm_campaign, utm_source, utm_medium, platform, account),
    json_build_object('cost', cost::text, 'clicks', clicks, 'currency', currency) FROM spend
  UNION ALL
  SELECT id::text, json_build_object('experiment', test_name, 'number', version, 'step', step, 'state', state, 'run', run_id,
    'winner', winner) FROM experiment_changes`

/** The event with the highest version, by record. */
const lastWords = (): Map<string, LoggedEvent> => {
  const last = new Map<string, LoggedEvent & { version: number }>()
  for (const event of eventsFrom(0)) {
    if (!('version' in event)) continue
    const record =
      'lead' in event
        ? event.lead
        : 'campaign' in event
          ? event.campaign
          : 'change' in event
            ? event.change
            : [
                event.day,
                event.utm.utm_campaign,
                event.utm.utm_source,
                event.utm.utm_medium,
                event.platform,
                event.account,
              ].join(' ')
    if (event.version > (last.get(record)?.version ?? 0)) last.set(record, event)
  }
  return last
}

const compare = async (): Promise<number> => {
  const stored = await api.sql.unsafe<{ record: string; standing: Standing }[]>(STORED)
  const words = lastWords()
  for (const { record, standing } of stored) expect(words.get(record), record).toMatchObject(standing)
  return stored.length
}

test.each(PATHS)('%s', async (_, expected, act, given) => {
  const before = await given()
  await tell()
  const from = api.log.appended.length
  await act(before as never)
  await tell()
  const types = eventsFrom(from).map(({ type }) => type)
  expect(types.filter(type => type !== 'conversion').toSorted()).toEqual(expected)
  await compare()
})

test('npm run seed writes the events of all its records', async () => {
  const events = monthOfTraffic(api.clock.now)
  const seed = { domain: 'https://www.example.com', now: api.clock.now, currency: 'GBP', country: 'GB' }
  await addRecords(api.sql, events, seed)
  await tell()
  expect(await compare()).toBeGreaterThan(100)
  const told = api.log.appended.length
  await addRecords(api.sql, events, seed)
  await tell()
  expect(api.log.appended.length).toBe(told)
})
