/** Distributes a log's partitions among the consumers of a group, which claim them with advisory locks. */
import { crc32 } from 'node:zlib'
import type { Sql } from 'postgres'
import { expireWhenSilent } from '../../stores/holding.ts'

/**
 * Every consumer holds this lock in shared mode. Counting its holders gives the size of the group. No partition has
 * this number.
 */
const MEMBER = 1_000_000

/**
 * Updates `held`, the partitions of this consumer, to a fair share. The share is rounded up: it is 2 for 4 partitions
 * and 3 consumers. Releases a surplus, or claims free partitions, such as those of a dead consumer.
 */
export const refreshClaims = async (sql: Sql, group: string, partitions: number, held: Set<number>) => {
  const space = spaceOf(group)
  const share = Math.ceil(partitions / (await countMembers(sql, space)))
  for (const partition of [...held].slice(share)) {
    await sql`SELECT pg_advisory_unlock(${space}::int, ${partition}::int)`
    held.delete(partition)
  }
  for (let partition = 0; partition < partitions && held.size < share; partition += 1) {
    if (held.has(partition)) continue
    const [row] = await sql<{ taken: boolean }[]>`
      SELECT pg_try_advisory_lock(${space}::int, ${partition}::int) AS taken`
    if (row?.taken) held.add(partition)
  }
}

export const joinGroup = async (sql: Sql, group: string): Promise<void> => {
  await expireWhenSilent(sql)
  await sql`SELECT pg_advisory_lock_shared(${spaceOf(group)}::int, ${MEMBER}::int)`
}

export const readClaimed = async (sql: Sql, group: string): Promise<Set<number>> => {
  const rows = await sql<{ partition: number }[]>`
    SELECT objid::int AS partition FROM pg_locks
    WHERE ${isOfGroup(sql, spaceOf(group))} AND objid <> ${MEMBER}::int::oid`
  return new Set(rows.map(({ partition }) => partition))
}

const isOfGroup = (sql: Sql, space: number) => sql`
  locktype = 'advisory' AND granted AND objsubid = 2
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
  AND classid = ${space}::int::oid`

const countMembers = async (sql: Sql, space: number): Promise<number> => {
  const [row] = await sql<{ members: number }[]>`
    SELECT count(*)::int AS members FROM pg_locks
    WHERE ${isOfGroup(sql, space)} AND objid = ${MEMBER}::int::oid`
  return Math.max(row?.members ?? 1, 1)
}

/** Upper half of the advisory lock's key. It is positive, so that pg_locks shows the same number. */
const spaceOf = (group: string): number => crc32(`firsttouch log ${group}`) >>> 1
