/** Makes the read models of a whole generation from its events in bulk, at the engine's speed, instead of batch by batch. */
import type { ClickHouseClient } from '@clickhouse/client'
import { TIERS } from '../projections/index.ts'
import { minuteFor, type Rollup, type Scope, type Span } from '../projections/rollup.ts'
import type { Store } from '../steps/store.ts'

type FillDeps = {
  clickhouse: ClickHouseClient
  db: string
  store: Pick<Store, 'refresh'>
  signal: AbortSignal
}

/** One statement holds the sessions of so many events in memory: some 300 bytes an event. */
const EVENTS_PER_STATEMENT = 1_000_000
const HOUR_S = 3_600

export const fill = ({ clickhouse, db, ...deps }: FillDeps): Promise<void> =>
  fillWith({ ...deps, spansOf: column => spansOf(clickhouse, db, column) })

type Ports = Pick<FillDeps, 'store' | 'signal'> & {
  spansOf: (column: 'minute' | 'session_minute') => Promise<Span[]>
}

/** No batch may run meanwhile. */
export const fillWith = async ({ spansOf, store, signal }: Ports): Promise<void> => {
  const spans = { minute: await spansOf('minute'), sessionMinute: await spansOf('session_minute') }
  const spansFor = ({ bucket }: Rollup): Span[] => spans[minuteFor(bucket)]
  for (const tier of TIERS) {
    const statements = Math.max(0, ...tier.map(rollup => spansFor(rollup).length))
    for (let i = 0; i < statements && !signal.aborted; i++)
      await store.refresh(
        tier.flatMap((rollup): [Rollup, Scope][] => {
          const buckets = spansFor(rollup)[i]
          return buckets ? [[rollup, { buckets }]] : []
        }),
      )
  }
}

/** Whole hours, so that every quarter-hour lies in one span; of as many events as one statement takes. */
const spansOf = async (clickhouse: ClickHouseClient, db: string, column: string): Promise<Span[]> => {
  const answer = await clickhouse.query({
    query: `SELECT toUnixTimestamp(toStartOfHour(${column})) AS hour, count() AS events FROM ${db}.events GROUP BY hour ORDER BY hour`,
    format: 'JSONEachRow',
  })
  const spans: Span[] = []
  let left = 0
  for (const { hour, events } of await answer.json<{ hour: number; events: number | string }>()) {
    const last = spans.at(-1)
    if (last && left >= Number(events)) last.to = hour + HOUR_S
    else {
      spans.push({ from: hour, to: hour + HOUR_S })
      left = EVENTS_PER_STATEMENT
    }
    left -= Number(events)
  }
  return spans
}
