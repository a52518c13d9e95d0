/** Sequences of campaigns, visits, reports and typed costs with the expected figures, from `infra/rigs/inputs/costs.json`. */

import { readFileSync } from 'node:fs'
import { publishReporting } from '@firsttouch/infra/reporting/publish'
import { NUMBERS_KEY } from '@firsttouch/infra/rigs/testing/analysts/numbers-key'
import { emptyTables } from '@firsttouch/infra/rigs/testing/empty-tables'
import { logEnvelope } from '@firsttouch/ingest/events'
import { project } from '@firsttouch/projector/run'
import { openStore } from '@firsttouch/projector/steps/store'
import { recordsOf, visit } from '@firsttouch/projector/testing/events'
import { expect, test } from 'vitest'
import type { UnknownTag } from '../contract/campaign.ts'
import { openStaffApi } from '../testing/api.ts'
import { storeSpend } from './store.ts'

const DAY = '2026-02-27'
const NOON = Date.parse(`${DAY}T12:00:00Z`)
const CAMPAIGN = { date: '2026-01-01', platform: 'Other', utmSource: 'google', utmMedium: 'cpc' }
const REPORTS: Record<string, [head: string, tail: string]> = {
  google: ['Campaign,Day,Cost,Clicks', ''],
  microsoft: ['Campaign name,Gregorian date,Spend,Clicks', ''],
  meta: ['Campaign name,Reporting starts,Amount spent (GBP),Link clicks,Reporting ends', `,${DAY}`],
  table: ['Campaign,Date,Cost,Clicks', ''],
}

type Step = {
  campaign?: { name: string; utmSource?: string; utmMedium?: string; platform?: string; adoptTag?: string }
  change?: string
  to?: { name?: string; archived?: boolean }
  report?: string
  account?: string
  rows?: [name: string, cost: string, clicks: number][]
  typed?: { utmCampaign: string; cost: number | null; utmSource?: string; utmMedium?: string }
  /** A row in the format of an earlier release. */
  old?: { utmCampaign: string; cost: string }
  choose?: { name: string; platform?: string; utmCampaign: string; utmSource?: string; utmMedium?: string }
  visits?: [source: string, medium: string, campaign: string, n: number][]
  /** Expected status, if it is not 200 or 201. */
  status?: number
}
type Row = {
  name: string
  input: Step[]
  right: {
    cards: Record<string, Record<string, number | null>>
    total?: number | null
    known?: string[]
    unknown?: Record<string, string>
    bySource?: Record<string, number | null>
  }
}

const rows: Row[] = JSON.parse(
  readFileSync(new URL('../../infra/rigs/inputs/costs.json', import.meta.url), 'utf8'),
)

let sent = 0
const api = await openStaffApi()
await publishReporting(api.clickhouse, {
  db: api.db,
  timeZone: 'Europe/London',
  numbersKey: NUMBERS_KEY,
  reporting: 'reporting_costs',
})

const tell = async (events: Parameters<typeof recordsOf>[0]) => {
  await project(recordsOf(events, sent), { store: openStore(api.clickhouse, api.db) })
  sent += events.length
}

/** Returns the preview's sentences about known costs. */
const take = async (step: Step): Promise<string[]> => {
  const { sql, clock } = api
  let answer: { statusCode: number; json: () => { known: string[]; id: string }[] | never } | undefined
  let known: string[] = []
  if (step.campaign) answer = await api.call('POST', 'campaigns', { ...CAMPAIGN, ...step.campaign })
  if (step.change) {
    const [found] = await sql`SELECT id FROM campaigns WHERE name = ${step.change}`
    answer = await api.call('PATCH', `campaigns/${found?.id}`, step.to)
  }
  if (step.typed) answer = await api.call('POST', 'spend', { entries: [{ date: DAY, ...step.typed }] })
  if (step.choose) answer = await api.call('POST', 'spend/names', { names: [step.choose] })
  if (step.old) {
    const by = { staff: 'ada', now: clock.now, currency: 'GBP', origin: 'import' as const }
    await storeSpend(sql, [{ ...step.old, day: DAY, clicks: null }], by)
  }
  if (step.report) {
    const [head = '', tail = ''] = REPORTS[step.report] ?? []
    const cells = (step.rows ?? []).map(
      ([name, cost, clicks]) =>
        `${name},${DAY},${cost},${clicks}${tail}${step.account ? `,${step.account}` : ''}`,
    )
    const body = [`${head}${step.account ? ',Account name' : ''}`, ...cells].join('\n')
    const send = (query: string) =>
      api.app.inject({
        method: 'POST',
        url: `/api/admin/spend/import${query}`,
        cookies: api.cookies,
        headers: { 'content-type': 'text/csv' },
        body,
      })
    known = (await send('?preview=true')).json().known
    answer = await send('')
  }
  const visits = (step.visits ?? []).flatMap(([utm_source, utm_medium, utm_campaign, n]) =>
    Array.from({ length: n }, () => {
      sent += 1
      return visit({
        at: NOON,
        sessionId: `utm_${NOON}_${sent}`,
        utm: { utm_source, utm_medium, utm_campaign },
      })
    }),
  )
  if (visits.length > 0) await tell(visits)
  if (answer) expect([answer.statusCode, step]).toEqual([step.status ?? (step.campaign ? 201 : 200), step])
  return known
}

test.each(rows)('$name', async ({ input, right }) => {
  await emptyTables(api.sql, 'campaigns', 'spend', 'spend_corrections', 'spend_names', 'leads', 'outbox')
  for (const table of ['events', 'event_minutes', 'event_sums', 'session_events', 'session_sums', 'spend'])
    await api.clickhouse.command({ query: `TRUNCATE TABLE ${api.db}.${table}` })
  let known: string[] = []
  for (const step of input) {
    const said = await take(step)
    if (step.report) known = said
  }
  const cards = (await api.call('GET', 'campaigns?archived=include')).json() as Record<string, unknown>[]
  const found = Object.fromEntries(
    cards.map(one => [`${one.name} ${one.utmSource}/${one.utmMedium}`, one] as const),
  )
  expect(found).toMatchObject(right.cards)
  if (right.known) expect(known).toEqual(right.known)
  const costOf = async (query: string) => (await api.call('GET', `funnel${query}`)).json().cost
  const total = await costOf('')
  if (right.total !== undefined) expect(total).toBe(right.total)
  for (const [source, cost] of Object.entries(right.bySource ?? {}))
    expect([source, await costOf(`?source=${source}`)]).toEqual([source, cost])
  if (right.unknown) {
    const { tags } = (await api.call('GET', 'unknown-tags')).json()
    const meant = tags.map(({ nearest, ...tag }: UnknownTag) => {
      return [
        `${tag.utmSource}/${tag.utmMedium}/${tag.utmCampaign} ${tag.clicks}`,
        nearest && `${nearest.utmSource}/${nearest.utmMedium} ${nearest.likeness}`,
      ]
    })
    expect(Object.fromEntries(meant)).toEqual(right.unknown)
  }
  // The reporting views must show the same cost as the dashboard.
  const entries = await api.sql<
    { value: string }[]
  >`SELECT value FROM outbox WHERE key LIKE 'spend_%' ORDER BY id`
  await tell(entries.flatMap(({ value }) => logEnvelope.parse(JSON.parse(value)).events))
  const query = 'SELECT sumOrNull(cost) AS cost FROM reporting_costs.spend'
  const answer = await (await api.clickhouse.query({ query, format: 'JSONEachRow' })).json<{
    cost: number | null
  }>()
  expect(answer).toEqual([{ cost: total }])
})
