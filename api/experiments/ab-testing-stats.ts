import { EXPERIMENTS } from '@firsttouch/ingest/experiments'
import { inDeclaredOrder } from '../contract/experiments/declared-shares.ts'
import { type AbTestStats, abTestStats, abTestStatsQuery } from '../contract/experiments/results.ts'
import type { Deps } from '../deps.ts'
import { clip, type Range, within } from '../read-model/ranges.ts'
import { openReport, report } from '../read-model/report.ts'
import { rangesOfPeriod } from '../read-model/report-days.ts'
import { FINAL_SETTINGS } from '../read-model/traffic-filter.ts'
import { goalBits } from './goals.ts'
import type { Period } from './life/periods.ts'
import { armsOf, readSteps, tallyOf } from './participants.ts'
import { cut, rangesOf } from './periods.ts'
import { runsOf } from './runs.ts'
import { latchVerdicts } from './verdicts.ts'

export const abTestingStatsRoutes = report(
  'ab-testing-stats',
  abTestStatsQuery,
  abTestStats,
  async (deps, query) => {
    const { zone, period, head } = await openReport(deps, query)
    const days = rangesOfPeriod(period, zone)
    const verdicts = await latchVerdicts(deps)
    const counted = await Promise.all(
      (await namesOf(deps)).map(name => countRuns(deps, name, days, query.run === 'present')),
    )
    return {
      ...head,
      testStats: counted.flatMap(({ testStats }) => testStats),
      conversionBreakdown: counted.flatMap(({ conversions }) => conversions),
      // A verdict covers the whole run. For a shorter period, it could find a winner by chance.
      verdicts,
    }
  },
)

/** Includes experiments that the code no longer declares. */
const namesOf = async ({ sql, readModel }: Deps): Promise<string[]> => {
  const [ran, seen] = await Promise.all([
    sql<Name[]>`SELECT DISTINCT test_name AS name FROM experiment_runs`,
    readModel.rows<Name>(
      `SELECT DISTINCT test_name AS name FROM {db:Identifier}.session_sums WHERE model = 'participant'`,
    ),
  ])
  return [...new Set([...EXPERIMENTS, ...ran, ...seen].map(({ name }) => name))].toSorted()
}
type Name = { name: string }

/** For a test without runs, counts all its events. */
const countRuns = async (deps: Deps, testName: string, days: Range[], isPresent: boolean) => {
  const stored = await runsOf(deps.sql, testName)
  const runs: Period[][] = stored.slice(0, isPresent ? 1 : undefined).map(({ periods }) => periods)
  if (runs.length === 0) runs.push([{ from: null, to: null }])
  const [events, ...joined] = await Promise.all([
    countEvents(
      deps,
      testName,
      days.flatMap(day => clip(runs.flatMap(rangesOf), day)),
    ),
    ...runs.map(periods => readSteps(deps.readModel, testName, periods, { days })),
  ])
  const conversions = events.filter(({ event }) => event === 'conversion')
  const arms = armsOf(tallyOf(joined.flat()), goalBits({ goal: 'any', conversionTypes: [] }), [])
  const seen = [...events.map(({ variant }) => variant), ...arms.keys()]
  const variants = seen.length === 0 ? [] : inDeclaredOrder(testName, seen)
  return {
    conversions: conversions.map(({ event: _, ...conversion }) => conversion),
    testStats: variants.map(variant => {
      const { visitors, converters } = arms.get(variant) ?? { visitors: 0, converters: 0 }
      return {
        ...{ testName, variant, visitors, converters },
        totalEvents: sumOf(events, variant),
        conversions: sumOf(conversions, variant),
        conversionRate: visitors === 0 ? 0 : (converters / visitors) * 100,
      }
    }),
  }
}

type Events = AbTestStats['conversionBreakdown'][number] & { event: string }
const sumOf = (events: readonly Events[], of: string): number =>
  events.reduce((sum, { variant, count }) => (variant === of ? sum + count : sum), 0)

const countEvents = ({ readModel }: Deps, testName: string, ranges: readonly Range[]) => {
  const { whole, edges } = cut(ranges)
  return readModel.rows<Events>(
    `
  SELECT {test:String} AS testName, variant, event, type AS conversionType, sum(number) AS count
  FROM (
    SELECT toString(variant) AS variant, toString(event) AS event, toString(conversion_type) AS type, n AS number
    FROM {db:Identifier}.event_sums FINAL
    WHERE model = 'ab_event' AND bot = 0 AND test_name = {test:String} AND ${within('at', whole)}
    UNION ALL
    SELECT toString(variant), if(kind = 'exposure', 'variant_assigned', 'conversion'), toString(conversion_type), n
    FROM {db:Identifier}.session_events FINAL
    WHERE kind IN ('exposure', 'test_conversion') AND bot = 0 AND test_name = {test:String} AND ${within('at', edges)}
  )
  GROUP BY variant, event, conversionType
  ORDER BY variant, count DESC, conversionType
  ${FINAL_SETTINGS}`,
    { test: testName },
  )
}
