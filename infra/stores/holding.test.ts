import type { ISql, TransactionSql } from 'postgres'
import { afterEach, expect, test, vi } from 'vitest'
import { isAlive } from '../platform/is-alive.ts'
import { openTestPostgres } from '../rigs/testing/stores.ts'
import { until } from '../rigs/testing/until.ts'
import { expireWhenSilent, inTransaction } from './holding.ts'
import { openPostgres } from './postgres.ts'

afterEach(() => void vi.useRealTimers())

const open = async () => {
  const { url, sql: other } = await openTestPostgres()
  const { sql, close } = await openPostgres({ url, dataDir: '' })
  return { sql, other, close }
}

test('a heartbeat of a transaction whose connection is lost fails silently', async () => {
  const { sql, other, close } = await open()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const tried = Promise.withResolvers<void>()
  const ended = inTransaction(sql, async tx => {
    const [row] = await tx<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`
    await other`SELECT pg_terminate_backend(${row?.pid ?? 0})`
    await until(() => !isAlive(row?.pid ?? 0), 10_000)
    await until(() => isRefused(tx), 10_000)
    // A rejection without a handler would end the process. vitest reports it.
    tried.resolve(attempt(() => vi.advanceTimersByTime(60_000)))
  })
  await expect(ended).rejects.toThrow(/CONNECTION|terminating/)
  await expect(tried.promise).resolves.toBeUndefined()
  expect([...(await sql`SELECT 2 AS two`)]).toEqual([{ two: 2 }])
  await close()
})

test('a transaction sends heartbeats for as long as it works, and no longer', async () => {
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

test('PostgreSQL ends a silent transaction or lock connection after eight seconds, and no other connection', async () => {
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

const isRefused = (tx: TransactionSql): Promise<boolean> =>
  tx`SELECT 1`.then(
    () => false,
    () => true,
  )
const attempt = async (work: () => unknown): Promise<void> => void work()
