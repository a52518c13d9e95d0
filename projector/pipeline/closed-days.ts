/** Days whose sums are complete, by their first second: closed while no batch is under way, and open again before anything of them is refreshed. */
import type { ClickHouseClient } from '@clickhouse/client'
import { INSERT_SETTINGS } from '@firsttouch/infra/stores/clickhouse'
import { DAY_SUMS, type DaySums } from '../projections/days.ts'
import { bucketOfMinute, type Rollup, type Scope } from '../projections/rollup.ts'

const DAY_S = 86_400

/** Those of the buckets whose days are summed again when they are refreshed. No day is closed within an hour, by which clocks may differ. */
export const inDaysOver = ({ table }: Rollup, buckets: number[], now: number) =>
  DAY_SUMS.filter(({ of }) => of.table === table).flatMap(days =>
    buckets
      .map(bucket => ({ of: days.table, bucket, day: bucketOfMinute(days.bucket, bucket) }))
      .filter(({ day }) => day + DAY_S <= now),
  )

/** Before the refresh, whose version it has: of two, the later closing or opening holds. A day that was never closed needs none. */
export const reopenDays = async (
  client: ClickHouseClient,
  db: string,
  parts: [Rollup, Scope][],
  version: string,
): Promise<void> => {
  const now = Date.now() / 1000
  const days = parts.flatMap(([rollup, { buckets }]) => inDaysOver(rollup, buckets, now))
  const over = [...new Set(days.map(({ of, day }) => `('${of}', ${day})`))]
  if (over.length === 0) return
  await client.command({
    query: `
      INSERT INTO ${db}.closed_days (of, day, version, gone)
      SELECT of, day, toUInt64(${version}), 1 FROM ${db}.closed_days
      WHERE (of, toUnixTimestamp(day)) IN (${over.join(', ')}) GROUP BY of, day`,
    clickhouse_settings: INSERT_SETTINGS,
  })
}

export const markDays = async (
  client: ClickHouseClient,
  db: string,
  { table }: DaySums,
  days: number[],
  { zone, version, gone }: { zone: string; version: string; gone: 0 | 1 },
): Promise<void> => {
  await client.command({
    query: `
      INSERT INTO ${db}.closed_days (of, day, zone, version, gone)
      SELECT '${table}', toDateTime(arrayJoin([${days.join(', ')}]), 'UTC'), '${zone}', toUInt64(${version}), ${gone}`,
    clickhouse_settings: INSERT_SETTINGS,
  })
}

/** Anybody can make up sessions of any time: days before 2020 stay open. */
const FIRST_S = Date.parse('2020-01-01T00:00:00Z') / 1000

/** Of those that are over by `until`, the newest first, as these are asked for most. */
export const openDays = async (
  client: ClickHouseClient,
  db: string,
  sums: DaySums,
  { zone, until }: { zone: string; until: number },
): Promise<number[]> => {
  const { of, bucket } = sums
  const [oldest] = await ask<{ day: number }>(
    client,
    `SELECT toUnixTimestamp(toStartOfDay(min(${of.bucket}))) AS day FROM ${db}.${of.table}
     WHERE ${of.bucket} >= toDateTime(${FIRST_S}, 'UTC') HAVING count() > 0`,
  )
  if (!oldest) return []
  const last = bucketOfMinute(bucket, until) - DAY_S
  const all = Array.from({ length: Math.max(0, (last - oldest.day) / DAY_S + 1) }, (_, i) => last - i * DAY_S)
  const closed = await closedDays(client, db, sums, zone)
  return all.filter(day => !closed.has(day))
}

export const closedDays = async (
  client: ClickHouseClient,
  db: string,
  { table }: DaySums,
  zone: string,
): Promise<Set<number>> => {
  const query = `SELECT toUnixTimestamp(day) AS day FROM ${db}.closed_days FINAL WHERE of = '${table}' AND zone = '${zone}'`
  return new Set((await ask<{ day: number }>(client, query)).map(({ day }) => day))
}

const ask = async <Row>(client: ClickHouseClient, query: string): Promise<Row[]> =>
  (await client.query({ query, format: 'JSONEachRow' })).json<Row>()
