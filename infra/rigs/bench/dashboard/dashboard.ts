import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { normaliseRecords } from '@firsttouch/api/inbox/normalise-records'
import { openDays } from '@firsttouch/projector/jobs/days'
import { openStore } from '@firsttouch/projector/steps/store'
import { openStores, type Stores } from '../../../open-stores.ts'
import { readEnv } from '../../../platform/env.ts'
import { KINDS, openMeter, type Spent, spentCells } from '../cpu/threads.ts'
import { quantile } from '../load/load.ts'
import { row, type Table } from '../table.ts'
import { openAsStaff, ZONE } from './as-staff.ts'
import { anHourLater, fillEvents, refreshFrom } from './full-store.ts'
import { PAGE } from './page.ts'
import { benchPress } from './press.ts'

const DAYS = 90
const CAMPAIGNS = 2_000
const SPREAD = { days: DAYS, campaigns: CAMPAIGNS }
const LEADS = 100_000

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
  await normaliseRecords(sql, 'GB')
  // Empty the outbox. Otherwise the API would send its rows to the log during the measurement, and the CPU time would
  // count for the calls.
  await sql`DELETE FROM outbox`
  // PostgreSQL would otherwise maintain its text index during the measurement.
  await sql`VACUUM ANALYZE`
}

const CALLS: Record<string, string> = {
  'stat cards and sources, all time': 'analytics',
  'stat cards and sources, 30 days': 'analytics?days=30',
  'one source, 30 days': 'analytics?days=30&source=google',
  'over time, all': 'timeseries',
  'over time, 30 days and the 30 before': 'timeseries?days=30',
  'over time, today by the hour': 'timeseries?days=1',
  'one campaign over time, 30 days': 'timeseries?days=30&campaign=campaign_7',
  'variants over time, 30 days': 'variant-series?days=30',
  'landing pages, all time': 'landing-pages',
  'landing pages, 30 days and the 30 before': 'landing-pages?days=30',
  'list by keyword, all time': 'traffic?by=keyword',
  'list by keyword, 30 days and the 30 before': 'traffic?by=keyword&days=30',
  'list by campaign, 30 days and the 30 before': 'traffic?by=campaign&days=30',
  'list by page on phones, all time': 'traffic?by=page&device=mobile',
  'list by page on phones, 30 days and the 30 before': 'traffic?by=page&device=mobile&days=30',
  'one keyword and variant over time, 30 days': 'timeseries?days=30&keyword=keyword+7&variant=v2',
  'one keyword by device, 30 days': 'traffic?by=device&days=30&keyword=keyword+7',
  'devices, all time': 'devices',
  'devices of one source, 30 days': 'devices?days=30&source=google',
  'visitors of the last five minutes': 'visitors-now',
  'campaigns with clicks and leads, all time': 'campaigns',
  'campaigns with clicks and leads, 30 days': 'campaigns?days=30',
  'clicks of no campaign, all time': 'unknown-tags',
  'A/B test with its verdict': 'ab-testing-stats',
  'A/B test details': 'experiments/landingPage/details',
  'A/B test over time': 'experiments/landingPage/history',
  'A/B tests, all of them': 'experiments',
  'funnel, 30 days and the 30 before': 'funnel?days=30',
  'funnel of a landing page, all time': 'funnel?variant=v2',
  'funnel of a landing page, 30 days and the 30 before': 'funnel?variant=v2&days=30',
  'funnel of a landing page and campaign, all time': 'funnel?variant=v2&campaign=campaign_7',
  'leads, first page and counts': 'leads/search',
  'leads, searched': 'leads/search?q=number+4711',
  'leads of one campaign': 'leads/search?campaign=campaign_7',
}

const WORKS: [name: string, paths: string[]][] = [
  ...Object.entries(CALLS).map(([name, path]): [string, string[]] => [name, [path]]),
  ['the Traffic page: six calls at once', PAGE],
  ['the Traffic page opened by four people at once', Array(4).fill(PAGE).flat()],
]

type Waits = { p50: number; p95: number; spent: Spent }

const measure = async (stores: Stores, times: number): Promise<Map<string, Waits>> => {
  const { ask, close } = await openAsStaff(stores)
  const waits = new Map(WORKS.map(([name]) => [name, [] as number[]]))
  // Interleave the calls, so that a busy moment of the machine hits all of them alike.
  for (let i = 0; i <= times; i++)
    for (const [name, paths] of WORKS) {
      const start = performance.now()
      await Promise.all(paths.map(ask))
      if (i > 0) waits.get(name)?.push(performance.now() - start)
    }
  const found = new Map<string, Waits>()
  for (const [name, paths] of WORKS) {
    const ms = waits.get(name) ?? []
    const read = await openMeter(process.pid)
    for (let i = 0; i < times; i++) await Promise.all(paths.map(ask))
    found.set(name, { p50: quantile(ms, 0.5), p95: quantile(ms, 0.95), spent: await read() })
  }
  await close()
  return found
}

/** `BENCH_MILLIONS=1,2` overrides the sizes, in millions of events. */
const stepsFrom = (given: string | undefined, steps: number[]): number[] =>
  given ? given.split(',').map(millions => Number(millions) * 1e6) : steps

export const benchDashboard = async (given: number[], times: number): Promise<Table[]> => {
  const steps = stepsFrom(process.env.BENCH_MILLIONS, given)
  const dataDir = await mkdtemp(join(tmpdir(), 'firsttouch-bench-'))
  const stores = await openStores(readEnv({ DATA_DIR: dataDir }))
  try {
    await fillRecords(stores)
    const client = stores.clickhouse.client()
    const columns: Map<string, Waits>[] = []
    const days = await openDays({
      clickhouse: client,
      db: stores.db,
      store: openStore(client, stores.db),
      timeZone: ZONE,
    })
    for (const [index, events] of steps.entries()) {
      const before = steps[index - 1] ?? 0
      await fillEvents(client, stores.db, { from: before, to: events, all: Math.max(...steps), ...SPREAD })
      await refreshFrom(client, stores.db, before)
      await days.writeOver(Date.now(), work => work())
      await anHourLater(client, stores.db, { events, days: DAYS })
      columns.push(await measure(stores, times))
    }
    const largest = [...(columns.at(-1) ?? [])]
    const staff = await openAsStaff(stores)
    const presses = await benchPress(staff)
    await staff.close()
    return [
      {
        title: `The dashboard’s calls, p50 / p95 in ms: ${CAMPAIGNS} campaigns, ${LEADS.toLocaleString('en-GB')} leads, ${DAYS} days, ten events a session`,
        head: ['', ...steps.map(events => `${events / 1e6} million events`)],
        rows: WORKS.map(([name]) =>
          row(
            name,
            ...columns.map(column => {
              const { p50 = Number.NaN, p95 = Number.NaN } = column.get(name) ?? {}
              return `${Math.round(p50)} / ${Math.round(p95)}`
            }),
          ),
        ),
      },
      {
        title: 'CPU of these calls at the largest size, ms',
        head: ['', ...Object.values(KINDS), 'all'],
        rows: largest.map(([name, { spent }]) => row(name, ...spentCells(spent, times * 1_000, 1))),
      },
      presses,
    ]
  } finally {
    await stores.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}
