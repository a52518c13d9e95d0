/** The log as tables in PostgreSQL. It needs direct connections, because a pooler breaks its session locks. */
import type { Sql } from 'postgres'
import { connect } from '../../stores/connection.ts'
import { openConsumers } from '../consumers.ts'
import { memoizeTimes } from '../known-times.ts'
import type { Log, Place, Position } from '../log.ts'
import { openAppender } from './append.ts'
import { readClaimed } from './claims.ts'
import { openCompactor } from './compact.ts'
import { consumePostgres } from './consume.ts'
import { readTime } from './read.ts'

export const openPostgresLog = async (url: string, { columns = false } = {}): Promise<Log> => {
  const sql = connect(url, { max: 2 })
  const partitions = await prepare(sql).catch(async error => {
    await sql.end({ timeout: 0 })
    throw error
  })
  const appender = openAppender(url, partitions)
  const consumers = openConsumers()
  const compactor = openCompactor(sql, columns ? 'inColumns' : 'densely')
  return {
    append: appender.append,
    consume: (group, handle, options) =>
      consumers.run(options, until => consumePostgres({ url, group, partitions, compactor, handle }, until)),
    positions: group => positionsOf(sql, group),
    moveTo: (group, places) => moveTo(sql, group, places),
    timesAt: memoizeTimes(place => readTime(sql, place)),
    owned: group => readClaimed(sql, group),
    close: async () => {
      await Promise.all([consumers.close(), appender.close()])
      await sql.end({ timeout: 1 })
    },
  }
}

/** Returns the number of partitions. Throws if a power cut could lose acknowledged entries. */
const prepare = async (sql: Sql): Promise<number> => {
  const [durability] = await sql<{ fsync: string; commits: string }[]>`
    SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commits`
  if (durability?.fsync === 'off' || durability?.commits === 'off')
    throw new Error(
      'The PostgreSQL server would acknowledge events that a power cut can still lose: ' +
        'set both fsync and synchronous_commit to "on" there.',
    )
  const [row] = await sql<{ exists: boolean }[]>`SELECT to_regclass('log_partitions') IS NOT NULL AS exists`
  const [count] = row?.exists ? await sql<{ n: number }[]>`SELECT count(*)::int AS n FROM log_partitions` : []
  if (!count?.n) throw new Error('The database has no tables for the log yet: apply the migrations first.')
  return count.n
}

const positionsOf = async (sql: Sql, group: string): Promise<Position[]> => {
  const rows = await sql<Record<keyof Position, string>[]>`
    SELECT log.partition, log.next_offset AS end, coalesce(consumer.next_offset, 0) AS committed,
      coalesce(consumer.reached, 0) AS reached,
      coalesce((SELECT min(first_offset) FROM log_batches WHERE partition = log.partition), log.next_offset) AS start
    FROM log_partitions AS log
    LEFT JOIN log_consumers AS consumer ON consumer.partition = log.partition AND consumer_group = ${group}
    ORDER BY log.partition`
  return rows.map(row => ({
    partition: Number(row.partition),
    start: Number(row.start),
    end: Number(row.end),
    committed: Number(row.committed),
    reached: Number(row.reached),
  }))
}

const moveTo = async (sql: Sql, group: string, places: readonly Place[]): Promise<void> => {
  const moved = places.map(({ partition, offset }) => ({
    consumer_group: group,
    partition,
    next_offset: offset,
    reached: offset,
  }))
  if (moved.length > 0)
    await sql`
      INSERT INTO log_consumers ${sql(moved)}
      ON CONFLICT (consumer_group, partition) DO UPDATE SET next_offset = excluded.next_offset, reached = excluded.reached`
}
