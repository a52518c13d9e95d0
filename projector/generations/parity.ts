/** A rebuilt generation is compared with the serving one before it may serve. */
import type { ClickHouseClient } from '@clickhouse/client'
import type { Log } from '@firsttouch/infra/log/log'
import { endsOf, isAt, reachesEnd } from '@firsttouch/infra/log/reaches-end'
import { pause } from '@firsttouch/infra/platform/timing'
import { databaseOf, type GenerationState, groupOf } from '@firsttouch/infra/stores/read-models'
import type { Sql } from 'postgres'
import { ROLLUPS } from '../projections/index.ts'
import type { Rollup } from '../projections/rollup.ts'

export type Difference = { what: string; key: string; before: number; after: number }
export type ParityReport = {
  comparedWith: number
  /** The last quarter-hour that was compared: later ones still change. */
  until: string
  compared: number
  differences: Difference[]
}

/** Rows `(key, n)` of one database, up to a quarter-hour. */
type Question = { what: string; query: string; isChecksum?: boolean }

const UNTIL = `toDateTime({until: UInt32}, 'UTC')`
/** Browsers have nothing left to send of a session after a day: from then on rows stay as they are, but for rare exceptions. */
const SETTLED = `${UNTIL} - INTERVAL 2 DAY`
/** Sums of so small numbers stay exact in a number of JavaScript. */
const CHECKSUM = 'sum(cityHash64(* EXCEPT (version)) % 1000003)'

/** Of every table how much it counts, and what it holds; and what its projection says operators understand. */
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

const QUARTER_HOUR_MS = 900_000
/** Events of a closed quarter-hour can still be on their way for this long; also the longest wait for a generation. */
const SETTLE_MS = 60_000
const LOOK_EVERY_MS = 200

export type ParityDeps = {
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
  const group = groupOf(databaseOf(generation))
  const ends = await endsOf(log, group)
  while (!signal.aborted && (await state('building')) === generation) {
    if (!(await isAt(log, group, ends))) {
      await pause(LOOK_EVERY_MS, signal)
      continue
    }
    const serving = await state('serving')
    if (serving === undefined) throw new Error('No generation serves; there is nothing to compare with.')
    const report = await compare(serving, generation, deps)
    await sql`
      UPDATE read_models SET state = 'ready', report = ${sql.json(report)}, reported_at = now()
      WHERE generation = ${generation} AND state = 'building'`
    return
  }
}

/**
 * Live traffic never stops, and late events change old quarter-hours: the serving generation is read before and after the
 * rebuilt one, which each time had to reach the end of the log as it was at the reading before. What the rebuilt one
 * says must lie between the two, which for almost all numbers are the same.
 */
export const compare = async (
  before: number,
  after: number,
  { log, clickhouse, signal }: Omit<ParityDeps, 'sql'>,
  now: Date = new Date(),
): Promise<ParityReport> => {
  const until = Math.floor((now.getTime() - SETTLE_MS) / QUARTER_HOUR_MS) * (QUARTER_HOUR_MS / 1000)
  const read = (generation: number) => readNumbers(clickhouse, databaseOf(generation), until)
  // A serving generation that stopped, after a bad deploy perhaps, is no reason to wait for ever.
  const settled = (generation: number) =>
    reachesEnd(
      log,
      groupOf(databaseOf(generation)),
      AbortSignal.any([signal, AbortSignal.timeout(SETTLE_MS)]),
    )
  const first = await read(before)
  await settled(after)
  const fresh = await read(after)
  await settled(before)
  const last = await read(before)
  const names = [...new Set([...first.keys(), ...fresh.keys(), ...last.keys()])]
  const differences = names.flatMap(name => {
    const [what = '', key = ''] = JSON.parse(name) as string[]
    const [from, rebuilt, to] = [first, fresh, last].map(numbers => numbers.get(name) ?? 0) as Three
    return agrees(what, from, rebuilt, to) ? [] : [{ what, key, before: to, after: rebuilt }]
  })
  return {
    comparedWith: before,
    until: new Date(until * 1000).toISOString(),
    compared: names.length,
    differences,
  }
}

type Three = [from: number, rebuilt: number, to: number]
/** A checksum that changed meanwhile has nothing to be held against; a number that grew gives bounds. */
const agrees = (what: string, ...[from, rebuilt, to]: Three): boolean =>
  CHECKSUMS.has(what)
    ? from !== to || rebuilt === to
    : rebuilt >= Math.min(from, to) && rebuilt <= Math.max(from, to)

/** By `[what, key]` as JSON; `until` in seconds since 1970. */
export const readNumbers = async (
  clickhouse: ClickHouseClient,
  db: string,
  until: number,
): Promise<Map<string, number>> => {
  const numbers = new Map<string, number>()
  for (const { what, query } of QUESTIONS) {
    const query_params = { db, until }
    const answer = await clickhouse.query({ query, query_params, format: 'JSONEachRow' })
    for (const { key, n } of await answer.json<{ key: string; n: number | string }>())
      numbers.set(JSON.stringify([what, key]), Number(n))
  }
  return numbers
}
