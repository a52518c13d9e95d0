/** Every metric that a panel shows is one that moves: each is seen to change in real processes when its cause happens. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { PANELS } from '../../deploy/observability/dashboard.ts'
import { inTransaction } from '../../stores/holding.ts'
import { type GrownSystem, startGrown } from '../testing/grown-system.ts'
import { insertBatch } from '../testing/log/log-table.ts'
import type { Service } from '../testing/processes.ts'
import { until } from '../testing/until.ts'
import type { Recording } from './recorder.ts'
import { metricsIn } from './rules.ts'
import { sendSteadily } from './traffic.ts'

vi.setConfig({ testTimeout: 400_000, hookTimeout: 300_000 })

/** Seen in the recordings: each wants minutes, a disk or a certificate of its own. */
const IN_RECORDINGS = [
  'backup_age_seconds',
  'certificate_seconds_left',
  'firsttouch_service',
  'storage_free_ratio',
]
/** The comparison with the log comes a minute after the start and then hourly: too seldom to wait for. These tests see them move. */
const IN_OTHER_TESTS: Record<string, string> = {
  clock_skew_seconds: 'infra/stores/upkeep.test.ts',
  reconcile_difference: 'projector/monitoring/gauges.test.ts',
  reconcile_repaired_buckets_total: 'projector/accounting/reconcile.test.ts',
}
/** They stand as they are, and why a panel shows them all the same. */
const UNMOVED: Record<string, string> = {
  backup_within_seconds: 'the setting, drawn beside the age that it is the limit of',
}

const shown = new Set(PANELS.flatMap(({ targets }) => targets.flatMap(([expr]) => metricsIn(expr))))
const moved = new Set<string>()

/** Entries of each partition that the store is left with. */
const KEPT = 1

let system: GrownSystem
let services: Service[]
const values = async (metric: string): Promise<string> => {
  const texts = await Promise.all(services.map(({ metrics }) => metrics().catch(() => '')))
  return texts
    .map(text =>
      text
        .split('\n')
        .filter(line => new RegExp(`^${metric}[{ ]`).test(line))
        .join('\n'),
    )
    .map((text, at) => text.replace(/^(?=.)/gm, `${at} `))
    .join('\n')
}
const numbersOf = (text: string): string[] => [...text.matchAll(/ (\S+)$/gm)].map(match => match[1] ?? '')
const seriesIn = (text: string): [series: string, value: string][] =>
  text.split('\n').flatMap(line => {
    const at = line.lastIndexOf(' ')
    return at === -1 ? [] : [[line.slice(0, at), line.slice(at + 1)]]
  })

/** Waits until each has moved: a series shows another number than when it was first seen. One that comes or goes does not move. */
const expectMoves = async (metrics: readonly string[], cause: () => Promise<unknown>): Promise<void> => {
  const first = new Map<string, string>()
  const hasMoved = async (name: string): Promise<boolean> => {
    const now = seriesIn(await values(name))
    for (const [series, value] of now) if (!first.has(series)) first.set(series, value)
    return now.some(([series, value]) => first.get(series) !== value)
  }
  await Promise.all(metrics.map(hasMoved))
  await cause()
  for (const name of metrics) {
    await until(() => hasMoved(name), 60_000).catch(() => undefined)
    expect(await hasMoved(name), `${name}: ${numbersOf(await values(name))}`).toBe(true)
    moved.add(name)
  }
}

const post = (url: string, body: unknown): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const visits = (count: number, fields: Record<string, unknown> = {}) => ({
  events: Array.from({ length: count }, (_, n) => ({
    ...{ type: 'visit', id: v7(), sessionId: `utm_${Date.now()}_${n}`, pagePath: '/' },
    ...fields,
  })),
})
const send = async (body: unknown): Promise<void> => {
  expect((await post(`${system.ingest.url}/api/analytics/batch`, body)).status).toBe(202)
}
const contact = () =>
  post(`${system.api.url}/api/contact`, {
    ...{ name: 'Ada', email: 'ada@example.com', phone: '+441632960001', message: 'Please call me.' },
  })
/** Entries that no release can read, past ingest, which would not take them. */
const spoil = (count: number) =>
  system.sql.begin(async sql => {
    const [row] = await sql<{ first: string }[]>`
      UPDATE log_partitions SET next_offset = next_offset + ${count} WHERE partition = 0
      RETURNING next_offset - ${count} AS first`
    const entries = Array.from({ length: count }, () => ({ key: 'utm_1_odd', value: 'not JSON' }))
    await insertBatch(sql, 0, Number(row?.first), entries)
  })
/** No entry is appended meanwhile; in the stronger mode nobody can look for new ones either. */
const whileLocked = (mode: 'EXCLUSIVE' | 'ACCESS EXCLUSIVE', work: () => Promise<void>) =>
  inTransaction(system.sql, async sql => {
    await sql.unsafe(`LOCK TABLE log_partitions IN ${mode} MODE`)
    await work()
  })
const isCaughtUp = async (): Promise<boolean> => {
  const behind = await system.sql`
    SELECT 1 FROM log_partitions AS log LEFT JOIN checkpoints AS done USING (partition)
    WHERE log.next_offset > coalesce(done.next_offset, 0)`
  return behind.length === 0
}

beforeAll(async () => {
  const mail = { SMTP_URL: 'smtp://127.0.0.1:9', NOTIFY_FROM: 'a@example.com', NOTIFY_TO: 'b@example.com' }
  system = await startGrown({
    log: 'postgres',
    projectors: 1,
    env: { ...mail, CANARY_SECONDS: '2', RATE_LIMIT_FORMS_PER_MINUTE: '0' },
  })
  services = [system.ingest, system.api, ...system.projectors]
})
afterAll(() => system?.close())

describe('each moves when its cause happens', { shuffle: false }, () => {
  test('traffic', async () => {
    const stop = sendSteadily(system.ingest.url)
    const byTraffic = [
      ...[
        'ingest_events_total',
        'http_responses_total',
        'ingest_append_seconds_bucket',
        'log_end_offset',
        'projector_batch_seconds_bucket',
      ],
      ...['pipeline_events', 'canary_age_seconds', 'projector_lag_seconds', 'projector_lag_events'],
      ...['process_cpu_seconds_total', 'process_resident_memory_bytes', 'nodejs_eventloop_lag_p99_seconds'],
    ]
    await expectMoves(byTraffic, async () => undefined).finally(stop)
  })

  test('an address in a page, one id with two contents', async () => {
    await expectMoves(['ingest_contact_data_events_total'], () =>
      send(visits(1, { pagePath: '/ada@example.com' })),
    )
    const id = v7()
    await expectMoves(['event_id_conflicts_total'], async () => {
      for (const utm_campaign of ['one', 'two'])
        await send(
          visits(1, { id, utm_campaign, utm_source: 's', utm_medium: 'm', sessionId: 'utm_1_twice' }),
        )
    })
  })

  test('the log stands still, and the mail server is away', async () => {
    const byStandstill = ['ingest_inflight_events', 'log_append_errors_total', 'outbox_pending']
    const byMail = ['notifications_queue', 'notifications_oldest_seconds']
    await whileLocked('ACCESS EXCLUSIVE', async () => {
      await contact()
      await until(async () => (await values('notifications_oldest_seconds')) !== '\n\n', 30_000)
      await expectMoves([...byStandstill, ...byMail], async () => {
        void post(`${system.ingest.url}/api/analytics/batch`, visits(5)).catch(() => undefined)
        expect((await contact()).status).toBeLessThan(300)
      })
    })
  })

  test('the store loses figures and events: that is seen, and projected again when a standby takes over', async () => {
    // So that every partition has more than is left of it.
    for (let n = 0; n < 40; n++) await send(visits(1, { utm_source: 'lost' }))
    // The comparison a minute after the start mends figures: it has been when they are lost.
    await until(async () => (await system.sql`SELECT 1 FROM reconciliations`).length > 0, 90_000)
    services.push(await system.startProjector())
    // What came after the loss would hide it from the standby: nothing comes, not even a canary.
    await whileLocked('EXCLUSIVE', async () => {
      await until(isCaughtUp, 60_000)
      await expectMoves(['pipeline_balanced'], async () => {
        await system.ask('TRUNCATE TABLE firsttouch_1.session_events')
        await system.ask('TRUNCATE TABLE firsttouch_1.event_sums')
        await system.ask(
          `ALTER TABLE firsttouch_1.events DELETE WHERE log_offset > ${KEPT} SETTINGS mutations_sync = 1`,
        )
      })
      await expectMoves(['projector_rebalances_total', 'projector_replayed_events_total'], async () =>
        system.projectors[0]?.end('SIGKILL'),
      )
    })
  })

  test('entries that cannot be read: one, then more than can be chance, and the projector gives its partitions up', async () => {
    await expectMoves(['dlq_total'], () => spoil(1))
    await expectMoves(['projector_stopped', 'projector_partition_owned'], () => spoil(300))
  })

  test('every metric of every panel was seen to move, here or in a recording, or says why it stands', () => {
    const folder = join(import.meta.dirname, 'recorded')
    const recordings = readdirSync(folder).map(
      name => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Recording,
    )
    for (const name of IN_RECORDINGS)
      if (recordings.some(({ series }) => hasMoved(series, name))) moved.add(name)
    const listed = [...Object.keys(UNMOVED), ...Object.keys(IN_OTHER_TESTS)].toSorted()
    expect([...shown].filter(name => !moved.has(name)).toSorted()).toEqual(listed)
  })
})

const hasMoved = (series: Recording['series'], metric: string): boolean =>
  Object.entries(series).some(
    ([name, numbers]) => name.split('{', 1)[0] === metric && new Set(numbers).size > 1,
  )
