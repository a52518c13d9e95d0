import type { ClickHouseClient } from '@clickhouse/client'
import type { Sql, TransactionSql } from 'postgres'
import { expect, test } from 'vitest'
import type { Log } from '../../log/log.ts'
import { until } from '../testing/until.ts'
import { EXACT } from './judge.ts'
import { inBatchesOf, openPipeline, type Pipeline } from './pipeline.ts'
import { FULL, openRandom } from './random.ts'
import { reportVerdict } from './results.ts'
import { makeTraffic } from './traffic.ts'

test('R-06 projectors that share the partitions refresh the same minutes at the same time: every number is exact', async () => {
  const random = openRandom('R-06')
  const pipeline = await openPipeline()
  const { entries } = makeTraffic(random, { events: FULL ? 20_000 : 600, now: Date.now(), spanMs: 600_000 })
  await pipeline.append(entries)
  const sizes = [17, 23, 31, 13]
  const projectors = sizes.map(size => pipeline.start({ log: inBatchesOf(size) }))
  await pipeline.caughtUp(500_000)
  expect(projectors.flatMap(({ errors }) => errors)).toEqual([])
  const verdict = await pipeline.judge()
  await reportVerdict('R-06', 'projectors at once on shared partitions', sizes.length, verdict)
  expect(verdict).toMatchObject(EXACT)
}, 600_000)

/**
 * As when the machine no longer runs the process: from the given write on, until the gate opens, writes and new
 * transactions wait; frozen, nobody comes back to the log.
 */
const openGate = (closesAtWrite: number) => {
  let opened = Promise.resolve()
  let open = () => {}
  let frozen = new AbortController()
  let writes = 0
  const state = { waiting: 0 }
  return {
    state,
    freeze: () => frozen.abort(),
    open: () => {
      frozen = new AbortController()
      open()
    },
    through: async <T>(write: () => Promise<T>): Promise<T> => {
      writes++
      if (writes === closesAtWrite) opened = new Promise(resolve => (open = resolve))
      state.waiting++
      await opened
      state.waiting--
      return write()
    },
    sql: (sql: Sql): Sql =>
      new Proxy(sql, {
        get: (target, name, receiver) =>
          name === 'begin'
            ? (work: (tx: TransactionSql) => Promise<unknown>) => opened.then(() => target.begin(work))
            : Reflect.get(target, name, receiver),
      }),
    log: (log: Log): Log => ({
      ...log,
      consume: async (group, handle, options) => {
        while (!options.signal.aborted) {
          const signal = AbortSignal.any([options.signal, frozen.signal])
          await log.consume(group, handle, { ...options, signal })
          await opened
        }
      },
    }),
  }
}

const gated = (client: ClickHouseClient, gate: ReturnType<typeof openGate>): ClickHouseClient =>
  Object.assign(Object.create(client), {
    insert: (asked: Parameters<ClickHouseClient['insert']>[0]) => gate.through(() => client.insert(asked)),
    command: (asked: Parameters<ClickHouseClient['command']>[0]) => gate.through(() => client.command(asked)),
  })

/** What PostgreSQL does about a machine that it no longer hears of: its locks and open transactions end. */
const forget = async ({ sql }: Pipeline): Promise<void> => {
  await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
      AND (application_name = 'firsttouch holds locks' OR state = 'idle in transaction')`
}

test('R-06 a projector that is frozen in a write, loses its partitions and wakes: every number is exact', async () => {
  const random = openRandom('R-06 zombie')
  const pipeline = await openPipeline()
  const times = FULL ? 20 : 2
  const { entries } = makeTraffic(random, { events: times * 300, now: Date.now(), spanMs: 600_000 })
  const part = Math.ceil(entries.length / times)
  for (let time = 0; time < times; time++) {
    const gate = openGate(random.int(10, 20))
    await pipeline.append(entries.slice(time * part, (time + 1) * part))
    const zombie = pipeline.start({
      log: log => gate.log(inBatchesOf(60)(log)),
      client: client => gated(client, gate),
      sql: gate.sql,
    })
    try {
      await until(() => gate.state.waiting > 0, 60_000)
      gate.freeze()
      await forget(pipeline)
      const other = pipeline.start({ log: inBatchesOf(45) })
      await pipeline.caughtUp()
      gate.open()
      await until(() => gate.state.waiting === 0, 60_000)
      await zombie.stop()
      await other.stop()
    } finally {
      gate.open()
    }
  }
  const verdict = await pipeline.judge()
  await reportVerdict(
    'R-06',
    'a projector frozen in a write while another takes its partitions',
    times,
    verdict,
  )
  expect(verdict).toMatchObject(EXACT)
}, 600_000)
