/** Reads what is to be followed of buckets that a table may have rows of. */
import type { ClickHouseClient } from '@clickhouse/client'
import { amongTimes, type Cell, type Rollup } from '../../projections/rollup.ts'
import { sessionEvents } from '../../projections/session-events.ts'
import { type Counts, keyOf } from './counts.ts'
import type { Alike } from './sessions.ts'

/** What takes longer to read than the engine to refresh it. */
const MOST_ROWS = 50_000

/** Times as numbers, as the keys of followed rows have them. */
const keysOf = ({ keys }: Rollup): string[] =>
  Object.keys(keys).map(name => (name === 'at' ? 'toUnixTimestamp(at)' : name))

/** Nothing where there are too many. */
const read = async (client: ClickHouseClient, query: string): Promise<Cell[][] | undefined> => {
  const answer = await client.query({
    query: `${query} LIMIT ${MOST_ROWS + 1}`,
    format: 'JSONCompactEachRow',
  })
  const rows = await answer.json<Cell[]>()
  return rows.length > MOST_ROWS ? undefined : rows
}

export const readCounts = async (
  client: ClickHouseClient,
  db: string,
  rollup: Rollup,
  buckets: number[],
): Promise<Map<number, Counts> | undefined> => {
  const { table, bucket } = rollup
  const rows = await read(
    client,
    `SELECT toUnixTimestamp(${bucket}), n, ${keysOf(rollup).join(', ')} FROM ${db}.${table} FINAL WHERE ${amongTimes(bucket, buckets)}`,
  )
  if (!rows) return undefined
  const found = new Map<number, Counts>(buckets.map(one => [one, new Map()]))
  for (const [at, n, ...cells] of rows) found.get(Number(at))?.set(keyOf(cells), Number(n))
  return found
}

/** By the minutes in which their sessions began. */
export const readSessionEvents = async (
  client: ClickHouseClient,
  db: string,
  minutes: number[],
): Promise<Map<number, Alike[]> | undefined> => {
  const names = ['minute', ...Object.keys(sessionEvents.keys)]
  const times: Record<string, string> = {
    at: 'toUnixTimestamp64Milli(at)',
    session_minute: 'toUnixTimestamp(session_minute)',
    minute: 'toUnixTimestamp(minute)',
  }
  const rows = await read(
    client,
    `SELECT n, ${names.map(name => times[name] ?? name).join(', ')} FROM ${db}.session_events FINAL WHERE ${amongTimes('session_minute', minutes)}`,
  )
  if (!rows) return undefined
  const found = new Map<number, Alike[]>(minutes.map(one => [one, []]))
  for (const [n, ...cells] of rows) {
    const row = { n, ...Object.fromEntries(names.map((name, i) => [name, cells[i]])) } as Alike
    found.get(row.session_minute)?.push(row)
  }
  return found
}
