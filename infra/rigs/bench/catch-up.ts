/** The projector catching up with a full log, beside a raw insert of the same rows into the same engine. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { envelope } from '@firsttouch/ingest/accept'
import type { LoggedEvent } from '@firsttouch/ingest/events'
import { runGenerations } from '@firsttouch/projector/generations/generations'
import { eventRow } from '@firsttouch/projector/pipeline/rows'
import { openStore } from '@firsttouch/projector/pipeline/store'
import { v7 } from 'uuid'
import { openStores, type Stores } from '../../open-stores.ts'
import { readEnv } from '../../platform/env.ts'
import { migrateClickHouse } from '../../stores/migrate.ts'
import { row, type Table } from './table.ts'

const AGENT =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
const DAY_MS = 86_400_000

/** A session of three events: visit, exposure, and for one in ten a conversion. `at` in milliseconds. */
const session = (index: number, at: number): LoggedEvent[] => {
  const sessionId = `utm_${at}_${index.toString(36)}`
  const identity = (ms: number) => ({
    id: v7({ msecs: at + ms }),
    occurredAt: new Date(at + ms).toISOString(),
    sessionId,
  })
  const utm = {
    utm_source: ['google', 'facebook', 'bing'][index % 3] ?? '',
    utm_medium: 'cpc',
    utm_campaign: `campaign_${index % 200}`,
    utm_content: '',
    utm_term: '',
  }
  const variant = index % 2 ? 'v2' : 'control'
  const events: LoggedEvent[] = [
    { type: 'visit', ...identity(0), utm, referrer: '', pagePath: '/' },
    {
      type: 'ab_test',
      ...identity(50),
      testName: 'landingPage',
      variant,
      event: 'variant_assigned',
      conversionType: '',
      properties: {},
    },
  ]
  if (index % 10 === 0)
    events.push({
      type: 'conversion',
      ...identity(30_000),
      conversionType: 'form_submission',
      utm,
      pagePath: '/',
      properties: {},
    })
  else events.push({ type: 'visit', ...identity(20_000), utm, referrer: '', pagePath: '/trial-signup' })
  return events
}

/** Spread evenly over the days, in order, as a log is. */
const timeline = (events: number, days: number, end: number) => (index: number) =>
  Math.floor(end - 60_000 - (1 - (index * 3) / events) * days * DAY_MS)

const fillLog = async ({ log }: Stores, events: number, days: number): Promise<void> => {
  const now = new Date()
  const timeOf = timeline(events, days, now.getTime())
  const entries = (from: number, count: number) =>
    Array.from({ length: count }, (_, i) => {
      const own = session(from + i, timeOf(from + i))
      return {
        key: own[0]?.sessionId ?? '',
        value: JSON.stringify(envelope(own, AGENT, { ip: '203.0.113.7', userAgent: '' }, now)),
      }
    })
  for (let from = 0; from < events / 3; from += 2_000) await log.append(entries(from, 2_000))
}

const caughtUp = async ({ log, db }: Stores): Promise<void> => {
  for (;;) {
    const positions = await log.positions(`projector-${db}`)
    if (positions.every(({ committed, end }) => committed === end)) return
    await sleep(50)
  }
}

/** Seconds of inserting the same rows with nothing else done: no parsing, no roll-ups, no place. */
const rawInsert = async ({ clickhouse }: Stores, events: number, days: number): Promise<number> => {
  const db = 'bench_raw'
  await migrateClickHouse(clickhouse.client(), db)
  const store = openStore(clickhouse.client(), db)
  const now = new Date()
  const timeOf = timeline(events, days, now.getTime())
  let ms = 0
  for (let from = 0; from < events / 3; from += 5_000) {
    const rows = Array.from({ length: 5_000 }, (_, i) => {
      const own = session(from + i, timeOf(from + i))
      const entry = envelope(own, AGENT, { ip: '203.0.113.7', userAgent: '' }, now)
      return own.map((event, index) => eventRow(entry, event, { partition: 0, offset: from + i, index }))
    }).flat()
    const start = performance.now()
    await store.insertEvents(rows)
    ms += performance.now() - start
  }
  await clickhouse.client().command({ query: `DROP DATABASE ${db}` })
  return ms / 1000
}

/** Seconds from asking for a rebuild to the report that compares it, beside the generation that serves. */
const rebuild = async ({ sql }: Stores): Promise<number> => {
  const start = performance.now()
  const [made] = await sql<{ generation: number }[]>`
    INSERT INTO read_models (generation, state) SELECT max(generation) + 1, 'building' FROM read_models RETURNING generation`
  for (;;) {
    const [found] = await sql<{ report: { differences: unknown[] } | null }[]>`
      SELECT report FROM read_models WHERE generation = ${made?.generation ?? 0}`
    if (found?.report?.differences.length) throw new Error('The rebuilt read models differ.')
    if (found?.report) return (performance.now() - start) / 1000
    await sleep(50)
  }
}

export const benchCatchUp = async (events: number, days: number): Promise<Table> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'firsttouch-bench-'))
  const stores = await openStores(readEnv({ DATA_DIR: dataDir }))
  try {
    await fillLog(stores, events, days)
    const raw = await rawInsert(stores, events, days)
    const stop = new AbortController()
    const start = performance.now()
    const running = runGenerations({ ...stores, signal: stop.signal, onError: console.error })
    await caughtUp(stores)
    const seconds = (performance.now() - start) / 1000
    const rebuilt = await rebuild(stores)
    stop.abort()
    await running
    const line = (name: string, took: number) =>
      row(name, events / took, took.toFixed(1), (raw / took).toFixed(2))
    return {
      title: `${events.toLocaleString('en-GB')} events of ${days} days in the log, embedded engine`,
      head: ['', 'events/s', 'seconds', 'of the raw insert'],
      rows: [
        line('raw insert of the same rows, nothing else done', raw),
        line('the projector catches up', seconds),
        line('rebuild beside the serving read models, comparison included', rebuilt),
      ],
    }
  } finally {
    await stores.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}
