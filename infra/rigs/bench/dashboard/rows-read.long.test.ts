/** The rows that a dashboard call reads must not grow with the number of events. */
import { apiRoutes } from '@firsttouch/api/app'
import { addStaff, CONFIG, cookiesOf, logIn, openTestApi, type TestApi } from '@firsttouch/api/testing/api'
import { openDays } from '@firsttouch/projector/jobs/days'
import { openStore } from '@firsttouch/projector/steps/store'
import type { FastifyInstance } from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { openHttp } from '../../../platform/http/http.ts'
import { HOUR_MS } from '../../../platform/timing.ts'
import { cleanUpAfter } from '../../testing/clean-up.ts'
import { fillEvents, mergeAll, refreshFrom } from './full-store.ts'
import { countingReads, readsOf } from './rows-read.ts'

const FEW = 60_000
const MANY = 6 * FEW
/** Few quarter-hours and campaigns, so that even the small store has every combination. */
const CAMPAIGNS = 2
const HOURS = 6
const GRANULE = 8_192
/** Months that the store's hours touch. A table has a partition for each month, and no granule is in two partitions. */
const MONTHS = new Set([0, HOURS].map(ago => new Date(Date.now() - ago * HOUR_MS).getUTCMonth())).size
/** Allows 1.5 times the rows plus a granule. At least two granules a month, because rows may cross a granule border. */
const allowed = (rows = 0): number => Math.max(1.5 * rows + GRANULE, 2 * GRANULE * MONTHS)

const MANY_CAMPAIGNS = 600
/** Few days, so that each campaign has visits on each day even in the small store. */
const DAYS_EARLIER = 2
const TODAY = 6_000
const EACH_CAMPAIGN = /^(campaigns|unknown-tags|experiments.*details)/
/** Calls that list campaigns or other values, and reads of `visitor`, which has a row for each session. */
const BY_CAMPAIGN =
  /^(campaigns|unknown-tags)|[?&](campaign|channel|referringSite|keyword|ad|page|device|variant)=|of visitor$/

/** Reads of all granules around one moment. Busier hours have more. A longer past must not add any (third test). */
const OF_ONE_TIME: Record<string, string> = {
  'visitors-now: events': 'the last five minutes, found by the ids of two hours',
  'leads/:leadId/journey: events':
    'one session, since its start, in granules that the index of sessions does not exclude',
  ': session_events of exposure': 'the quarter-hour of a run’s first visitor',
}
/** A search that staff start with a button. It reads the events of the chosen days, as no read model has networks. */
const BY_PRESS = /^click-fraud.*: events$/

const cleanUp = cleanUpAfter('all')

type Route = { url: string; queryNames: string[] }
const ASKED_WITH: Record<string, string> = {
  days: '30',
  source: 'google',
  campaign: 'campaign_1',
  channel: 'Paid search',
  referringSite: 'google.com',
  variant: 'v2',
  keyword: 'keyword 7',
  ad: 'ad-7',
  page: '/v2',
  device: 'mobile',
}
/**
 * The Bloom filter of sessions passes one wrong granule in a hundred. So the test makes each call about a lead for
 * three leads, and counts the fewest rows.
 */
const LEADS = [1, 2, 3].map(n => `0192a3b4-0000-7000-8000-00000000010${n}`)
const CAMPAIGN = '0192a3b4-0000-7000-8000-000000000002'
const PARAMETERS: Record<string, string> = {
  ...{ testName: 'landingPage', name: 'landingPage' },
  id: CAMPAIGN,
}
/** Documentation pages, an endless stream, the projector's own report, and a form that does not exist. */
const NOT_ASKED = /\/docs|\/live$|\/pipeline$|:submissionId$/

const pathsOf = ({ url, queryNames }: Route): string[] => {
  if (url.includes(':leadId'))
    return LEADS.flatMap(lead => pathsOf({ url: url.replace(':leadId', lead), queryNames }))
  const own = url.replace(/:(\w+)/g, (_, name: string) => PARAMETERS[name] ?? name)
  const path = queryNames.includes('by') ? `${own}?by=keyword` : own
  const asked = queryNames
    .filter(name => name in ASKED_WITH)
    .map(name => `${path}${path === own ? '?' : '&'}${name}=${ASKED_WITH[name]}`)
  return [path, ...asked]
}

const openCounted = async ({ sql, clickhouse, log }: TestApi) => {
  const routes: Route[] = []
  const app = openHttp()
  app.addHook('onRoute', ({ method, url, schema }) => {
    if (![method].flat().includes('GET') || !url.startsWith('/api/admin/') || NOT_ASKED.test(url)) return
    const asked = schema?.querystring
    routes.push({ url, queryNames: asked instanceof z.ZodObject ? Object.keys(asked.shape) : [] })
  })
  await app.register(apiRoutes({ sql, log, clickhouse: countingReads(clickhouse), config: CONFIG }))
  await app.ready()
  cleanUp.push(() => app.close())
  return { app, routes }
}

const TABLE =
  /\{db:Identifier\}\.(\w+)(?:(?: AS \w+)?(?: FINAL)?\s+WHERE (?:kind|model) (?:= |IN )([('\w, ]+[')]))?/g
/** Table names, with the kinds of rows where a table holds several. */
const tablesOf = (query: string): string => {
  const tables = [...query.matchAll(TABLE)].map(([, table, kinds]) =>
    kinds ? `${table} of ${kinds.replaceAll(/[('),]/g, '')}` : table,
  )
  return [...new Set(tables)].join(', ')
}

const callOf = (path: string): string =>
  path
    .replace('/api/admin/', '')
    .replace(/0192a3b4-0000-7000-8000-00000000010\d/, ':leadId')
    .replace(CAMPAIGN, ':id')

/** Rows read by each call and table, of the calls that are `wanted`. */
const readAll = async (api: TestApi, wanted = (_call: string) => true): Promise<Map<string, number>> => {
  await mergeAll(api.clickhouse, api.db)
  // A new API instance: an older one has cached answers.
  const { app, routes } = await openCounted(api)
  const cookies = cookiesOf(await logIn(app as unknown as FastifyInstance))
  const found = new Map<string, number>()
  for (const path of routes.flatMap(pathsOf).filter(path => wanted(callOf(path)))) {
    const reads = await readsOf(async () => {
      const answer = await app.inject({ url: path, cookies })
      expect([path, answer.statusCode]).toEqual([path, 200])
    })
    const ofPath = new Map<string, number>()
    for (const { query, rows } of reads) {
      const name = `${callOf(path)}: ${tablesOf(query)}`
      ofPath.set(name, Math.max(ofPath.get(name) ?? 0, rows))
    }
    for (const [name, rows] of ofPath) found.set(name, Math.min(found.get(name) ?? rows, rows))
  }
  return found
}

/** A store with `events` events of the last hours, a campaign that has some of these events, and leads of their sessions. */
const openFilled = async (
  events: number,
  hours = HOURS,
  campaigns = CAMPAIGNS,
  earlier = 0,
): Promise<TestApi> => {
  const api = await openTestApi()
  const { clickhouse, db, sql } = api
  await addStaff(sql)
  const fill = (from: number, to: number, days: number, ago = 0) =>
    fillEvents(clickhouse, db, { from, to, all: to, days, ago, campaigns })
  if (earlier > 0) await fill(0, earlier, DAYS_EARLIER, DAYS_EARLIER)
  await fill(earlier, earlier + events, hours / 24)
  await refreshFrom(clickhouse, db, 0)
  const answer = await clickhouse.query({
    query: `SELECT DISTINCT session FROM ${db}.events LIMIT ${LEADS.length}`,
    format: 'JSONEachRow',
  })
  const sessions = await answer.json<{ session: string }>()
  const touch = {
    utm_source: 'google',
    utm_medium: 'cpc',
    utm_campaign: 'campaign_1',
    utm_content: '',
    utm_term: '',
  }
  for (const [at, lead] of LEADS.entries())
    await sql`
    INSERT INTO leads (id, name, email, phone, business, message, status, source, session_id, first_touch, spam_reason, created_at, updated_at)
    VALUES (${lead}, 'Ada', 'ada@example.com', '', '', '', 'new', 'contact_form', ${sessions[at]?.session ?? ''}, ${sql.json(touch)}, '', now(), now())`
  await sql`
    INSERT INTO campaigns (id, name, date, platform, utm_source, utm_medium, utm_campaign, utm_content, utm_term,
      ad_asset_description, notes, generated_url, created_at)
    VALUES (${CAMPAIGN}, 'Spring', current_date, 'Google Ads', 'google', 'cpc', 'campaign_1', '', '', '', '', 'https://example.com/', now())`
  return api
}

/** The `touch` part has one or two rows for each session. */
const OF_TOUCH = /session_sums of (visitor )?touch/
const isOfOneTime = (name: string) => Object.keys(OF_ONE_TIME).some(known => name.endsWith(known))
const beyond = (counted: Map<string, number>, most: (name: string) => number): string[] =>
  [...counted].filter(([name, rows]) => rows > most(name)).map(([name]) => name)

let few: Map<string, number>
beforeAll(async () => {
  few = await readAll(await openFilled(FEW))
})

test('no call of the dashboard reads more rows for six times the events', async () => {
  const many = await readAll(await openFilled(MANY))
  const growing = beyond(many, name => allowed(few.get(name)))
  expect(growing.filter(name => !isOfOneTime(name) && !BY_PRESS.test(name) && !OF_TOUCH.test(name))).toEqual(
    [],
  )
  for (const known of Object.keys(OF_ONE_TIME))
    expect([...many.keys()]).toContainEqual(expect.stringMatching(new RegExp(`${known}$`)))
})

test('calls that list all campaigns read no more rows for six times the events of closed days', async () => {
  const rows = async (earlier: number) => {
    const api = await openFilled(TODAY, 1, MANY_CAMPAIGNS, earlier)
    const store = openStore(api.clickhouse, api.db)
    const days = await openDays({ ...api, store, timeZone: CONFIG.timeZone })
    expect(await days.writeOver(Date.now(), work => work())).toBeGreaterThanOrEqual(DAYS_EARLIER)
    return readAll(api, call => EACH_CAMPAIGN.test(call))
  }
  const [before, after] = [await rows(FEW), await rows(MANY)]
  expect(beyond(after, name => allowed(before.get(name)))).toEqual([])
  expect(after.size).toBeGreaterThan(4)
})

test('reads around one moment read no more rows if the past is six times as long', async () => {
  const long = await readAll(await openFilled(MANY, 6 * HOURS))
  const growing = beyond(long, name => (few.get(name) ?? 0) + 2 * GRANULE)
  expect(growing.filter(isOfOneTime)).toEqual([])
})

test('calls about all campaigns together read no more rows for hundreds of campaigns', async () => {
  const apart = await readAll(await openFilled(MANY, HOURS, MANY_CAMPAIGNS))
  const growing = beyond(apart, name => allowed(few.get(name)))
  expect(
    growing.filter(
      name => !isOfOneTime(name) && !BY_PRESS.test(name) && !BY_CAMPAIGN.test(name) && !OF_TOUCH.test(name),
    ),
  ).toEqual([])
  expect(growing).toContainEqual(expect.stringMatching(BY_CAMPAIGN))
})
