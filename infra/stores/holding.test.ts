import postgres, { type ISql, type TransactionSql } from 'postgres'
import { afterEach, expect, test, vi } from 'vitest'
import { isAlive } from '../platform/is-alive.ts'
import { openStallingProxy } from '../rigs/testing/proxy/stalling-proxy.ts'
import { openTestPostgres } from '../rigs/testing/stores.ts'
import { until } from '../rigs/testing/until.ts'
import { expireWhenSilent, inTransaction, type Lock, terminateStalled, whileLocked } from './holding.ts'
import { openPostgres } from './postgres.ts'

afterEach(() => void vi.useRealTimers())

const open = async () => {
  const { url, sql: other } = await openTestPostgres()
  const { sql, close } = await openPostgres({ url, dataDir: '' })
  return { sql, other, close }
}

test('a transaction whose connection is lost while it works elsewhere has its next sign of life refused in silence', async () => {
  const { sql, other, close } = await open()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const tried = Promise.withResolvers<void>()
  const ended = inTransaction(sql, async tx => {
    const [row] = await tx<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`
    await other`SELECT pg_terminate_backend(${row?.pid ?? 0})`
    await until(() => !isAlive(row?.pid ?? 0), 10_000)
    await until(() => isRefused(tx), 10_000)
    // What a timer throws comes out here; in a process it would be the end.
    tried.resolve(attempt(() => vi.advanceTimersByTime(60_000)))
  })
  await expect(ended).rejects.toThrow(/CONNECTION|terminating/)
  await expect(tried.promise).resolves.toBeUndefined()
  expect([...(await sql`SELECT 2 AS two`)]).toEqual([{ two: 2 }])
  await close()
})

test('a transaction says that it lives for as long as it works, and no longer', async () => {
  const { sql, other, close } = await open()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const saidAt = async (pid: number) => {
    const [row] = await other<{ at: Date; state: string }[]>`
      SELECT query_start AS at, state FROM pg_stat_activity WHERE pid = ${pid}`
    return { at: Number(row?.at), state: row?.state }
  }
  const pid = await inTransaction(sql, async tx => {
    const [row] = await tx<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`
    const before = await saidAt(row?.pid ?? 0)
    vi.advanceTimersByTime(2_000)
    await until(async () => (await saidAt(row?.pid ?? 0)).at > before.at, 10_000)
    return row?.pid ?? 0
  })
  const after = await saidAt(pid)
  expect(after.state).toBe('idle')
  expect(vi.getTimerCount()).toBe(0)
  await close()
})

test('locks end with a silent holder: for a transaction as long as it lasts, else as long as the connection does', async () => {
  const { sql, close } = await open()
  const limits = async (asked: ISql) => {
    const [row] = await asked<{ silent: string; idle: string }[]>`
      SELECT current_setting('idle_session_timeout') AS silent,
        current_setting('idle_in_transaction_session_timeout') AS idle`
    return { ...row }
  }
  const some = { silent: '8s', idle: '8s' }
  expect(await sql.begin(limits)).toMatchObject(some)
  const connection = await sql.reserve()
  expect(await limits(connection)).toMatchObject({ silent: '0', idle: '0' })
  await expireWhenSilent(connection)
  expect(await limits(connection)).toMatchObject(some)
  connection.release()
  expect(await inTransaction(sql, async tx => [await limits(tx), 'done'])).toEqual([
    expect.objectContaining(some),
    'done',
  ])
  await close()
})

test('who hangs in the middle of a statement is ended by the others, and nobody else is', async () => {
  const { url, sql } = await openTestPostgres()
  const hang = async (holds: boolean) => {
    const proxy = await openStallingProxy(url, 'half_way')
    const hanging = holds ? (await openPostgres({ url: proxy.url, dataDir: '' })).sql : postgres(proxy.url)
    hanging.begin(tx => tx`SELECT ${1}::integer AS half_way`).catch(() => undefined)
    await proxy.stalls
    return async () => {
      await proxy.close()
      await hanging.end({ timeout: 1 })
    }
  }
  const waitedFor = async () => {
    const rows = await sql<{ name: string }[]>`
      SELECT application_name AS name FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND state = 'active' AND wait_event = 'ClientRead'
      ORDER BY name`
    return rows.map(({ name }) => name)
  }
  const ends = [await hang(true), await hang(false)]
  const isDone = Promise.withResolvers<void>()
  const alive = inTransaction(sql, async tx => {
    await isDone.promise
    return tx`SELECT 1 AS alive`
  })
  await until(async () => (await waitedFor()).length === 2, 10_000)
  await terminateStalled(sql)
  expect(await waitedFor()).toEqual(['firsttouch holds locks', 'postgres.js'])
  await terminateStalled(sql, 0)
  await until(async () => (await waitedFor()).length === 1, 10_000)
  expect(await waitedFor()).toEqual(['postgres.js'])
  isDone.resolve()
  expect([...(await alive)]).toEqual([{ alive: 1 }])
  for (const end of ends) await end()
})

test('a lock that is held for some work is free while the transaction goes on, and what the work threw fails it', async () => {
  const { sql } = await openTestPostgres()
  const steps: string[] = []
  const isDone = Promise.withResolvers<void>()
  const isHeld = Promise.withResolvers<void>()
  const first = inTransaction(sql, async tx => {
    await whileLocked(tx, [{ lock: 1 }], 'some', async () => {
      isHeld.resolve()
      await until(async () => {
        const [row] = await sql<{ n: number }[]>`
          SELECT count(*)::int AS n FROM pg_locks JOIN pg_database ON pg_database.oid = database
          WHERE datname = current_database() AND NOT granted`
        return row?.n === 1
      }, 10_000)
      steps.push('first')
    })
    await isDone.promise
    return tx`SELECT 1 AS goes_on`
  })
  await isHeld.promise
  await inTransaction(sql, async tx => {
    await whileLocked(tx, [{ lock: 1 }], 'other', async () => void steps.push('another group’s'))
    await whileLocked(tx, [{ lock: 1 }], 'some', async () => void steps.push('second'))
  })
  isDone.resolve()
  expect(steps).toEqual(['another group’s', 'first', 'second'])
  expect([...(await first)]).toEqual([{ goes_on: 1 }])
  const failing = inTransaction(sql, tx =>
    whileLocked(tx, [{ lock: 1 }], 'some', () => Promise.reject(new Error('no'))),
  )
  await expect(failing).rejects.toThrow('no')
})

test('who shares a lock goes beside others who do, and waits for who has it alone', async () => {
  const { sql } = await openTestPostgres()
  const shared = [{ lock: 1, isShared: true as const }]
  const trying = (locks: Lock[]) =>
    sql.begin(async tx => {
      await tx`SET LOCAL lock_timeout = 100`
      return whileLocked(tx, locks, 'some', async () => 'done')
    })
  const beside = (locks: Lock[], other: Lock[]) =>
    sql.begin(tx => whileLocked(tx, locks, 'some', () => trying(other)))
  expect(await beside(shared, shared)).toBe('done')
  await expect(beside(shared, [{ lock: 1 }])).rejects.toThrow('lock timeout')
  await expect(beside([{ lock: 1 }], shared)).rejects.toThrow('lock timeout')
  await expect(beside([{ lock: 2 }, { lock: 1 }], shared)).rejects.toThrow('lock timeout')
})

test('a lock whose connection is lost while the work goes on fails the transaction and ends nothing else', async () => {
  const { sql, other, close } = await open()
  const ended = inTransaction(sql, tx =>
    whileLocked(tx, [{ lock: 1 }], 'some', async () => {
      const [row] = await tx<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`
      await other`SELECT pg_terminate_backend(${row?.pid ?? 0})`
      await until(() => isRefused(tx), 10_000)
    }),
  )
  await expect(ended).rejects.toThrow(/CONNECTION|terminating|lost/)
  expect([...(await sql`SELECT 1 AS lives`)]).toEqual([{ lives: 1 }])
  await close()
})

const isRefused = (tx: TransactionSql): boolean => {
  try {
    tx`SELECT 1`.catch(() => undefined)
    return false
  } catch {
    return true
  }
}
const attempt = async (work: () => unknown): Promise<void> => void work()
