import { cleanUpAfter } from '@firsttouch/infra/rigs/testing/clean-up'
import { openProxy } from '@firsttouch/infra/rigs/testing/proxy/tcp-proxy'
import { openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import { until } from '@firsttouch/infra/rigs/testing/until'
import { openPostgres } from '@firsttouch/infra/stores/postgres'
import type { Sql } from 'postgres'
import { beforeEach, expect, test } from 'vitest'
import { epochOf, firstVersionOf, type Lease, LeaseLost, whileLeading } from './lease.ts'

/** A sixth of the product's time to live. */
const PACE = { ttlMs: 1_000, renewEveryMs: 150, standbyEveryMs: 50 }
const GROUP = 'a group'
const PATIENCE_MS = 30_000

const cleanUp = cleanUpAfter('each')
let sql: Sql
let url: string
beforeEach(async () => {
  ;({ sql, url } = await openTestPostgres())
})

/** A candidate for the lease. Its work ends when it loses the lease or stops. */
const start = ({ own = sql, highest = 0, work = untilAborted, pace = PACE } = {}) => {
  const stop = new AbortController()
  const leases: Lease[] = []
  const errors: unknown[] = []
  const done = whileLeading(
    {
      ...{ sql: own, group: GROUP, pace, signal: stop.signal },
      highestEpoch: async () => highest,
      onError: error => void errors.push(error),
    },
    lease => {
      leases.push(lease)
      return work(lease)
    },
  )
  const end = async () => {
    stop.abort()
    await done
  }
  cleanUp.push(end)
  const leads = () => leases.at(-1)?.signal.aborted === false
  return { leases, errors, end, leads, epochs: () => leases.map(({ epoch }) => epoch) }
}
const untilAborted = ({ signal }: Lease) =>
  new Promise<void>(resolve => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
const row = async () => {
  const [found] = await sql<{ epoch: string; held: boolean }[]>`
    SELECT epoch, expires_at > clock_timestamp() AS held FROM projector_leases WHERE consumer_group = ${GROUP}`
  return { epoch: Number(found?.epoch), held: found?.held }
}
/** Stores a lease whose holder was killed. It expires in `ms`. */
const heldFor = (ms: number, epoch = 1) => sql`
  INSERT INTO projector_leases VALUES (${GROUP}, 'a killed one', ${epoch}, clock_timestamp() + ${ms} * interval '1 ms')
  ON CONFLICT (consumer_group) DO UPDATE SET epoch = ${epoch}, expires_at = EXCLUDED.expires_at`

test('one of two processes leads, and the other takes over when the first releases the lease', async () => {
  const pace = { ...PACE, ttlMs: 4_000 }
  const first = start({ pace })
  await until(first.leads, PATIENCE_MS)
  const second = start({ pace })
  // Longer than the time to live, so only renewal keeps the lease.
  await new Promise(resolve => setTimeout(resolve, 1.25 * pace.ttlMs))
  expect([first.epochs(), second.epochs()]).toEqual([[1], []])
  await first.end()
  await until(second.leads, PATIENCE_MS)
  expect([first.epochs(), second.epochs()]).toEqual([[1], [2]])
  expect([...first.errors, ...second.errors]).toEqual([])
})

test('another process can acquire a released lease immediately', async () => {
  const { leads, end } = start()
  await until(leads, PATIENCE_MS)
  expect(await row()).toEqual({ epoch: 1, held: true })
  await end()
  expect(await row()).toEqual({ epoch: 1, held: false })
})

test('the lease of a killed process is taken over after it has expired, and not before', async () => {
  await heldFor(5_000)
  const standby = start()
  await new Promise(resolve => setTimeout(resolve, 500))
  expect(standby.leases).toEqual([])
  await heldFor(0)
  await until(standby.leads, PATIENCE_MS)
  expect(standby.epochs()).toEqual([2])
})

test('a lease that expires only in an hour is taken over immediately, because PostgreSQL’s clock was set back', async () => {
  await heldFor(3_600_000)
  const next = start()
  await until(next.leads, PATIENCE_MS)
  expect(next.epochs()).toEqual([2])
})

test('a leader that lost its lease stops at the next renewal and stands by', async () => {
  const leader = start()
  await until(leader.leads, PATIENCE_MS)
  await heldFor(5_000, 2)
  await until(() => !leader.leads(), PATIENCE_MS)
  expect(leader.leases[0]?.signal.reason).toBeInstanceOf(LeaseLost)
  // The former holder did not take the lease back.
  expect(await row()).toEqual({ epoch: 2, held: true })
  await heldFor(0, 2)
  await until(leader.leads, PATIENCE_MS)
  expect(leader.epochs()).toEqual([1, 3])
})

test.each(['cut', 'pause'] as const)(
  'an outage of PostgreSQL that is longer than the lease (%s) ends the leader’s work, and the work restarts afterwards',
  async fault => {
    const { port, hostname } = new URL(url)
    const proxy = await openProxy({ port: Number(port), host: hostname })
    cleanUp.push(proxy.close)
    const through = new URL(url)
    through.host = `127.0.0.1:${proxy.port}`
    const own = await openPostgres({ url: through.href, dataDir: '' })
    cleanUp.push(own.close)
    const leader = start({ own: own.sql })
    await until(leader.leads, PATIENCE_MS)
    proxy[fault]()
    await until(() => !leader.leads(), PATIENCE_MS)
    expect(leader.leases[0]?.signal.reason).toBeInstanceOf(LeaseLost)
    proxy.restore()
    await until(leader.leads, PATIENCE_MS)
    expect(leader.epochs()).toEqual([1, 2])
    await leader.end()
  },
)

test('if the leader’s work fails, the error is reported and the work restarts with the next epoch', async () => {
  let failures = 1
  const work = async (lease: Lease) => {
    if (failures-- > 0) throw new Error('the store is down')
    await untilAborted(lease)
  }
  const leader = start({ work })
  await until(() => leader.leases.length === 2 && leader.leads(), PATIENCE_MS)
  expect(leader.errors).toEqual([new Error('the store is down')])
  expect(leader.epochs()).toEqual([1, 2])
})

test('a new epoch exceeds the highest epoch in ClickHouse, also after an older backup of PostgreSQL was restored', async () => {
  await heldFor(0, 3)
  const leader = start({ highest: 41 })
  await until(leader.leads, PATIENCE_MS)
  expect(leader.epochs()).toEqual([42])
  expect(await row()).toEqual({ epoch: 42, held: true })
})

test('each version of a refresh exceeds all earlier versions, also of earlier epochs', async () => {
  await heldFor(0, 7)
  const { leases, leads } = start()
  await until(leads, PATIENCE_MS)
  const versions = [leases[0], leases[0], leases[0]].map(lease => BigInt(lease?.nextVersion() ?? 0))
  expect(versions).toEqual([1n, 2n, 3n].map(n => firstVersionOf(8) + n))
  expect(versions.map(version => epochOf(String(version)))).toEqual([8, 8, 8])
})
