/**
 * Elects one leader per generation with a lease in PostgreSQL, which the leader renews (heartbeat). Every takeover
 * increments the epoch, which is the fencing token. A leader with an older epoch can neither commit a checkpoint in
 * PostgreSQL nor run a refresh in ClickHouse. So a leader that froze cannot overwrite its successor's rows.
 */
import { hostname } from 'node:os'
import { type Loop, pause, repeat, within } from '@firsttouch/infra/platform/timing'
import type { Sql, TransactionSql } from 'postgres'

export type Lease = {
  epoch: number
  /** Aborts when the lease is lost or given back. */
  signal: AbortSignal
  /** Returns a version for refreshed rows. It is greater than all versions that this or an earlier epoch has used. */
  nextVersion: () => string
}

/** A standby takes over `ttlMs` after the last renewal. The leader renews more often, so it can miss a renewal. */
const PACE = { ttlMs: 6_000, renewEveryMs: 1_000, standbyEveryMs: 500 }
export type Pace = typeof PACE

/** A version has the epoch in its high bits. Its low 32 bits count the refreshes of the epoch. */
const VERSIONS_PER_EPOCH = 2n ** 32n
export const firstVersionOf = (epoch: number): bigint => BigInt(epoch) * VERSIONS_PER_EPOCH
export const epochOf = (version: string): number => Number(BigInt(version) / VERSIONS_PER_EPOCH)

export class LeaseLost extends Error {
  override name = 'LeaseLost'
  constructor(group: string, epoch: number) {
    super(`Epoch ${epoch} of ${group} is over: another process leads.`)
  }
}

type LeaseDeps = Omit<Loop, 'everyMs'> & {
  sql: Sql
  group: string
  /** Returns the highest epoch that ClickHouse has seen. After a restore, PostgreSQL's epoch may be lower. */
  highestEpoch: () => Promise<number>
  pace?: Pace
}

/** Runs `work` while this process holds the lease. After a loss, waits for the lease again, until the signal aborts. */
export const whileLeading = async (
  { pace = PACE, ...deps }: LeaseDeps,
  work: (lease: Lease) => Promise<void>,
): Promise<void> => {
  const { sql, group, signal, onError } = deps
  while (!signal.aborted) {
    const askedAt = performance.now()
    const acquired = await acquire(sql, group, pace.ttlMs).catch(onError)
    const epoch = acquired && (await raise(deps, acquired).catch(onError))
    if (acquired && !epoch) await release(sql, { group, epoch: acquired }).catch(onError)
    if (epoch) await lead({ ...deps, pace }, { epoch, askedAt }, work)
    else await pause(pace.standbyEveryMs, signal)
  }
}

const lead = async (
  { sql, group, signal, onError, pace }: Required<LeaseDeps>,
  { epoch, askedAt }: { epoch: number; askedAt: number },
  work: (lease: Lease) => Promise<void>,
): Promise<void> => {
  const lost = new AbortController()
  // The TTL starts before the request, so the lease expires in this process no later than in PostgreSQL.
  let validUntil = askedAt + pace.ttlMs
  const renewing = repeat({ signal: lost.signal, onError, everyMs: pace.renewEveryMs }, async () => {
    const now = performance.now()
    if (now > validUntil) return lost.abort(new LeaseLost(group, epoch))
    const renewed = await within(pace.ttlMs / 2, renew(sql, { group, epoch, ttlMs: pace.ttlMs }))
    if (renewed) validUntil = now + pace.ttlMs
    else lost.abort(new LeaseLost(group, epoch))
  })
  try {
    await work({ epoch, signal: AbortSignal.any([signal, lost.signal]), nextVersion: openVersions(epoch) })
  } catch (error) {
    onError(error)
    await pause(pace.standbyEveryMs, signal)
  } finally {
    lost.abort()
    await renewing
    await release(sql, { group, epoch }).catch(onError)
  }
}

const openVersions = (epoch: number): (() => string) => {
  let last = firstVersionOf(epoch)
  return () => String(++last)
}

const holder = `${hostname()} ${process.pid}`

/** Returns the new epoch, or null while another process holds the lease. */
export const acquire = async (sql: Sql, group: string, ttlMs: number): Promise<number | null> => {
  const [row] = await sql<{ epoch: string }[]>`
    INSERT INTO projector_leases AS lease (consumer_group, holder, epoch, expires_at)
    VALUES (${group}, ${holder}, 1, clock_timestamp() + ${ttlMs} * interval '1 ms')
    ON CONFLICT (consumer_group) DO UPDATE
      SET holder = EXCLUDED.holder, epoch = lease.epoch + 1, expires_at = EXCLUDED.expires_at
      -- An expiry too far in the future means that PostgreSQL's clock was set back and the holder has not renewed since.
      WHERE lease.expires_at NOT BETWEEN clock_timestamp() AND clock_timestamp() + ${10 * ttlMs} * interval '1 ms'
    RETURNING epoch`
  return row ? Number(row.epoch) : null
}

type Held = { group: string; epoch: number }

const raise = async ({ sql, group, highestEpoch }: LeaseDeps, epoch: number): Promise<number> => {
  const highest = await highestEpoch()
  if (highest < epoch) return epoch
  await sql`UPDATE projector_leases SET epoch = ${highest + 1} WHERE consumer_group = ${group} AND epoch = ${epoch}`
  return highest + 1
}

export const renew = async (sql: Sql, { group, epoch, ttlMs }: Held & { ttlMs: number }) => {
  const { count } = await sql`
    UPDATE projector_leases SET expires_at = clock_timestamp() + ${ttlMs} * interval '1 ms'
    WHERE consumer_group = ${group} AND epoch = ${epoch}`
  return count > 0
}

export const release = async (sql: Sql, { group, epoch }: Held): Promise<void> => {
  await sql`
    UPDATE projector_leases SET expires_at = clock_timestamp() - interval '1 ms'
    WHERE consumer_group = ${group} AND epoch = ${epoch}`
}

/**
 * Throws LeaseLost unless `epoch` is current. Locks the lease, so a standby cannot take over before the transaction
 * ends. A timeout ends the transaction of a leader that hangs. Returns the next offset of each partition.
 */
export const fence = async (
  tx: TransactionSql,
  group: string,
  epoch: number,
): Promise<Map<number, number>> => {
  const [, rows] = await Promise.all([
    tx`SELECT set_config('transaction_timeout', ${String(PACE.ttlMs)}, true)`,
    tx<{ partition: number | null; next: string }[]>`
      SELECT partition, next_offset AS next FROM projector_leases AS lease LEFT JOIN checkpoints USING (consumer_group)
      WHERE consumer_group = ${group} AND epoch = ${epoch} FOR SHARE OF lease`,
  ])
  if (rows.length === 0) throw new LeaseLost(group, epoch)
  return new Map(
    rows.flatMap(({ partition, next }) => (partition === null ? [] : [[partition, Number(next)]])),
  )
}
