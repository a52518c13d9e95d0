/**
 * Versions of refreshed rows: of two for one key the higher one is true. One is asked for after what the refresh reads was written, and
 * before it begins, not within it: another's refresh in between would have read more and have a lower one.
 */
import type { ClickHouseClient } from '@clickhouse/client'
import type { ISql } from 'postgres'
import { DAY_SUMS } from './days.ts'
import { ROLLUPS } from './index.ts'

/** Higher than every one before, whoever asked for it; too long for a number of JavaScript. */
export type NextVersion = () => Promise<string>
/** `previous`: that which was given out before it, to whomever. */
export type Given = { version: string; previous: string }

const give = async (sql: ISql, above: string): Promise<Given> => {
  const [given] = await sql<Given[]>`SELECT version, previous FROM next_version_after(${above})`
  if (!given) throw new Error('PostgreSQL gave no version.')
  return given
}

export const givenFrom =
  (sql: ISql): (() => Promise<Given>) =>
  () =>
    give(sql, '0')

export const versionsFrom =
  (sql: ISql): NextVersion =>
  async () =>
    (await give(sql, '0')).version

/** Above all that the tables have, which another release gave or a PostgreSQL that was restored. */
export const goOnAbove = async (sql: ISql, clickhouse: ClickHouseClient, db: string): Promise<void> => {
  const tables = [...[...ROLLUPS, ...DAY_SUMS].map(({ table }) => table), 'closed_days']
  const newest = tables.map(table => `SELECT max(version) AS newest FROM ${db}.${table}`)
  const answer = await clickhouse.query({
    query: `SELECT toString(max(newest)) AS newest FROM (${newest.join(' UNION ALL ')})`,
    format: 'JSONEachRow',
  })
  const [found] = await answer.json<{ newest: string }>()
  await give(sql, found?.newest ?? '0')
}

let last = 0n

/** Where nobody else writes. */
export const ownVersions: NextVersion = async () => {
  const now = BigInt(Date.now()) * 1_000_000n
  last = now > last ? now : last + 1n
  return String(last)
}
