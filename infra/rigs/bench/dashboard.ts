/** The dashboard's calls over a large store, and how they grow with it. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ClickHouseClient } from '@clickhouse/client'
import { buildApi } from '@firsttouch/api/app'
import { ensureStaff } from '@firsttouch/api/auth/accounts'
import { siteConfig } from '@firsttouch/api/forms/site-config'
import { openStore } from '@firsttouch/projector/pipeline/store'
import { PROJECTIONS } from '@firsttouch/projector/projections/index'
import { type Bucket, bucketSql } from '@firsttouch/projector/projections/rollup'
import { openStores, type Stores } from '../../open-stores.ts'
import { readEnv } from '../../platform/env.ts'
import { STAFF } from '../testing/system.ts'
import { quantile } from './load/load.ts'
import { row, type Table } from './table.ts'

const DAYS = 90
const CAMPAIGNS = 2_000
const LEADS = 100_000

/**
 * Ten events a session: a visit, an exposure, and visits; one session in twelve converts at its end, and one in a hundred
 * came by a mistyped tag.
 */
const fillEvents = async (
  client: ClickHouseClient,
  db: string,
  from: number,
  to: number,
  all: number,
): Promise<void> => {
  await client.command({
    query: `
      INSERT INTO ${db}.events (minute, id, type, session, session_minute, occurred_at, received_at, bot, user_agent, network, utm_source,
        utm_medium, utm_campaign, utm_content, utm_term, referrer, page_path, conversion_type, test_name, variant, ab_event,
        properties, log_partition, log_offset, log_index, device, browser)
      WITH
        intDiv(number, 10) AS s, number % 10 AS k, cityHash64(s) AS h,
        (toUnixTimestamp64Milli(now64(3)) - ${DAYS} * 86400000 + intDiv(s * ${DAYS} * 86400000, {sessions: UInt64})) AS start,
        fromUnixTimestamp64Milli(toInt64(start + k * 20000), 'UTC') AS at,
        multiIf(k = 1, 'ab_test', k = 9 AND h % 12 = 0, 'conversion', 'visit') AS kind
      SELECT toStartOfMinute(at), generateUUIDv4(number), kind, concat('utm_', toString(start), '_', toString(s)),
        toStartOfMinute(fromUnixTimestamp64Milli(toInt64(start), 'UTC')), at, at,
        if(h % 50 = 0, 'user_agent', ''), 'Mozilla/5.0', '203.0.113.0/24', ['google', 'facebook', 'bing', 'direct'][h % 4 + 1],
        'cpc', concat(if(h % 101 = 0, 'Campaign-', 'campaign_'), toString(h % ${CAMPAIGNS})), '', '', '', ['/', '/v2', '/original', '/trial-signup'][(h + k) % 4 + 1],
        if(kind = 'conversion', ['button_click', 'form_submission', 'stripe_intent', 'whatsapp_click'][intDiv(h, 16) % 4 + 1], ''),
        if(kind = 'ab_test', 'landingPage', ''), if(kind = 'ab_test', ['control', 'v2'][intDiv(h, 8) % 2 + 1], ''),
        if(kind = 'ab_test', 'variant_assigned', ''), '{}', 0, number, 0,
        ['mobile', 'desktop', 'tablet'][h % 3 + 1], ['Chrome', 'Safari', 'Firefox', 'Edge', 'Samsung Internet'][h % 5 + 1]
      FROM numbers({from: UInt64}, {count: UInt64})`,
    query_params: { from, count: to - from, sessions: Math.ceil(all / 10) },
  })
}

/** As the projector does: only what the events from a place in the log on touched. */
const refreshFrom = async (client: ClickHouseClient, db: string, from: number): Promise<void> => {
  const store = openStore(client, db)
  const bucketsOf = async (bucket: Bucket): Promise<number[]> => {
    const query = `SELECT DISTINCT toUnixTimestamp(${bucketSql(bucket)}) AS b FROM ${db}.events WHERE log_offset >= {from:UInt64} ORDER BY b`
    const result = await client.query({ query, query_params: { from }, format: 'JSONEachRow' })
    return (await result.json<{ b: number }>()).map(({ b }) => b)
  }
  for (const { rollups } of PROJECTIONS)
    for (const rollup of rollups) await store.refresh(rollup, await bucketsOf(rollup.bucket))
}

const fillRecords = async ({ sql }: Stores): Promise<void> => {
  await sql`
    INSERT INTO campaigns (id, name, date, platform, utm_source, utm_medium, utm_campaign, utm_content, utm_term,
      ad_asset_description, notes, generated_url, created_at)
    SELECT gen_random_uuid(), 'Campaign ' || n, current_date, 'Google Ads', 'google', 'cpc', 'campaign_' || n, '', '', '', '',
      'https://example.com/?utm_campaign=campaign_' || n, now() - n * interval '1 hour' FROM generate_series(0, ${CAMPAIGNS - 1}) n`
  await sql`
    INSERT INTO leads (id, name, email, phone, business, message, status, source, session_id, first_touch, spam_reason,
      created_at, updated_at)
    SELECT gen_random_uuid(), 'Person ' || n, 'person' || n || '@example.com', '+44770090' || n, 'Business ' || n,
      'Please call me about the regional plan, number ' || n, (ARRAY['new','contacted','qualified','closed'])[n % 4 + 1],
      'contact_form', 'utm_' || n, jsonb_build_object('utm_source', 'google', 'utm_medium', 'cpc', 'utm_campaign',
        'campaign_' || n % ${CAMPAIGNS}, 'utm_content', '', 'utm_term', ''), '',
      now() - n * interval '1 minute', now() FROM generate_series(1, ${LEADS}) n`
  await sql`ANALYZE`
}

const CALLS: Record<string, string> = {
  'stat cards and sources, all time': 'analytics',
  'stat cards and sources, 30 days': 'analytics?days=30',
  'one source, 30 days': 'analytics?days=30&source=google',
  'over time, all': 'timeseries',
  'over time, 30 days and the 30 before': 'timeseries?days=30',
  'over time, today by the hour': 'timeseries?days=1',
  'one campaign over time, 30 days': 'timeseries?days=30&campaign=campaign_7',
  'versions over time, 30 days': 'variant-series?days=30',
  'landing pages, all time': 'landing-pages',
  'landing pages, 30 days and the 30 before': 'landing-pages?days=30',
  'devices, all time': 'devices',
  'devices of one source, 30 days': 'devices?days=30&source=google',
  'visitors of the last five minutes': 'visitors-now',
  'campaigns with clicks and leads, all time': 'campaigns',
  'campaigns with clicks and leads, 30 days': 'campaigns?days=30',
  'clicks of no campaign, all time': 'unknown-tags',
  'split test with its verdict': 'ab-testing-stats',
  'leads, first page and counts': 'leads/search',
  'leads, searched': 'leads/search?q=number+4711',
  'leads of one campaign': 'leads/search?campaign=campaign_7',
}

type Waits = { p50: number; p95: number }

const measure = async (stores: Stores, times: number): Promise<Map<string, Waits>> => {
  const env = readEnv({})
  await ensureStaff(stores.sql, STAFF)
  const config = {
    site: siteConfig(env),
    pixelId: '',
    formsPerMinute: 0,
    timeZone: 'Europe/London',
    currency: 'GBP',
  }
  const app = await buildApi({ ...stores, clickhouse: stores.clickhouse.client(), config })
  const login = await app.inject({ method: 'POST', url: '/api/admin/login', payload: STAFF })
  const cookie = login.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const waits = new Map(Object.keys(CALLS).map(name => [name, [] as number[]]))
  // In turns, so that a busy moment of the machine is no one call's.
  for (let i = 0; i <= times; i++)
    for (const [name, path] of Object.entries(CALLS)) {
      const start = performance.now()
      const answer = await app.inject({ url: `/api/admin/${path}`, headers: { cookie } })
      if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode} ${answer.body}`)
      if (i > 0) waits.get(name)?.push(performance.now() - start)
    }
  await app.close()
  return new Map(
    [...waits].map(([name, all]) => [name, { p50: quantile(all, 0.5), p95: quantile(all, 0.95) }]),
  )
}

/** `BENCH_MILLIONS=1,2` loads as many millions of events instead, one step after another. */
const stepsFrom = (given: string | undefined, steps: number[]): number[] =>
  given ? given.split(',').map(millions => Number(millions) * 1e6) : steps

export const benchDashboard = async (given: number[], times: number): Promise<Table> => {
  const steps = stepsFrom(process.env.BENCH_MILLIONS, given)
  const dataDir = await mkdtemp(join(tmpdir(), 'firsttouch-bench-'))
  const stores = await openStores(readEnv({ DATA_DIR: dataDir }))
  try {
    await fillRecords(stores)
    const client = stores.clickhouse.client()
    const columns: Map<string, Waits>[] = []
    for (const [index, events] of steps.entries()) {
      const before = steps[index - 1] ?? 0
      await fillEvents(client, stores.db, before, events, Math.max(...steps))
      await refreshFrom(client, stores.db, before)
      columns.push(await measure(stores, times))
    }
    return {
      title: `The dashboard's calls, p50 and p95 in ms: ${CAMPAIGNS} campaigns, ${LEADS.toLocaleString('en-GB')} leads, a tenth as many sessions as events, ${DAYS} days`,
      head: ['', ...steps.map(events => `${events / 1e6} million events`)],
      rows: Object.keys(CALLS).map(name =>
        row(
          name,
          ...columns.map(column => {
            const { p50 = Number.NaN, p95 = Number.NaN } = column.get(name) ?? {}
            return `${Math.round(p50)} / ${Math.round(p95)}`
          }),
        ),
      ),
    }
  } finally {
    await stores.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}
