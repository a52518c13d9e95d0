/** Redacts the read models of one generation. No batch may run at the same time. */
import type { ClickHouseClient } from '@clickhouse/client'
import { INSERT_SETTINGS } from '@firsttouch/infra/stores/clickhouse'
import { selectRows } from '@firsttouch/infra/stores/rows'
import { ROLLUPS } from '../projections/index.ts'
import { bucketAt, type Rollup } from '../projections/rollup.ts'
import { openQuestions } from '../steps/questions.ts'
import type { Store } from '../steps/store.ts'

export type StoreRedaction = {
  /** SQL condition for the rows of `events` that still need redacting. */
  events: string
  /** Assignments of the `ALTER TABLE … UPDATE`. */
  set: string
  /** Returns an SQL condition for the rows to redact in a read model with session ids. */
  tables: (rollup: Rollup) => string
  parameters: Record<string, unknown>
}
export type Generation = {
  clickhouse: ClickHouseClient
  db: string
  store: Pick<Store, 'refresh'>
}

/** Seconds since 1970. */
type Touched = { minute: number; sessionMinute: number }
const SETTINGS = { ...INSERT_SETTINGS, mutations_sync: '2' } as const
const thatErase = (erasure: Rollup['erasure']) => ROLLUPS.filter(rollup => rollup.erasure === erasure)

export const redactStore = (generation: Generation, redaction: StoreRedaction): Promise<void> =>
  redactWith({
    store: generation.store,
    readTouched: () => readTouched(generation, redaction),
    redactEvents: () =>
      generation.clickhouse.command({
        query: `ALTER TABLE ${generation.db}.events UPDATE ${redaction.set} WHERE ${redaction.events}`,
        query_params: redaction.parameters,
        clickhouse_settings: SETTINGS,
      }),
    endWrites: openQuestions(generation.clickhouse, generation.db).endWrites,
    deleteReplaced: (rollup, refreshed) => deleteReplaced(generation, rollup, refreshed),
  })

type Ports = Pick<Generation, 'store'> & {
  readTouched: () => Promise<Touched[]>
  redactEvents: () => Promise<unknown>
  endWrites: () => Promise<unknown>
  deleteReplaced: (rollup: Rollup, refreshed: Refreshed) => Promise<void>
}

/**
 * Redacts `events`, refreshes the read models from it, and then deletes the replaced rows. A crash in between must not
 * leave personal data behind. The next attempt finds unfinished work by stored session ids (`readTouched`). So the rows
 * of tables with session ids are deleted last.
 */
export const redactWith = async (ports: Ports): Promise<void> => {
  const touched = await ports.readTouched()
  if (touched.length === 0) return
  await ports.redactEvents()
  const refreshed: [Rollup, Refreshed][] = []
  for (const rollup of [...thatErase('session'), ...thatErase('bucket')])
    refreshed.push([rollup, await refresh(ports, rollup, touched)])
  // After a broken connection, an earlier refresh may still run and write unredacted rows.
  await ports.endWrites()
  for (const [rollup, what] of refreshed.toReversed()) await ports.deleteReplaced(rollup, what)
}

const readTouched = ({ clickhouse, db }: Generation, { events, tables, parameters }: StoreRedaction) => {
  const conditions = [
    ['events', events],
    ...thatErase('session').map(rollup => [rollup.table, tables(rollup)]),
  ]
  const rows = conditions.map(
    ([table, condition]) => `SELECT minute, session_minute FROM ${db}.${table} WHERE ${condition}`,
  )
  return selectRows<Touched>(
    clickhouse,
    `
      SELECT DISTINCT toUnixTimestamp(minute) AS minute, toUnixTimestamp(session_minute) AS sessionMinute
      FROM (${rows.join(' UNION ALL ')})`,
    parameters,
  )
}

type Refreshed = { version: string; buckets: number[] }
const refresh = async ({ store }: Pick<Generation, 'store'>, rollup: Rollup, touched: Touched[]) => {
  const buckets = [...new Set(touched.map(one => bucketAt(rollup.bucket, one)))]
  return { version: await store.refresh([[rollup, { buckets }]]), buckets }
}

/** Limits the length of a statement. Each bucket takes 12 bytes. */
const BUCKETS_PER_DELETION = 20_000

/** Deletes `gone` rows last, because a `gone` row hides the replaced rows of its key. Keeps rows of a later leader. */
const deleteReplaced = async (
  { clickhouse, db }: Omit<Generation, 'store'>,
  { table, bucket }: Rollup,
  { version, buckets }: Refreshed,
): Promise<void> => {
  for (let from = 0; from < buckets.length; from += BUCKETS_PER_DELETION) {
    const these = `${bucket} IN (${buckets.slice(from, from + BUCKETS_PER_DELETION).join(', ')})`
    for (const old of [`version < ${version}`, `gone = 1 AND version <= ${version}`])
      await clickhouse.command({
        query: `ALTER TABLE ${db}.${table} DELETE WHERE ${old} AND ${these}`,
        clickhouse_settings: SETTINGS,
      })
  }
}
