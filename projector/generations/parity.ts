/** Compares a rebuilt generation with the serving one before it may serve. */
import type { ClickHouseClient } from '@clickhouse/client'
import type { Log } from '@firsttouch/infra/log/log'
import { reachesEnd } from '@firsttouch/infra/log/reaches-end'
import { QUARTER_HOUR_MS } from '@firsttouch/infra/platform/timing'
import { databaseOf, type GenerationState, groupOf } from '@firsttouch/infra/stores/read-models'
import { selectRows } from '@firsttouch/infra/stores/rows'
import type { Sql } from 'postgres'
import { ROLLUPS } from '../projections/index.ts'
import type { Rollup } from '../projections/rollup.ts'

export type Difference = { what: string; key: string; before: number; after: number }
export type ParityReport = {
  comparedWith: number
  /** End of the compared quarter-hours. Later quarter-hours still change. */
  until: string
  compared: number
  differences: Difference[]
}

/** `query` returns rows `(key, n)` of the buckets before `until`. */
type Question = { what: string; query: string; isChecksum?: boolean }

const UNTIL = `toDateTime({until: UInt32}, 'UTC')`
/** Rows older than this rarely change, because browsers send all events of a session within a day. */
const SETTLED = `${UNTIL} - INTERVAL 2 DAY`
/** The modulus keeps the sum small enough for an exact JavaScript number. */
const CHECKSUM = 'sum(cityHash64(* EXCEPT (version)) % 1000003)'

/** Returns queries for the table's total (of `n`, or of rows), its checksum by day, and the comparisons in `parity`. */
const questionsOf = ({ table, bucket, measures, parity = {} }: Rollup): Question[] => {
  const all = 'n' in measures ? 'sum(n)' : 'count()'
  const rows = `FROM {db: Identifier}.${table} FINAL WHERE ${bucket} <`
  return [
    { what: `all of ${table}`, query: `SELECT '' AS key, ${all} AS n ${rows} ${UNTIL}` },
    {
      what: `checksum of ${table} by day`,
      query: `SELECT toString(toDate(${bucket})) AS key, ${CHECKSUM} AS n ${rows} ${SETTLED} GROUP BY key`,
      isChecksum: true,
    },
    ...Object.entries(parity).map(([what, { key, n = all, where = 'true' }]) => ({
      what,
      query: `SELECT ${key} AS key, ${n} AS n ${rows} ${UNTIL} AND ${where} GROUP BY key`,
    })),
  ]
}
const QUESTIONS = ROLLUPS.flatMap(questionsOf)
const CHECKSUMS = new Set(QUESTIONS.filter(({ isChecksum }) => isChecksum).map(({ what }) => what))

/** Minimum milliseconds from a quarter-hour's end to its comparison. Also the timeout for a generation to catch up. */
const SETTLE_MS = 60_000

type ParityDeps = {
  log: Pick<Log, 'positions'>
  clickhouse: ClickHouseClient
  sql: Sql
  signal: AbortSignal
}

export const reportWhenCaughtUp = async (generation: number, deps: ParityDeps): Promise<void> => {
  const { log, sql, signal } = deps
  const state = async (of: GenerationState) => {
    const [row] = await sql<{ generation: number }[]>`
      SELECT generation FROM read_models WHERE state = ${of} ORDER BY generation DESC LIMIT 1`
    return row?.generation
  }
  if ((await state('building')) !== generation) return
  if (!(await reachesEnd(log, groupOf(databaseOf(generation)), signal))) return
  const serving = await state('serving')
  if (serving === undefined) throw new Error('No generation is serving, so there is nothing to compare with.')
  const report = await compare(serving, generation, deps)
  await sql`
    UPDATE read_models SET state = 'ready', report = ${sql.json(report)}, reported_at = now()
    WHERE generation = ${generation} AND state = 'building'`
}

/**
 * Reads the numbers of the rebuilt generation (`after`), then those of the serving one (`before`). Where they differ,
 * reads the rebuilt generation again. Late events change numbers between two readings, so a generation catches up
 * before the second and the third reading. Numbers only grow, so a correct serving number lies between the two numbers
 * of the rebuilt generation.
 */
export const compare = async (
  before: number,
  after: number,
  { log, clickhouse, signal }: Omit<ParityDeps, 'sql'>,
  now: Date = new Date(),
): Promise<ParityReport> => {
  const until = Math.floor((now.getTime() - SETTLE_MS) / QUARTER_HOUR_MS) * (QUARTER_HOUR_MS / 1000)
  const read = (generation: number, which?: Set<string>) =>
    readNumbers(clickhouse, databaseOf(generation), until, which)
  // The wait has a timeout, because a generation whose projector has stopped never reaches the end.
  const settled = (generation: number) =>
    reachesEnd(
      log,
      groupOf(databaseOf(generation)),
      AbortSignal.any([signal, AbortSignal.timeout(SETTLE_MS)]),
    )
  const first = await read(after)
  await settled(before)
  const serving = await read(before)
  const names = [...new Set([...first.keys(), ...serving.keys()])]
  const unequal = names.filter(name => first.get(name) !== serving.get(name)).map(placeOf)
  if (unequal.length > 0) await settled(after)
  const last = await read(after, new Set(unequal.map(({ what }) => what)))
  const differences = unequal.flatMap(({ name, what, key }) => {
    const [from, served, to] = [first, serving, last].map(numbers => numbers.get(name) ?? 0) as Three
    return agrees(what, from, served, to) ? [] : [{ what, key, before: served, after: to }]
  })
  return {
    comparedWith: before,
    until: new Date(until * 1000).toISOString(),
    compared: names.length,
    differences,
  }
}

const placeOf = (name: string) => {
  const [what = '', key = ''] = JSON.parse(name) as string[]
  return { name, what, key }
}

type Three = [from: number, served: number, to: number]
/** Checksums must be equal, unless the rebuilt generation's checksum changed between its two readings. */
const agrees = (what: string, ...[from, served, to]: Three): boolean =>
  CHECKSUMS.has(what)
    ? from !== to || served === to
    : served >= Math.min(from, to) && served <= Math.max(from, to)

/** Returns a map from `[what, key]` in JSON to a number. `until` is in seconds since 1970. */
const readNumbers = async (
  clickhouse: ClickHouseClient,
  db: string,
  until: number,
  which?: Set<string>,
): Promise<Map<string, number>> => {
  const numbers = new Map<string, number>()
  for (const { what, query } of QUESTIONS.filter(({ what }) => which?.has(what) ?? true)) {
    const rows = await selectRows<{ key: string; n: number | string }>(clickhouse, query, { db, until })
    for (const { key, n } of rows) numbers.set(JSON.stringify([what, key]), Number(n))
  }
  return numbers
}
