/** Versions of refreshed rows: of two for one key the higher one is true. */
import type { ClickHouseClient } from '@clickhouse/client'
import type { ISql } from 'postgres'
import { ROLLUPS } from '../projections/index.ts'

/** Higher than every one before, whoever asked for it. Too long for a number of JavaScript. */
export type NextVersion = () => Promise<string>

const give = async (sql: ISql, above: string): Promise<string> => {
  const [given] = await sql<{ version: string }[]>`SELECT next_version(${above}) AS version`
  if (!given) throw new Error('PostgreSQL gave no version.')
  return given.version
}

/** In a transaction of `sql`, or by itself. */
export const versionsFrom =
  (sql: ISql): NextVersion =>
  () =>
    give(sql, '0')

/**
 * From now on those given are higher than all that the tables have: given by a release before these, or lost with the last seconds
 * of a PostgreSQL without power, whose clock may be slow as well.
 */
export const goOnAbove = async (sql: ISql, clickhouse: ClickHouseClient, db: string): Promise<void> => {
  const newest = ROLLUPS.map(({ table }) => `SELECT max(version) AS newest FROM ${db}.${table}`)
  const answer = await clickhouse.query({
    query: `SELECT toString(max(newest)) AS newest FROM (${newest.join(' UNION ALL ')})`,
    format: 'JSONEachRow',
  })
  const [found] = await answer.json<{ newest: string }>()
  await give(sql, found?.newest ?? '0')
}

let last = 0n

/** Where nobody else writes: a test, a measurement. */
export const ownVersions: NextVersion = async () => {
  const now = BigInt(Date.now()) * 1_000_000n
  last = now > last ? now : last + 1n
  return String(last)
}
