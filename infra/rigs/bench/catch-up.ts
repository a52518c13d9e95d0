/** The projector catches up with a full log, compared with a raw insert of the same rows into the same engine. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventRow, sentBy } from '@firsttouch/projector/entries/rows'
import { runGenerations } from '@firsttouch/projector/generations/generations'
import { openStore } from '@firsttouch/projector/steps/store'
import { openStores, type Stores } from '../../open-stores.ts'
import { readEnv } from '../../platform/env.ts'
import { migrateClickHouse } from '../../stores/migrate.ts'
import { groupOf } from '../../stores/read-models.ts'
import { until } from '../testing/until.ts'
import { openMeter, type Spent, spentRows } from './cpu/threads.ts'
import { fillLog, sessionsOf } from './load/traffic.ts'
import { row, type Table } from './table.ts'

const AT_ONCE = 5_000

type Metered = { seconds: number; spent: Spent }
const metered = async (work: () => Promise<number>): Promise<Metered> => {
  const read = await openMeter(process.pid)
  const seconds = await work()
  return { seconds, spent: await read() }
}

const caughtUp = async ({ log, db }: Stores): Promise<number> => {
  const start = performance.now()
  for (;;) {
    const positions = await log.positions(groupOf(db))
    if (positions.every(({ committed, end }) => committed === end)) return (performance.now() - start) / 1000
    await sleep(50)
  }
}

/** Seconds that the plain insert of the same rows takes, without parsing, roll-ups or offsets. */
const rawInsert = async ({ clickhouse }: Stores, events: number, days: number): Promise<number> => {
  const db = 'bench_raw'
  await migrateClickHouse(clickhouse.client(), db)
  const store = openStore(clickhouse.client(), db)
  const { count, take } = sessionsOf(events, days)
  let ms = 0
  for (let from = 0; from < count; from += AT_ONCE) {
    const rows = take(from, AT_ONCE).flatMap(({ entry, events: own }, i) =>
      own.map((event, index) => eventRow(sentBy(entry), event, { partition: 0, offset: from + i, index })),
    )
    const start = performance.now()
    await store.insertEvents(rows)
    ms += performance.now() - start
  }
  await clickhouse.client().command({ query: `DROP DATABASE ${db}` })
  return ms / 1000
}

/** Waits for the first reconciliation, which reads the whole log. The cost of a rebuild excludes it. */
const compared = ({ sql, db }: Stores): Promise<void> =>
  until(async () => {
    const found = await sql`SELECT FROM reconciliations WHERE consumer_group = ${groupOf(db)}`
    return found.length > 0
  }, 600_000)

/** Seconds from the request of a rebuild to its comparison report, while the present generation serves. Drops the new generation. */
const rebuild = async ({ sql }: Stores, eventsOf: number | null): Promise<number> => {
  const start = performance.now()
  const [made] = await sql<{ generation: number }[]>`
    INSERT INTO read_models (generation, state, events_of) SELECT max(generation) + 1, 'building', ${eventsOf} FROM read_models
    RETURNING generation`
  for (;;) {
    const [found] = await sql<{ report: { differences: unknown[] } | null }[]>`
      SELECT report FROM read_models WHERE generation = ${made?.generation ?? 0}`
    if (found?.report?.differences.length) throw new Error('The rebuilt read models differ.')
    if (found?.report) {
      const seconds = (performance.now() - start) / 1000
      await sql`UPDATE read_models SET state = 'retired' WHERE generation = ${made?.generation ?? 0}`
      return seconds
    }
    await sleep(50)
  }
}

export const benchCatchUp = async (events: number, days: number): Promise<Table[]> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'firsttouch-bench-'))
  const stores = await openStores(readEnv({ DATA_DIR: dataDir }))
  try {
    await fillLog(stores.log, events, days)
    const raw = await metered(() => rawInsert(stores, events, days))
    const stop = new AbortController()
    const running = runGenerations({ ...stores, signal: stop.signal, onError: console.error })
    const caught = await metered(() => caughtUp(stores))
    await compared(stores)
    const rebuilt = await metered(() => rebuild(stores, null))
    const remade = await metered(() => rebuild(stores, 1))
    stop.abort()
    await running
    const line = (name: string, { seconds }: Metered) =>
      row(name, events / seconds, seconds.toFixed(1), (raw.seconds / seconds).toFixed(2))
    return [
      {
        title: `${events.toLocaleString('en-GB')} events of ${days} days in the log, embedded engine`,
        head: ['', 'events/s', 'seconds', 'ratio to the raw insert'],
        rows: [
          line('raw insert of the same rows', raw),
          line('the projector catches up', caught),
          line('rebuild from the log while serving, with comparison', rebuilt),
          line('rebuild from the stored events while serving, with comparison', remade),
        ],
      },
      {
        title: 'CPU time of these works, with the engine and PostgreSQL, µs an event',
        head: ['', 'raw insert, with computing its rows', 'catching up', 'rebuild', 'from the stored events'],
        rows: spentRows(
          [raw, caught, rebuilt, remade].map(({ spent }) => ({ spent, per: events })),
          1,
        ),
      },
    ]
  } finally {
    await stores.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}
