/**
 * After events lost what told about a visitor: the read models that had it are computed again, and what they said before is
 * deleted, replaced rows included. To be called while no round runs.
 */
import type { ClickHouseClient } from '@clickhouse/client'
import { INSERT_SETTINGS } from '@firsttouch/infra/stores/clickhouse'
import { change } from '@firsttouch/infra/stores/cluster'
import { quarterOf } from '../pipeline/rows.ts'
import { openStore } from '../pipeline/store.ts'
import { exposures } from '../projections/exposures.ts'
import { landings, sessionTraffic } from '../projections/landings.ts'
import { leads } from '../projections/leads.ts'
import type { Bucket, Rollup } from '../projections/rollup.ts'
import { sessionConversions } from '../projections/session-conversions.ts'
import { touches } from '../projections/touches.ts'
import { sessionVisits } from '../projections/visitors.ts'

/** The tables by session. The last is the one that the tables of pages are made from. */
export const BY_SESSION = [
  ...exposures.rollups,
  ...sessionConversions.rollups,
  sessionVisits,
  ...touches.rollups,
  ...leads.rollups,
  sessionTraffic,
]
const OF_PAGES = landings.rollups.filter(rollup => rollup !== sessionTraffic)

/** In seconds since 1970. */
export type Touched = { minutes: number[]; sessionMinutes: number[] }
type Place = { clickhouse: ClickHouseClient; db: string }

/** `SELECT minute, session_minute …`: the buckets that are to be done again. */
export const readTouched = async (
  { clickhouse }: Place,
  query: string,
  query_params: Record<string, unknown>,
): Promise<Touched> => {
  const result = await clickhouse.query({
    query: `SELECT DISTINCT toUnixTimestamp(minute) AS minute, toUnixTimestamp(session_minute) AS session FROM (${query})`,
    query_params,
    format: 'JSONEachRow',
  })
  const rows = await result.json<{ minute: number; session: number }>()
  const unique = (numbers: number[]) => [...new Set(numbers)]
  return {
    minutes: unique(rows.map(({ minute }) => minute)),
    sessionMinutes: unique(rows.map(({ session }) => session)),
  }
}

/**
 * `deleteOld` deletes the sessions' old names from a table. Whatever is cut short is found again by those names, which the
 * table that all others depend on therefore keeps until the end.
 */
export const redo = async (
  place: Place,
  touched: Touched,
  deleteOld: (table: string) => Promise<void>,
): Promise<void> => {
  const store = openStore(place.clickhouse, place.db)
  for (const rollup of BY_SESSION) await store.refresh(rollup, touched.minutes)
  for (const rollup of OF_PAGES) await rewrite(place, rollup, bucketsOf(rollup.bucket, touched))
  for (const rollup of BY_SESSION) {
    if (rollup === sessionTraffic) await rewrite(place, rollup, touched.minutes)
    await deleteOld(rollup.table)
  }
}

const bucketsOf = (bucket: Bucket, { minutes, sessionMinutes }: Touched): number[] => {
  const own = bucket.startsWith('session') ? sessionMinutes : minutes
  return bucket.endsWith('quarter') ? [...new Set(own.map(quarterOf))] : own
}

/** Named in the statement's text, 12 bytes each. */
const BUCKETS_PER_DELETION = 20_000

/** What the buckets said before goes first: a row that marks another as gone must not go before that one. */
const rewrite = async (place: Place, rollup: Rollup, buckets: number[]): Promise<void> => {
  const { clickhouse, db } = place
  const { table, bucket } = rollup
  const version = await openStore(clickhouse, db).refreshAll(rollup, buckets)
  for (let from = 0; from < buckets.length; from += BUCKETS_PER_DELETION) {
    const these = `toUnixTimestamp(${bucket}) IN (${buckets.slice(from, from + BUCKETS_PER_DELETION).join(', ')})`
    for (const old of [`version < ${version}`, 'gone = 1'])
      await change(clickhouse, {
        query: `ALTER TABLE ${db}.${table} DELETE WHERE ${old} AND ${these}`,
        clickhouse_settings: { ...INSERT_SETTINGS, mutations_sync: '2', max_query_size: '4194304' },
      })
  }
}
