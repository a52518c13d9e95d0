/** A batch that stops before each step, as long as a test wants it to: looking into the store, noting what it found, inserting, counting, committing. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { ClickHouseClient } from '@clickhouse/client'
import type { LogRecord } from '@firsttouch/infra/log/log'
import { LOCKS } from '@firsttouch/infra/stores/locks'
import type { Sql, TransactionSql } from 'postgres'
import { openBatch } from '../pipeline/run.ts'
import { NO_PAST } from './events.ts'

export const STEPS = ['announce', 'look', 'note', 'insert', 'count', 'commit'] as const
export type Step = (typeof STEPS)[number]
export type Stepped = ReturnType<typeof openStepped>

const LOOK_EVERY_MS = 20

export type Stores = { clickhouse: ClickHouseClient; sql: Sql; db: string }

/** Nobody looks at the roll-ups: `refresh` is what becomes of one. */
export const openStepped = (
  { clickhouse, sql, db }: Stores,
  records: LogRecord[],
  refresh = async (_asked: Parameters<ClickHouseClient['command']>[0]): Promise<unknown> => undefined,
) => {
  let at: Step | 'over' = 'announce'
  let waiting: PromiseWithResolvers<void> | null = null
  let arrived = Promise.withResolvers<void>()
  let backend = 0
  const passed = new Set<Step>()
  const arrive = async (step: Step): Promise<void> => {
    // What has to be noted first makes a batch begin again.
    if (passed.has(step)) return
    passed.add(step)
    at = step
    waiting = Promise.withResolvers()
    arrived.resolve()
    await waiting.promise
  }
  const client: ClickHouseClient = Object.assign(Object.create(clickhouse), {
    query: async (asked: Parameters<ClickHouseClient['query']>[0]) => {
      const isLook = asked.query.includes('PREWHERE events.minute')
      if (isLook) await arrive('look')
      const answer = await clickhouse.query(asked)
      if (isLook) await arrive('note')
      return answer
    },
    insert: async (asked: Parameters<ClickHouseClient['insert']>[0]) => {
      if (asked.table.endsWith('.events')) await arrive('insert')
      return clickhouse.insert(asked)
    },
    command: refresh,
  })
  const stoppingBeforeCounting = (tx: TransactionSql): TransactionSql =>
    new Proxy(tx, {
      apply: (target, self, words) => {
        const ask = () => Reflect.apply(target, self, words)
        return words[1] === LOCKS.counting ? arrive('count').then(ask) : ask()
      },
    })
  const steppedSql: Sql = new Proxy(sql, {
    get: (target, name, receiver) =>
      name === 'begin'
        ? (work: (tx: TransactionSql) => Promise<unknown>) =>
            target.begin(async tx => {
              const [row] = await tx<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`
              backend = row?.pid ?? 0
              await work(stoppingBeforeCounting(tx))
              await arrive('commit')
            })
        : Reflect.get(target, name, receiver),
  })
  const batch = openBatch({ ...NO_PAST, clickhouse: client, sql: steppedSql, db, onError: () => undefined })
  let done = Promise.resolve()
  let failure: unknown
  const waits = async (): Promise<boolean> => {
    const [row] = await sql<{ waits: boolean }[]>`
      SELECT count(*) > 0 AS waits FROM pg_locks WHERE pid = ${backend} AND NOT granted`
    return row?.waits ?? false
  }
  const go = (): void => {
    const left = waiting
    waiting = null
    arrived = Promise.withResolvers()
    if (left) left.resolve()
    else if (at === 'announce') begin()
  }
  const begin = (): void => {
    at = 'look'
    done = batch(records).catch(error => {
      failure = error
    })
    done.finally(() => {
      at = 'over'
      arrived.resolve()
    })
  }

  return {
    /** Lets it take the step that it is before; resolves before the next one, when it is over, or when it waits for somebody. */
    step: async (): Promise<void> => {
      if (at !== 'over' && (waiting || at === 'announce')) go()
      const { promise } = arrived
      const isThere = promise.then(() => true)
      while (!(await Promise.race([isThere, sleep(LOOK_EVERY_MS, false)])) && !(await waits()));
    },
    isOver: (): boolean => at === 'over',
    /** Its process is gone. */
    die: async (): Promise<void> => {
      waiting?.reject(Object.assign(new Error('gone'), { code: 'ECONNRESET' }))
      await done
    },
    /** PostgreSQL no longer hears of it: its locks are free, and what it is about to write to the store comes later. */
    freeze: async (): Promise<void> => void (await sql`SELECT pg_terminate_backend(${backend})`),
    wake: async (): Promise<void> => {
      go()
      await done
    },
    end: async (): Promise<void> => {
      while (at !== 'over') {
        if (waiting || at === 'announce') go()
        await arrived.promise
      }
      if (failure) throw failure
    },
  }
}
