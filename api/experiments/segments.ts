/** A run's participants by the source and campaign of their first touch. */
import type { ReadModel } from '../deps.ts'
import { type Counted, reachedSql, typesOf } from './goals.ts'
import type { Period } from './life/periods.ts'
import { inRanges } from './participants-sql.ts'
import { columns, rangesOf } from './periods.ts'
import type { Arm } from './statistics/sequence.ts'

export type Segment = { source: string; campaign: string; arms: (Arm & { variant: string })[] }

const MOST_SEGMENTS = 30
const ANSWER_WITHIN_MS = 15_000

type Of = Counted & { testName: string; variants: string[]; periods: readonly Period[] }
type Row = {
  source: string
  campaign: string
  counts: [variant: string, visitors: number, converters: number][]
}

export const segmentsOf = async (readModel: ReadModel, of: Of): Promise<Segment[]> => {
  const ranges = rangesOf(of.periods)
  const parameters = { test: of.testName, types: typesOf(of), most: MOST_SEGMENTS, ...columns(ranges, 1) }
  const rows = await readModel.rows<Row>(segmentsSql(of), parameters, ANSWER_WITHIN_MS)
  return rows.map(({ source, campaign, counts }) => ({
    source,
    campaign,
    arms: of.variants.map(variant => {
      const [, visitors = 0, converters = 0] = counts.find(([name]) => name === variant) ?? []
      return { variant, visitors, converters }
    }),
  }))
}

// A session without a visit has no touch; the missing conversion of the join is 1970.
const segmentsSql = (counted: Counted) => `
  WITH exposed AS (
    SELECT session_minute, session, min(exposed_at) AS first_at, argMin(variant, (exposed_at, variant)) AS arm
    FROM {db:Identifier}.exposures FINAL
    WHERE bot = 0 AND test_name = {test:String}
    GROUP BY session_minute, session
    HAVING uniqExact(variant) = 1 AND ${inRanges('first_at')}
  )
  SELECT source, campaign, groupArray((arm, toUInt32(visitors), toUInt32(converters))) AS counts
  FROM (
    SELECT touch.1 AS source, touch.2 AS campaign, toString(arm) AS arm, count() AS visitors,
      countIf(converted_at >= first_at) AS converters
    FROM exposed
    LEFT JOIN (
      SELECT session_minute, session, argMin((toString(utm_source), toString(utm_campaign)), (at, utm_source, utm_campaign)) AS touch
      FROM {db:Identifier}.touches FINAL
      WHERE bot = 0 AND (session_minute, session) IN (SELECT session_minute, session FROM exposed)
      GROUP BY session_minute, session
    ) AS touched ON exposed.session_minute = touched.session_minute AND exposed.session = touched.session
    LEFT JOIN (
      SELECT session_minute, session, max(reached_at) AS converted_at FROM (${reachedSql(counted)})
      WHERE (session_minute, session) IN (SELECT session_minute, session FROM exposed)
      GROUP BY session_minute, session
    ) AS converted ON exposed.session_minute = converted.session_minute AND exposed.session = converted.session
    GROUP BY source, campaign, arm
  )
  GROUP BY source, campaign
  ORDER BY sum(visitors) DESC, source, campaign
  LIMIT {most:UInt32}
  SETTINGS join_use_nulls = 0`
