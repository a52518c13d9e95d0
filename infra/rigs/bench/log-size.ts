/** Measures the log in PostgreSQL, before and after compaction: bytes an event on disk, and CPU time to read an event. */
import type { Sql } from 'postgres'
import type { LogEntry } from '../../log/log.ts'
import { openLog } from '../../log/open-log.ts'
import { compact } from '../../log/postgres/compact.ts'
import { readAll } from '../../log/postgres/read.ts'
import type { Packing } from '../../log/postgres/record-batch.ts'
import { withPostgresFromEnv } from '../../stores/postgres-from-env.ts'
import { sessionsOf } from './load/traffic.ts'
import { row, type Table } from './table.ts'

const NETWORKS = 200
const VERSIONS = 40
const REFERRERS = 60
const AT_ONCE = 100
const ROUNDS = 3

/** Senders of many networks and browsers, at realistic times. Each entry has one event, as the tracker's calls for single events create it. */
const entriesOf = (events: number, days: number) => {
  const { count, take } = sessionsOf(events, days)
  return {
    count,
    take: (from: number): LogEntry[] =>
      take(from, AT_ONCE).flatMap(({ entry, events: own }, i) => {
        const index = from + i
        const late = Math.floor(Math.random() * 20_000)
        const key = `utm_${Date.parse(entry.receivedAt) - late}_${Math.floor(Math.random() * 36 ** 9).toString(36)}`
        const said = {
          ...entry,
          network: `203.0.${index % NETWORKS}.0/24`,
          userAgent: `${entry.userAgent} Version/${index % VERSIONS}`,
        }
        return own.map(event => {
          const at = new Date(Date.parse(event.occurredAt) - late).toISOString()
          const from =
            event.type === 'visit' ? { referrer: `https://search${index % REFERRERS}.example/` } : {}
          const one = { ...event, ...from, occurredAt: at, sessionId: key }
          return { key, value: JSON.stringify({ ...said, events: [one] }) }
        })
      }),
  }
}

const packAll = async (sql: Sql, how: Packing): Promise<void> => {
  const partitions = await sql<{ partition: number }[]>`SELECT partition FROM log_partitions`
  for (const { partition } of partitions)
    for (let from = 0; ; ) {
      const step = await compact(sql, partition, from, how)
      if (step.from === from && step.moved === 0) break
      from = step.from
    }
}

const measured = async (sql: Sql, name: string): Promise<string> => {
  await sql`VACUUM FULL log_batches`
  const [size] = await sql<{ bytes: string; rows: string }[]>`
    SELECT pg_total_relation_size('log_batches') AS bytes, count(*) AS rows FROM log_batches`
  const rounds = []
  for (let i = 0; i < ROUNDS; i++) {
    const [began, before] = [performance.now(), process.cpuUsage()]
    let entries = 0
    for await (const _ of readAll(sql)) entries++
    const { user, system } = process.cpuUsage(before)
    rounds.push({
      entries,
      perSecond: entries / ((performance.now() - began) / 1000),
      cpu: (user + system) / entries,
    })
  }
  const [{ entries, perSecond, cpu } = { entries: 0, perSecond: 0, cpu: 0 }] = rounds.toSorted(
    (a, b) => a.cpu - b.cpu,
  )
  return row(name, (Number(size?.bytes) / entries).toFixed(1), Number(size?.rows), perSecond, cpu.toFixed(2))
}

export const benchLogSize = (dataDir: string, events: number): Promise<Table> =>
  withPostgresFromEnv({ DATA_DIR: dataDir }, async ({ sql, url }) => {
    const log = await openLog(url)
    const { count, take } = entriesOf(events, 31)
    for (let from = 0; from < count; from += AT_ONCE) await log.append(take(from))
    await log.close()
    const appended = await measured(sql, `as appended by ${AT_ONCE} concurrent sessions`)
    await packAll(sql, 'densely')
    const packed = await measured(sql, 'compacted')
    await packAll(sql, 'inColumns')
    const columns = await measured(sql, 'compacted into columns (`LOG_COLUMNS=on`)')
    return {
      title: `The log in PostgreSQL, ${events.toLocaleString('en-GB')} events of a month, one event an entry`,
      head: ['', 'bytes an event on disk', 'rows', 'read, events/s', 'CPU of reading, µs an event'],
      rows: [appended, packed, columns],
    }
  })
