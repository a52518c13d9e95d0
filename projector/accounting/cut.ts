/** Reads, for one moment between rounds, what the projector says it did and what the read models hold. */
import type { ClickHouseClient } from '@clickhouse/client'
import { CANARY_SOURCE } from '@firsttouch/ingest/events'
import type { ISql, Sql } from 'postgres'
import { lockOutBatches } from '../pipeline/checkpoint.ts'
import type { BookedType, Counts } from '../pipeline/tally.ts'
import type { Places } from './queue.ts'
import { type Basis, type Letter, openLetters } from './state.ts'

export type Cut = {
  basis: Basis
  places: Places
  /** Dead letters from where the books are up to these places, and those that were replayed since. */
  letters: Letter[]
  /** A replay has been asked for: it may have died half-way. */
  replaying: boolean
  /** How long rounds were kept waiting. */
  heldMs: number
}

/** A round of another process may be a long one; the books can wait for a better moment, the rounds need not. */
const LOCK_TIMEOUT_MS = 2_000
const LOCK_NOT_AVAILABLE = '55P03'

export const ledgerPlaces = async (sql: ISql, group: string): Promise<Places> => {
  const rows = await sql<{ partition: number; next: string }[]>`
    SELECT partition, next_offset AS next FROM ledger_places WHERE consumer_group = ${group}`
  return new Map(rows.map(({ partition, next }) => [partition, Number(next)]))
}

type Deps = { sql: Sql; clickhouse: ClickHouseClient; db: string; group: string }

/** Null when no moment between two rounds was found in time. Throws when a store does not answer. */
export const readCut = async (deps: Deps, from: Places): Promise<Cut | null> => {
  try {
    return await cutNow(deps, from)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE) return null
    throw error
  }
}

const cutNow = async ({ sql, clickhouse, db, group }: Deps, from: Places): Promise<Cut> => {
  let cut: Cut | undefined
  await sql.begin(async tx => {
    await tx`SELECT set_config('lock_timeout', ${`${LOCK_TIMEOUT_MS}ms`}, true)`
    await lockOutBatches(tx, group)
    const started = performance.now()
    const places = await ledgerPlaces(tx, group)
    const letters = await openLetters(tx, group, from, places)
    const [projected, deadLetters] = [await projectedOf(tx, group), await deadLettersOf(tx, group)]
    const replaying = await isReplaying(tx, group)
    const unique = await uniqueOf(clickhouse, db)
    const heldMs = performance.now() - started
    const basis = { at: new Date().toISOString(), places: [...places], projected, deadLetters, unique }
    cut = { basis, places, letters, replaying, heldMs }
  })
  if (!cut) throw new Error('The books were not read.')
  return cut
}

type Sum = { type: BookedType; n: string }
const countsOf = (rows: Sum[]): Counts => Object.fromEntries(rows.map(({ type, n }) => [type, Number(n)]))

const projectedOf = async (tx: ISql, group: string): Promise<Counts> =>
  countsOf(
    await tx<Sum[]>`
      SELECT type, sum(projected) AS n FROM ledger_counts WHERE consumer_group = ${group} GROUP BY type`,
  )

/** Those that still are, up to where the projector has come. */
const deadLettersOf = async (tx: ISql, group: string): Promise<Counts> =>
  countsOf(
    await tx<Sum[]>`
      SELECT counted.key AS type, sum(counted.value::bigint) AS n
      FROM dead_letters JOIN ledger_places USING (consumer_group, partition), jsonb_each_text(types) AS counted
      WHERE consumer_group = ${group} AND replayed_at IS NULL AND "offset" < next_offset
      GROUP BY counted.key`,
  )

/** From the tables that the dashboard reads, so that what it shows is what is checked. */
const uniqueOf = async (clickhouse: ClickHouseClient, db: string): Promise<Basis['unique']> => {
  const result = await clickhouse.query({
    query: `
      SELECT type, bot, sum(traffic.n) AS n, sumIf(traffic.n, bot = 1 AND utm_source = {canary: String}) AS tests
      FROM ${db}.traffic_15m AS traffic FINAL GROUP BY type, bot
      UNION ALL
      SELECT 'ab_test' AS type, bot, sum(n) AS n, 0 AS tests FROM ${db}.variant_15m FINAL GROUP BY bot
      UNION ALL
      SELECT 'lead_recorded' AS type, 0 AS bot, sum(recorded) AS n, 0 AS tests FROM ${db}.leads FINAL
      UNION ALL
      SELECT 'lead_changed' AS type, 0 AS bot, sum(changed) AS n, 0 AS tests FROM ${db}.leads FINAL
      UNION ALL
      SELECT 'campaign_changed' AS type, 0 AS bot, sum(told) AS n, 0 AS tests FROM ${db}.campaign_settings FINAL`,
    query_params: { canary: CANARY_SOURCE },
    format: 'JSONEachRow',
  })
  const rows = await result.json<{ type: BookedType; bot: number; n: number; tests: number }>()
  const of = (bot: number, count: 'n' | 'tests'): Counts =>
    Object.fromEntries(rows.filter(row => row.bot === bot).map(row => [row.type, Number(row[count])]))
  return { human: of(0, 'n'), bot: of(1, 'n'), tests: of(1, 'tests') }
}

const isReplaying = async (tx: ISql, group: string): Promise<boolean> => {
  const asked = await tx`
    SELECT 1 FROM dead_letters
    WHERE consumer_group = ${group} AND replay_requested_at IS NOT NULL AND replayed_at IS NULL LIMIT 1`
  return asked.count > 0
}

/** Whether the store holds what a round or a replay left that died or failed half-way, and that will be done again. */
export const isTorn = async ({ clickhouse, db }: Deps, { places, replaying }: Cut): Promise<boolean> => {
  if (replaying) return true
  const result = await clickhouse.query({
    query: `
      SELECT count() AS n FROM ${db}.events
      WHERE log_offset >= transform(log_partition, {partitions: Array(UInt16)}, {places: Array(UInt64)}, toUInt64(0))`,
    query_params: { partitions: [...places.keys()], places: [...places.values()] },
    format: 'JSONEachRow',
  })
  const [row] = await result.json<{ n: number }>()
  return Number(row?.n) > 0
}
