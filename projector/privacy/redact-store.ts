/**
 * Takes out of the read models of one generation what they are not to say any more; what they count stays. To be called
 * while no batch is projected.
 */
import type { ClickHouseClient } from '@clickhouse/client'
import { INSERT_SETTINGS } from '@firsttouch/infra/stores/clickhouse'
import { change } from '@firsttouch/infra/stores/cluster'
import { openStore } from '../pipeline/store.ts'
import { ROLLUPS } from '../projections/index.ts'
import { bucketAt, type Rollup } from '../projections/rollup.ts'
import type { NextVersion } from '../projections/versions.ts'

export type StoreRedaction = {
  /** The rows of `events` that still tell what they should not. */
  events: string
  /** What they are set to. */
  set: string
  /** The same rows of a table that names sessions. */
  tables: (rollup: Rollup) => string
  parameters: Record<string, unknown>
}
export type Generation = { clickhouse: ClickHouseClient; db: string }
type Redacted = Generation & { nextVersion: NextVersion }

/** In seconds since 1970. */
type Touched = { minute: number; sessionMinute: number }
const SETTINGS = { ...INSERT_SETTINGS, mutations_sync: '2' } as const
const thatErase = (erasure: Rollup['erasure']) => ROLLUPS.filter(rollup => rollup.erasure === erasure)

/**
 * Read models are computed again from the redacted events, then what they said before is deleted. Whatever is cut short is
 * found again by the sessions' names, so the tables that hold them come last.
 */
export const redactStore = async (generation: Redacted, redaction: StoreRedaction): Promise<void> => {
  const { clickhouse, db } = generation
  const touched = await readTouched(generation, redaction)
  if (touched.length === 0) return
  await change(clickhouse, db, {
    query: `ALTER TABLE {db}.events UPDATE ${redaction.set} WHERE ${redaction.events}`,
    query_params: redaction.parameters,
    clickhouse_settings: SETTINGS,
  })
  const named = thatErase('session')
  const refreshed: [Rollup, Refreshed][] = []
  for (const rollup of named) refreshed.push([rollup, await refresh(generation, rollup, touched)])
  for (const rollup of thatErase('bucket'))
    await deleteReplaced(generation, rollup, await refresh(generation, rollup, touched))
  for (const [rollup, what] of refreshed) await deleteReplaced(generation, rollup, what)
}

const readTouched = async (
  { clickhouse, db }: Generation,
  { events, tables, parameters }: StoreRedaction,
): Promise<Touched[]> => {
  const conditions = [
    ['events', events],
    ...thatErase('session').map(rollup => [rollup.table, tables(rollup)]),
  ]
  const rows = conditions.map(
    ([table, telling]) => `SELECT minute, session_minute FROM ${db}.${table} WHERE ${telling}`,
  )
  const found = await clickhouse.query({
    query: `
      SELECT DISTINCT toUnixTimestamp(minute) AS minute, toUnixTimestamp(session_minute) AS sessionMinute
      FROM (${rows.join(' UNION ALL ')})`,
    query_params: parameters,
    format: 'JSONEachRow',
  })
  return found.json<Touched>()
}

type Refreshed = { version: string; buckets: number[] }
const refresh = async (
  { clickhouse, db, nextVersion }: Redacted,
  rollup: Rollup,
  touched: Touched[],
): Promise<Refreshed> => {
  const buckets = [...new Set(touched.map(one => bucketAt(rollup.bucket, one)))]
  return { version: await openStore(clickhouse, db).refreshAll(rollup, buckets, nextVersion), buckets }
}

/** Named in the statement's text, 12 bytes each. */
const BUCKETS_PER_DELETION = 20_000

/** A row that marks another as gone must not go before that one. */
const deleteReplaced = async (
  { clickhouse, db }: Generation,
  { table, bucket }: Rollup,
  { version, buckets }: Refreshed,
): Promise<void> => {
  for (let from = 0; from < buckets.length; from += BUCKETS_PER_DELETION) {
    const these = `${bucket} IN (${buckets.slice(from, from + BUCKETS_PER_DELETION).join(', ')})`
    for (const old of [`version < ${version}`, 'gone = 1'])
      await change(clickhouse, db, {
        query: `ALTER TABLE {db}.${table} DELETE WHERE ${old} AND ${these}`,
        clickhouse_settings: SETTINGS,
      })
  }
}
