/** The log in PostgreSQL while its server hangs, is frozen or killed. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, expect, test } from 'vitest'
import { cleanUpAfter } from '../../rigs/testing/clean-up.ts'
import { follow, keyIn } from '../../rigs/testing/log/follow-log.ts'
import { holdTransaction } from '../../rigs/testing/postgres/hold-transaction.ts'
import { openTestPostgres } from '../../rigs/testing/stores.ts'
import { until } from '../../rigs/testing/until.ts'
import { openPostgres, type Postgres } from '../../stores/postgres.ts'
import type { Log } from '../log.ts'
import { openLog } from '../open-log.ts'

let database: Postgres
let log: Log
const cleanUp = cleanUpAfter('each')

beforeEach(async () => {
  database = await openTestPostgres()
  log = await openLog(database.url)
  cleanUp.push(log.close)
})

test('the log fails a stuck append after five seconds, and accepts later ones again', async () => {
  const release = await holdTransaction(
    database.sql,
    tx => tx`SELECT FROM log_partitions WHERE partition = 1 FOR UPDATE`,
  )
  const stuck = log.append([{ key: keyIn(1), value: 'stuck' }])
  await expect(stuck).rejects.toThrow(/timeout/)
  await log.append([{ key: keyIn(0), value: 'free' }])
  await release()
  await log.append([{ key: keyIn(1), value: 'free again' }])
})

test('the log closes connections that do not answer', async () => {
  const appendToAll = () =>
    Promise.allSettled([0, 1, 2, 3].map(partition => log.append([{ key: keyIn(partition), value: '' }])))
  await appendToAll()
  const readBackends = () => database.sql<{ pid: number; rests: boolean }[]>`
    SELECT pid, state = 'idle' AND query LIKE '%pg_notify%' AS rests FROM pg_stat_activity
    WHERE application_name = 'firsttouch log' AND datname = current_database() ORDER BY query_start DESC`
  // Waits for the final NOTIFY. A backend that freezes during it would make the next append open a new connection.
  await until(async () => (await readBackends())[0]?.rests === true, 10_000)
  const backends = await readBackends()
  const signalAll = (signal: NodeJS.Signals) => backends.forEach(({ pid }) => void process.kill(pid, signal))
  signalAll('SIGSTOP')
  try {
    const stuck = (await appendToAll()).filter(result => result.status === 'rejected')
    expect(stuck.map(result => String(result.reason))).toContain('Error: no answer within 6000 ms')
    expect((await appendToAll()).map(result => result.status)).not.toContain('rejected')
  } finally {
    signalAll('SIGCONT')
  }
})

test('a log whose server is killed again and again loses no acknowledged entry and delivers each one', async () => {
  // The shared server restarts on the same port. A separate one would not start faster.
  const seen = follow(log)
  const acknowledged: string[] = []
  let writing = true
  const writers = Array.from({ length: 4 }, async (_, writer) => {
    for (let i = 0; writing; i += 1) {
      const value = `${writer} ${i}`
      await log.append([{ key: `key ${i}`, value }]).then(
        () => acknowledged.push(value),
        () => sleep(50),
      )
      await sleep(1)
    }
  })
  for (let kill = 0; kill < 3; kill += 1) {
    await sleep(500)
    process.kill(await serverProcess(), 'SIGKILL')
    const before = acknowledged.length
    await until(() => acknowledged.length > before + 50, 20_000)
  }
  writing = false
  await Promise.all(writers)
  // Unacknowledged entries may be present, so only missing acknowledged entries count.
  const missing = () => {
    const found = new Set(seen.map(record => record.value))
    return acknowledged.filter(value => !found.has(value))
  }
  await until(() => missing().length === 0, 20_000)
})

const serverProcess = async (): Promise<number> => {
  const { sql, close } = await openPostgres({ url: database.url, dataDir: '' })
  const [row] = await sql`SELECT current_setting('data_directory') AS directory`
  await close()
  return Number((await readFile(join(String(row?.directory), 'postmaster.pid'), 'utf8')).split('\n')[0])
}
