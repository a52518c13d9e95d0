/**
 * A run's participants by source, campaign and channel of their first touch: from the roll-ups by days and quarter-hours; only
 * quarter-hours in which a run starts or stops, and who became a lead, are looked up by session.
 */
import type { Deps } from '../deps.ts'
import { type CutOf, cutRows, readClosedDays } from '../read-model/closed-days.ts'
import { type Range, within } from '../read-model/ranges.ts'
import { FINAL_SETTINGS } from '../read-model/traffic-filter.ts'
import { bitsOf, type Counted, isOfLeads, reachedSql, typesOf } from './goals.ts'
import type { Period } from './life/periods.ts'
import { convertedWithin, exposedWithin, firstExposed } from './participants-sql.ts'
import { cut, gapsOf, rangesOf } from './periods.ts'
import type { Arm } from './statistics/sequence.ts'

export type Segment = {
  source: string
  campaign: string
  channel: string
  arms: (Arm & { variant: string })[]
}

const MOST_SEGMENTS = 30

type Of = Counted & { testName: string; variants: string[]; periods: readonly Period[] }
type Row = { source: string; campaign: string; channel: string; visitors: number[]; converters: number[] }

export const segmentsOf = async (
  { readModel, config }: Pick<Deps, 'readModel' | 'config'>,
  of: Of,
): Promise<Segment[]> => {
  const ask = await readModel.rowsOfOne()
  const cutOf = await readClosedDays({ config }, ask)
  const rows = await ask<Row>(segmentsSql(of, cutOf), {
    test: of.testName,
    variants: of.variants,
    types: typesOf(of),
    bits: bitsOf(of),
    most: MOST_SEGMENTS,
  })
  return rows.map(({ source, campaign, channel, visitors, converters }) => ({
    source,
    campaign,
    channel,
    arms: of.variants.map((variant, at) => ({
      variant,
      visitors: visitors[at] ?? 0,
      converters: converters[at] ?? 0,
    })),
  }))
}

/** A column for each variant: one more key to group by would cost a third again. */
const segmentsSql = (of: Of, cutOf: CutOf): string => {
  const run = rangesOf(of.periods)
  const { whole, edges } = cut(run)
  const gaps = gapsOf(of.periods)
  const leads = `SELECT session_minute, session FROM (${reachedSql(of, run)})`
  const closed = cutOf('session_days', whole)
  const parts = [
    cutRows(closed, countedIn('session_days'), countedIn('session_sums')),
    ...(edges.length > 0 ? [bySession(of, exposedWithin(edges), edges, ALL)] : []),
    // The roll-up knows nothing of leads: those that came in its quarter-hours are added to the visitors that it counts.
    ...(isOfLeads(of.goal)
      ? [bySession(of, leads, whole, REACHED)]
      : gaps.length > 0
        ? [bySession(of, convertedWithin(gaps), run, TAKEN_BACK)]
        : []),
  ]
  const ofEach = (column: string) =>
    `[${of.variants.map((_, at) => `sumIf(${column}, arm = {variants:Array(String)}[${at + 1}])`).join(', ')}]`
  return `
  SELECT source, campaign, channel, ${ofEach('came')} AS visitors, ${ofEach('reached')} AS converters
  FROM (${parts.join('\n    UNION ALL')})
  GROUP BY source, campaign, channel
  ORDER BY sum(came) DESC, source, campaign, channel
  LIMIT {most:UInt32}
  ${FINAL_SETTINGS}, join_use_nulls = 0`
}

const countedIn = (table: string) => (where: string) =>
  `
    SELECT toString(utm_source) AS source, toString(utm_campaign) AS campaign, toString(channel) AS channel,
      toString(variant) AS arm, n AS came,
      toInt64(if(bitAnd(converted, {bits:UInt8}) != 0, n, 0)) AS reached
    FROM {db:Identifier}.${table} FINAL
    WHERE model = 'segment' AND test_name = {test:String} AND ${where}`

/** What sessions add to visitors and to converters; the last: what they did in the gaps of the run alone. */
const ALL = 'count() AS came, toInt64(countIf(converted_at >= first_at)) AS reached'
const REACHED = 'toUInt64(0) AS came, toInt64(countIf(converted_at >= first_at)) AS reached'
const TAKEN_BACK =
  'toUInt64(0) AS came, -toInt64(countIf(converted_at >= first_at AND in_run < first_at)) AS reached'

// A session without a visit has no touch; the missing conversion of the join is 1970.
const bySession = (of: Of, sessions: string, ranges: Range[], counts: string): string => `
    SELECT touch.1 AS source, touch.2 AS campaign, touch.3 AS channel, toString(arm) AS arm, ${counts}
    FROM (${firstExposed(sessions, ranges)} AND arms = 1) AS exposed
    LEFT JOIN (
      SELECT session, argMin((toString(utm_source), toString(utm_campaign), toString(channel)), (at, utm_source, utm_campaign, channel)) AS touch
      FROM {db:Identifier}.session_events FINAL
      WHERE kind = 'visit' AND bot = 0 AND (session_minute, session) IN (${sessions})
      GROUP BY session
    ) AS touched ON exposed.session = touched.session
    LEFT JOIN (
      SELECT session, max(reached_at) AS converted_at, maxIf(reached_at, ${within('reached_at', rangesOf(of.periods))}) AS in_run
      FROM (${reachedSql(of, rangesOf(of.periods))})
      WHERE (session_minute, session) IN (${sessions})
      GROUP BY session
    ) AS converted ON exposed.session = converted.session
    GROUP BY source, campaign, channel, arm`
