/** The example queries run and return rows, and the dictionary matches the views. */

import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { project } from '@firsttouch/projector/run'
import { openStore } from '@firsttouch/projector/steps/store'
import {
  campaign,
  conversion,
  exposure,
  lead,
  recordsOf,
  spend,
  visit,
} from '@firsttouch/projector/testing/events'
import { afterAll, expect, test } from 'vitest'
import { NUMBERS_KEY } from '../rigs/testing/analysts/numbers-key.ts'
import { askerOf } from '../rigs/testing/analysts/reporting-engine.ts'
import { openClickHouse } from '../stores/clickhouse.ts'
import { migrateClickHouse } from '../stores/migrate.ts'
import { DICTIONARY_FILE, dictionary } from './dictionary.ts'
import { publishReporting, VIEWS } from './publish.ts'
import { answerAnalyst, textOf } from './sql-port/session.ts'

const text = await readFile(join(import.meta.dirname, 'queries.sql'), 'utf8')
const queries = text
  .split(/;\s*$/m)
  .filter(part => part.trim() !== '')
  .map(part => ({ title: /^-- (\d+\. .+)$/m.exec(part)?.[1] ?? '', query: part }))

const dataDir = await mkdtemp(join(tmpdir(), 'firsttouch-queries-'))
const engine = await openClickHouse({ dataDir })
const client = engine.client()
await migrateClickHouse(client, 'firsttouch_1')
/** Noon, so that all events fall on one day in UTC and in London. */
const at = new Date().setUTCHours(12, 0, 0, 0) - 86_400_000
const session = `utm_${at}_a`
const events = [
  visit({ sessionId: session, at, utm: { utm_source: 'google', utm_campaign: 'spring' } }),
  visit({ sessionId: session, at: at + 1_000, pagePath: '/trial' }),
  exposure('v2', session, at),
  conversion({
    sessionId: session,
    at: at + 60_000,
    conversionType: 'form_submission',
    utm: { utm_source: 'google', utm_campaign: 'spring' },
  }),
  lead({ sessionId: session, at: at + 60_000, utm: { utm_source: 'google', utm_campaign: 'spring' } }),
  // A day without known costs.
  lead({
    lead: '01890000-0000-4000-8000-00000000000b',
    at: at + 86_400_000,
    utm: { utm_source: 'google', utm_campaign: 'spring' },
  }),
  campaign({ utm: { utm_source: 'google', utm_campaign: 'spring' } }),
  spend({ utm: { utm_campaign: 'spring' }, day: new Date(at).toISOString().slice(0, 10) }),
]
const deps = { store: openStore(client, 'firsttouch_1') }
await project(recordsOf(events), deps)
await project(recordsOf([visit({ sessionId: 'utm_2_b', at })], 100, { bot: 'user_agent' }), deps)
await publishReporting(client, { db: 'firsttouch_1', timeZone: 'Europe/London', numbersKey: NUMBERS_KEY })
afterAll(async () => {
  await engine.close()
  await rm(dataDir, { recursive: true, force: true })
})

test('the queries are numbered, each with its question', () => {
  expect(queries.length).toBeGreaterThan(10)
  expect(queries.map(({ title }) => Number.parseInt(title, 10))).toEqual(queries.map((_, index) => index + 1))
})

const answer = async (query: string): Promise<string> => {
  const found = await answerAnalyst(askerOf(engine))({
    query,
    parameters: {},
    settings: {},
    format: 'TSV',
  })
  return textOf(found)
}

test.each(queries)('$title', async ({ query }) => {
  expect(await answer(query)).toMatch(/\d/)
})

test('README’s query and query 21 divide the cost of days with a known cost by the leads of these days', async () => {
  const readme = await readFile(join(import.meta.dirname, 'README.md'), 'utf8')
  const [ofReadme = ''] = /SELECT sum\(cost\)[^`]+/.exec(readme) ?? []
  const byCampaign = queries.find(({ title }) => title.startsWith('21.'))?.query ?? ''
  expect(await answer(ofReadme)).toBe('12.5\n')
  expect(await answer(`SELECT per_lead FROM (${byCampaign})`)).toBe('12.5\n')
})

test('dictionary.md equals the output of the script', async () => {
  expect(await readFile(DICTIONARY_FILE, 'utf8')).toBe(dictionary())
})

test('every view has its published columns: a change needs a new version', async () => {
  const shape = VIEWS.map(({ name, version = 1, columns }) => [
    `${name} ${version}`,
    Object.entries(columns)
      .map(([column, { type }]) => `${column} ${type}`)
      .join(', '),
  ])
  await expect(`${JSON.stringify(Object.fromEntries(shape), null, 2)}\n`).toMatchFileSnapshot(
    'published.json',
  )
})
