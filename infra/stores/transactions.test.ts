import type { ISql } from 'postgres'
import { expect, test } from 'vitest'
import { isAlive } from '../platform/is-alive.ts'
import { openTestPostgres } from '../rigs/testing/stores.ts'
import { until } from '../rigs/testing/until.ts'
import { lazyPostgres, openPostgres } from './postgres.ts'

const open = async () => {
  const { url, sql: other } = await openTestPostgres()
  const { sql, close } = await openPostgres({ url, dataDir: '' })
  const lose = async (pid: number) => {
    await other`SELECT pg_terminate_backend(${pid})`
    // The driver needs a moment to notice that its server process has ended.
    await until(() => !isAlive(pid), 10_000)
    await new Promise(resolve => setTimeout(resolve, 100))
  }
  return { sql, url, lose, close }
}
const pidOf = async (sql: import('postgres').TransactionSql): Promise<number> => {
  const [row] = await sql<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`
  return row?.pid ?? 0
}

test('a transaction whose connection is lost rejects its next statement, and the process survives', async () => {
  const { sql, lose, close } = await open()
  let told: unknown
  const begun = sql.begin(async tx => {
    await lose(await pidOf(tx))
    try {
      await tx`SELECT 1`
    } catch (error) {
      told = error
    }
  })
  await expect(begun).rejects.toThrow(/CONNECTION|terminating/)
  await expect.poll(() => told).toMatchObject({ code: 'CONNECTION_CLOSED' })
  expect([...(await sql`SELECT 2 AS two`)]).toEqual([{ two: 2 }])
  await close()
})

test('commit and rollback are not written to a lost connection', async () => {
  const { sql, lose, close } = await open()
  const outcomes = [async () => 'done', async () => Promise.reject(new Error('no'))]
  for (const outcome of outcomes) {
    const begun = sql.begin(async tx => {
      await lose(await pidOf(tx))
      return outcome()
    })
    await expect(begun).rejects.toThrow(/CONNECTION|terminating/)
  }
  expect([...(await sql`SELECT 2 AS two`)]).toEqual([{ two: 2 }])
  await close()
})

test('a running query rejects when the connection is lost', async () => {
  const { sql, lose, close } = await open()
  const begun = sql.begin(async tx => {
    const pid = await pidOf(tx)
    const slow = tx`SELECT pg_sleep(60)`
    void lose(pid)
    await slow
  })
  await expect(begun).rejects.toThrow(/CONNECTION|terminating/)
  expect([...(await sql`SELECT 2 AS two`)]).toEqual([{ two: 2 }])
  await close()
})

test('statements that wait for their turn in a lost transaction reject too', async () => {
  const { sql, lose, close } = await open()
  let settled: Promise<PromiseSettledResult<unknown>[]> | undefined
  const begun = sql.begin(async tx => {
    const pid = await pidOf(tx)
    settled = Promise.allSettled([tx`SELECT pg_sleep(${60})`, tx`SELECT ${1}::integer`, tx`SELECT 1`])
    await lose(pid)
    await settled
  })
  await expect(begun).rejects.toThrow(/CONNECTION|terminating/)
  expect((await settled)?.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  await close()
})

test('a lost transaction sends nothing on its connection after another transaction has it', async () => {
  const { url, lose } = await open()
  const one = lazyPostgres(url, 1)
  await one.sql`CREATE TABLE late (n integer)`
  const taken = Promise.withResolvers<void>()
  const lost = one.sql.begin(async tx => {
    await lose(await pidOf(tx))
    await taken.promise
    await tx`INSERT INTO late VALUES (1)`
  })
  await expect(lost).rejects.toThrow(/CONNECTION|terminating/)
  await one.sql.begin(async tx => {
    await tx`INSERT INTO late VALUES (2)`
    taken.resolve()
    await new Promise(resolve => setTimeout(resolve, 100))
    await tx`INSERT INTO late VALUES (3)`
  })
  expect([...(await one.sql`SELECT n FROM late ORDER BY n`)]).toEqual([{ n: 2 }, { n: 3 }])
  await one.close()
})

test('an ordinary transaction commits, and rolls back on failure', async () => {
  const { sql, close } = await open()
  await sql`CREATE TABLE kept (n integer)`
  expect(await sql.begin(async tx => (await tx`INSERT INTO kept VALUES (1) RETURNING n`)[0]?.n)).toBe(1)
  const failing = sql.begin(async tx => {
    await tx`INSERT INTO kept VALUES (2)`
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect([...(await sql`SELECT n FROM kept`)]).toEqual([{ n: 1 }])
  await close()
})

test('PostgreSQL ends each transaction whose process falls silent, and the connection’s setting is restored after it', async () => {
  const { sql, close } = await open()
  const limits = async (asked: ISql) => {
    const [row] = await asked<{ name: string; silent: string }[]>`
      SELECT current_setting('application_name') AS name, current_setting('idle_in_transaction_session_timeout') AS silent`
    return { ...row }
  }
  const connection = await sql.reserve()
  const before = await limits(connection)
  connection.release()
  expect(await sql.begin(limits)).toEqual({ name: 'firsttouch holds locks', silent: '8s' })
  expect(await limits(sql)).toEqual(before)
  await close()
})
