import type { Log, LogRecord } from '@firsttouch/infra/log/log'
import { openTestClickHouse, openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import { until } from '@firsttouch/infra/rigs/testing/until'
import { CHANGED_CHANNEL, groupOf } from '@firsttouch/infra/stores/read-models'
import postgres from 'postgres'
import { Registry } from 'prom-client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openRedaction } from './privacy/redact.ts'
import { openBatch, runProjector } from './run.ts'
import { TooManyDeadLetters } from './steps/dead-letter-limit.ts'
import { pipelineMetrics } from './steps/metrics.ts'
import { conversion, NOON, recordsOf, visit } from './testing/events.ts'
import { openLeader } from './testing/leader.ts'
import { withoutRest } from './testing/without-rest.ts'

/**
 * A log of fixed batches. It repeats a batch after each rejection of `handle`, and continues when `handle` resolves.
 * `beside`: batches that the log gives to `handle` at the same time.
 */
const logOf = (batches: LogRecord[][], beside: LogRecord[][] = []) => {
  const handled: LogRecord[][] = []
  const consume: Log['consume'] = async (_, handle, { signal, startAt }) => {
    await startAt?.(0)
    for (const batch of batches) {
      const outcomes = async () => await Promise.allSettled([batch, ...beside].map(handle))
      while (!signal.aborted && (await outcomes()).some(({ status }) => status === 'rejected'))
        await new Promise(resolve => setTimeout(resolve, 5))
      if (!signal.aborted) handled.push(batch)
    }
  }
  return { handled, consume }
}

const bad = (from: number, to: number): LogRecord[] =>
  recordsOf(
    Array.from({ length: to - from }, () => visit()),
    from,
  ).map(record => ({ ...record, value: 'none' }))
/** `counted` reads the samples of a metric that are not 0. */
const openMetrics = () => {
  const registry = new Registry()
  const metrics = pipelineMetrics(registry)
  const counted = async (name: string) => {
    const { values } = (await registry.getSingleMetric(name)?.get()) ?? { values: [] }
    return values
      .filter(({ value }) => value > 0)
      .map(({ labels, value }) => [...Object.values(labels), value])
  }
  return { registry, metrics, counted }
}

test('the log continues only after the batch, dashboards are notified of changes, and metrics count the batch', async () => {
  const { client, db } = await openTestClickHouse()
  const { sql } = await openTestPostgres()
  const heard: string[] = []
  await sql.listen(CHANGED_CHANNEL, message => void heard.push(message))
  const events = recordsOf([visit(), conversion()], 1)
  const log = logOf([bad(0, 1), events, events])
  const { registry, metrics, counted } = openMetrics()
  let progress = 0

  await runProjector({
    ...(await openLeader({ clickhouse: client, sql, db }, [])),
    log,
    signal: new AbortController().signal,
    onError: fail,
    resting: withoutRest,
    metrics,
    onProgress: () => {
      progress += 1
    },
  })

  expect(log.handled).toHaveLength(3)
  await until(() => heard.length === 2, 20_000)
  const told = JSON.parse(heard[0] ?? '')
  expect(told).toEqual({
    changed: ['analytics', 'campaigns', 'ab-testing-stats'],
    asOf: expect.stringMatching(/Z$/),
    lagMs: Date.parse(told.asOf) - NOON,
  })
  expect(progress).toBe(3)
  expect(await counted('dlq_total')).toEqual([['not_json', 1]])
  expect(await counted('projector_replayed_events_total')).toEqual([[2]])
  expect(await counted('projector_rebalances_total')).toEqual([[1]])
  expect(await registry.getSingleMetricAsString('projector_batch_seconds')).toContain('seconds_count 3')
  expect(await registry.getSingleMetricAsString('dlq_total')).toContain('{reason="refused"} 0')
})

test('the metric of rebalances counts a partition once its start offset is known', async () => {
  const { client, db } = await openTestClickHouse()
  const { sql } = await openTestPostgres()
  const { metrics, counted } = openMetrics()
  const takenUp: unknown[] = []
  const consume: Log['consume'] = async (_, __, { startAt }) => {
    await client.command({ query: `RENAME TABLE ${db}.events TO ${db}.away` })
    takenUp.push(await startAt?.(0).catch(() => 'not known'), await counted('projector_rebalances_total'))
    await client.command({ query: `RENAME TABLE ${db}.away TO ${db}.events` })
    takenUp.push(await startAt?.(0), await counted('projector_rebalances_total'))
  }
  const signal = new AbortController().signal
  const leader = await openLeader({ clickhouse: client, sql, db }, [])
  const deps = { ...leader, signal, onError: fail, metrics }
  await runProjector({ ...deps, log: { consume } })
  expect(takenUp).toEqual(['not known', [], 0, [[1]]])
})

test('when too many entries fail, also over several batches, the projector stops and reports it', async () => {
  const { client, db } = await openTestClickHouse()
  const { sql } = await openTestPostgres()
  const log = logOf([bad(0, 60), bad(60, 120), bad(120, 121)])
  const { metrics, counted } = openMetrics()
  const errors: unknown[] = []
  const signal = new AbortController()

  await runProjector({
    ...(await openLeader({ clickhouse: client, sql, db }, [])),
    log,
    signal: signal.signal,
    onError: error => errors.push(error),
    resting: withoutRest,
    metrics,
    onStopped: () => setImmediate(() => signal.abort()),
  })

  expect(log.handled).toHaveLength(1)
  expect(errors).toEqual([expect.any(TooManyDeadLetters)])
  expect(await counted('projector_stopped')).toEqual([[1]])
  expect(await counted('projector_batch_failures_total')).toEqual([['TooManyDeadLetters', 1]])
  expect(await counted('dlq_total')).toEqual([['not_json', 60]])
})

test('an outage of the store loses nothing: the batch is retried until it is stored, and each failure is reported once', async () => {
  const { client, db } = await openTestClickHouse()
  const { sql } = await openTestPostgres()
  const leader = await openLeader({ clickhouse: client, sql, db }, [])
  let outages = 3
  const failing: typeof leader.store.insertEvents = async rows => {
    if (outages-- > 0) throw new Error('connection refused')
    return leader.store.insertEvents(rows)
  }
  const errors: unknown[] = []
  const beside = recordsOf([visit()]).map(record => ({ ...record, partition: 1 }))
  const log = logOf([recordsOf([visit()])], [beside])

  const signal = new AbortController().signal
  await runProjector({
    ...{ ...leader, store: { ...leader.store, insertEvents: failing } },
    log,
    signal,
    onError: error => errors.push(error),
    resting: withoutRest,
  })

  expect(errors).toHaveLength(3)
  const rows = await client.query({
    query: `SELECT count() AS n FROM ${db}.events FINAL`,
    format: 'JSONEachRow',
  })
  expect(await rows.json()).toEqual([{ n: 2 }])
})

test('the next batch is parsed while the batch before it is projected', async () => {
  const { client, db } = await openTestClickHouse()
  const { sql } = await openTestPostgres()
  const [batch, next] = [recordsOf([visit()]), recordsOf([visit(), visit()], 1)]
  const values = new Set<unknown>(next.map(({ value }) => value))
  const parse = vi.spyOn(JSON, 'parse')
  onTestFinished(() => parse.mockRestore())
  const timesRead = () => parse.mock.calls.filter(([text]) => values.has(text)).length
  const read: number[] = []
  const consume: Log['consume'] = async (_, handle, { ahead }) => {
    ahead?.(next)
    await handle(batch)
    read.push(timesRead())
    await handle(next)
    read.push(timesRead())
  }
  const { signal } = new AbortController()
  await runProjector({
    ...(await openLeader({ clickhouse: client, sql, db }, [])),
    log: { consume },
    signal,
    onError: fail,
    resting: withoutRest,
  })
  // Each entry is parsed once for both rows and counts.
  expect(read).toEqual([2, 2])
})

test('a batch of new events sends eight statements to PostgreSQL, including BEGIN and COMMIT', async () => {
  const { client, db } = await openTestClickHouse()
  const { url } = await openTestPostgres()
  const statements: string[] = []
  const sql = postgres(url, {
    debug: (_, query) => void statements.push(query.trim().split(/\s/, 3).join(' ')),
  })
  onTestFinished(() => sql.end())
  const leader = await openLeader({ clickhouse: client, sql, db }, [])
  const readRedaction = openRedaction(groupOf(db))
  const batch = openBatch({ ...leader, readRedaction, onError: fail })
  await batch(recordsOf([visit()]))
  statements.length = 0
  await batch(recordsOf([visit(), conversion()], 1))
  expect(statements.toSorted()).toEqual([
    'INSERT INTO checkpoints',
    'INSERT INTO event_counts',
    'SELECT partition, next_offset',
    "SELECT set_config('transaction_timeout', $1,",
    'SELECT until, seq,',
    'begin',
    'commit',
    'select pg_notify($1, $2)',
  ])
})

const fail = (error: unknown) => {
  throw error
}
