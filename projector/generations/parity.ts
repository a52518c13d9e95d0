/** A rebuilt generation is compared with the serving one before it may serve. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { ClickHouseClient } from '@clickhouse/client'
import type { Log } from '@firsttouch/infra/log/log'
import { databaseOf, groupOf } from '@firsttouch/infra/stores/read-models'
import type { Sql } from 'postgres'
import type { GenerationState } from './generations.ts'

/** One number of both generations; equal ones are counted, different ones listed. */
export type Difference = { what: string; key: string; before: number; after: number }
export type ParityReport = {
  comparedWith: number
  /** The last quarter of an hour that was compared: later ones still change. */
  until: string
  compared: number
  differences: Difference[]
}

/**
 * Numbers that only grow may be compared while events come. A session that is found to have begun on another page takes its
 * visits along: those by first pages are compared once browsers have nothing left to send of it, which takes a day.
 */
const SETTLED = 'session_quarter < {until} - INTERVAL 2 DAY'

/** What is compared: a name, and the rows (key, n) of one database up to a quarter of an hour. */
const COMPARISONS: Record<string, string> = {
  'events by type': `SELECT type AS key, sum(n) AS n FROM {db}.traffic_quarters FINAL WHERE quarter < {until} GROUP BY key`,
  'events by day': `SELECT concat(toString(toDate(at)), ' ', type) AS key, sum(n) AS n FROM {db}.traffic_quarters FINAL WHERE quarter < {until} GROUP BY key`,
  'visits by campaign': `SELECT utm_campaign AS key, sum(n) AS n FROM {db}.traffic_quarters FINAL WHERE quarter < {until} AND type = 'visit' GROUP BY key`,
  'conversions by campaign': `SELECT utm_campaign AS key, sum(n) AS n FROM {db}.traffic_quarters FINAL WHERE quarter < {until} AND type = 'conversion' GROUP BY key`,
  'A/B events by variant': `SELECT concat(test_name, ' ', variant, ' ', event) AS key, sum(n) AS n FROM {db}.variant_quarters FINAL WHERE quarter < {until} GROUP BY key`,
  'exposed sessions by variant': `SELECT concat(test_name, ' ', variant) AS key, uniqExact(session) AS n FROM {db}.exposures FINAL WHERE minute < {until} GROUP BY key`,
  'visitors and converters by arm': `SELECT concat(test_name, ' ', variant, if(saw_both, ' both', ''), if(converted != 0, ' converted', '')) AS key, sum(n) AS n FROM {db}.arm_quarters FINAL WHERE session_quarter < {until} GROUP BY key`,
  'visitors by campaign': `SELECT utm_campaign AS key, sum(n) AS n FROM {db}.visitor_quarters FINAL WHERE session_quarter < {until} GROUP BY key`,
  'leads by day, campaign and standing': `SELECT concat(toString(toDate(recorded_at)), ' ', utm_source, ' ', utm_campaign, ' ', variant, ' ', form, ' ', status, if(spam, ' spam', ''), if(deleted, ' deleted', ''), if(trial, ' trial', ''), if(onboarding, ' onboarding', '')) AS key, count() AS n FROM {db}.leads FINAL WHERE minute < {until} GROUP BY key`,
  'changes of leads by form': `SELECT form AS key, sum(recorded + changed) AS n FROM {db}.leads FINAL WHERE minute < {until} GROUP BY key`,
  'campaigns by name': `SELECT concat(name, ' ', utm_campaign, if(active, ' active', '')) AS key, sum(told) AS n FROM {db}.campaign_settings FINAL WHERE minute < {until} GROUP BY key`,
  'sessions of the funnel': `SELECT concat(toString(toDate(began)), ' ', tags.1, ' ', tags.2) AS key, count() AS n FROM (SELECT min(at) AS began, argMin((utm_source, utm_campaign), (at, utm_source, utm_campaign)) AS tags FROM {db}.touches FINAL WHERE bot = 0 AND minute < {until} GROUP BY session) GROUP BY key`,
  'visits of the funnel': `SELECT concat(utm_source, ' ', utm_campaign, if(bot, ' of bots', '')) AS key, sum(n) AS n FROM {db}.touches FINAL WHERE minute < {until} GROUP BY key`,
  'visits and conversions by page': `SELECT concat(type, ' ', page) AS key, sum(n) AS n FROM {db}.session_traffic FINAL WHERE minute < {until} GROUP BY key`,
  'visits and conversions by device and browser': `SELECT concat(type, ' ', device, ' ', browser) AS key, sum(n) AS n FROM {db}.session_traffic FINAL WHERE minute < {until} GROUP BY key`,
  'sessions with their visits and conversions': `SELECT type AS key, sum(n) AS n FROM {db}.device_quarters FINAL WHERE session_quarter < {until} GROUP BY key`,
  'sessions, visits and conversions by landing page': `SELECT concat(type, ' ', page) AS key, sum(n) AS n FROM {db}.landing_quarters FINAL WHERE ${SETTLED} GROUP BY key`,
  'sessions, visits and conversions by device of the first page': `SELECT concat(type, ' ', device, ' ', browser) AS key, sum(n) AS n FROM {db}.device_quarters FINAL WHERE ${SETTLED} GROUP BY key`,
  'converted sessions by type': `SELECT conversion_type AS key, uniqExact(session) AS n FROM {db}.session_conversions FINAL WHERE minute < {until} GROUP BY key`,
}

const QUARTER_MS = 900_000
/** Events of a closed quarter can still be on their way for this long; also the longest wait for a generation. */
const SETTLE_MS = 60_000
const LOOK_EVERY_MS = 200

export type ParityDeps = {
  log: Pick<Log, 'positions'>
  clickhouse: ClickHouseClient
  sql: Sql
  signal: AbortSignal
}

/** Waits until a building generation is where the log ends, then writes its report and calls it ready. */
export const reportWhenCaughtUp = async (generation: number, deps: ParityDeps): Promise<void> => {
  const { log, sql, signal } = deps
  const state = async (of: GenerationState) => {
    const [row] = await sql<{ generation: number }[]>`
      SELECT generation FROM read_models WHERE state = ${of} ORDER BY generation DESC LIMIT 1`
    return row?.generation
  }
  const ends = await endsOf(log, generation)
  while (!signal.aborted && (await state('building')) === generation) {
    if (!(await isAt(log, generation, ends))) {
      await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined)
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

/** Waits until the generation has everything that the log holds now; false when the signal aborts before that. */
export const reachesEnd = async (
  log: Pick<Log, 'positions'>,
  generation: number,
  signal: AbortSignal,
): Promise<boolean> => {
  const ends = await endsOf(log, generation)
  while (!signal.aborted) {
    if (await isAt(log, generation, ends)) return true
    await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined)
  }
  return false
}

type Ends = Map<number, number>
const positionsOf = (log: Pick<Log, 'positions'>, generation: number) =>
  log.positions(groupOf(databaseOf(generation)))

const endsOf = async (log: Pick<Log, 'positions'>, generation: number): Promise<Ends> =>
  new Map((await positionsOf(log, generation)).map(({ partition, end }) => [partition, end]))

const isAt = async (log: Pick<Log, 'positions'>, generation: number, ends: Ends): Promise<boolean> =>
  (await positionsOf(log, generation)).every(
    ({ partition, committed }) => committed >= (ends.get(partition) ?? 0),
  )

/**
 * Live traffic never stops, and late events change old quarters: the serving generation is read before and after the
 * rebuilt one, which each time had to reach the end of the log as it was at the reading before. What the rebuilt one
 * says must lie between the two, which for almost all numbers are the same.
 */
export const compare = async (
  before: number,
  after: number,
  { log, clickhouse, signal }: Omit<ParityDeps, 'sql'>,
  now: Date = new Date(),
): Promise<ParityReport> => {
  const until = Math.floor((now.getTime() - SETTLE_MS) / QUARTER_MS) * (QUARTER_MS / 1000)
  const read = (generation: number) => readNumbers(clickhouse, generation, until)
  // A serving generation that stopped, after a bad deploy perhaps, is no reason to wait for ever.
  const settled = (generation: number) =>
    reachesEnd(log, generation, AbortSignal.any([signal, AbortSignal.timeout(SETTLE_MS)]))
  const first = await read(before)
  await settled(after)
  const fresh = await read(after)
  await settled(before)
  const last = await read(before)
  const names = new Set([...first.keys(), ...fresh.keys(), ...last.keys()])
  const differences = [...names].flatMap(name => {
    const [what = '', key = ''] = JSON.parse(name) as string[]
    const [from, rebuilt, to] = [first, fresh, last].map(numbers => numbers.get(name) ?? 0) as [
      number,
      number,
      number,
    ]
    const between = rebuilt >= Math.min(from, to) && rebuilt <= Math.max(from, to)
    return between ? [] : [{ what, key, before: to, after: rebuilt }]
  })
  return {
    comparedWith: before,
    until: new Date(until * 1000).toISOString(),
    compared: names.size,
    differences,
  }
}

const readNumbers = async (
  clickhouse: ClickHouseClient,
  generation: number,
  until: number,
): Promise<Map<string, number>> => {
  const numbers = new Map<string, number>()
  for (const [what, query] of Object.entries(COMPARISONS)) {
    const filled = query
      .replaceAll('{db}', databaseOf(generation))
      .replaceAll('{until}', `toDateTime(${until}, 'UTC')`)
    const answer = await clickhouse.query({ query: filled, format: 'JSONEachRow' })
    for (const { key, n } of await answer.json<{ key: string; n: number | string }>())
      numbers.set(JSON.stringify([what, key]), Number(n))
  }
  return numbers
}
