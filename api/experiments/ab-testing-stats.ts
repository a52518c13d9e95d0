/** `GET /api/admin/ab-testing-stats`: what each arm of each experiment saw in its runs, and the verdict on it; humans only. */
import { EXPERIMENTS, findExperiment } from '@firsttouch/ingest/experiments'
import { type AbTestStats, abTestStats } from '../contract/experiments/results.ts'
import { periodQuery } from '../contract/range.ts'
import { type Api, type Deps, FOR_STAFF } from '../deps.ts'
import { clip, type Range, within } from '../read-model/ranges.ts'
import { periodOf, rangeOf, rangesOfPeriod } from '../read-model/report-days.ts'
import { FINAL_SETTINGS } from '../read-model/traffic-filter.ts'
import { bitsOf } from './goals.ts'
import type { Period } from './life/periods.ts'
import { armsOf, readSteps, tallyOf } from './participants.ts'
import { cut, rangesOf } from './periods.ts'
import { runsOf } from './runs.ts'
import { latchVerdicts } from './verdicts.ts'

export const abTestingStatsRoutes = (app: Api, deps: Deps): void => {
  const { readModel, config, now } = deps
  app.get(
    '/api/admin/ab-testing-stats',
    {
      config: FOR_STAFF,
      schema: { querystring: periodQuery, response: { 200: abTestStats } },
    },
    async ({ query }) => {
      const zone = config.timeZone
      const period = periodOf(query, zone, now())
      const days = rangesOfPeriod(period, zone)
      const asOf = await readModel.asOf()
      const verdicts = await latchVerdicts(deps)
      const counted = await Promise.all((await namesOf(deps)).map(name => countRuns(deps, name, days)))
      const events = counted.flatMap(one => one.events)
      const arms = counted.flatMap(one => one.arms)
      return {
        asOf: asOf?.toISOString() ?? null,
        range: rangeOf(period, zone),
        testStats: counted.flatMap(({ name }) => armStats(name, events, arms)),
        conversionBreakdown: events
          .filter(({ event }) => event === 'conversion')
          .map(({ testName, variant, conversionType, count }) => ({
            testName,
            variant,
            conversionType,
            count,
          })),
        // Never of a few days: part of a run would find a winner by chance.
        verdicts: verdicts.toSorted((a, b) => (a.testName < b.testName ? -1 : 1)),
      }
    },
  )
}

type Events = AbTestStats['conversionBreakdown'][number] & { event: string }
type ArmCounts = { testName: string; variant: string; visitors: number; converters: number }

/** Declared arms first, the control before all. */
const armStats = (
  testName: string,
  events: readonly Events[],
  arms: readonly ArmCounts[],
): AbTestStats['testStats'] => {
  const seen = events.filter(row => row.testName === testName)
  const own = arms.filter(row => row.testName === testName)
  if (seen.length === 0 && own.length === 0) return []
  const declared = findExperiment(testName)?.variants.map(({ name }) => name) ?? []
  const came = own.filter(({ visitors }) => visitors > 0)
  const others = [...seen, ...came].map(row => row.variant).toSorted()
  const sum = (rows: readonly Events[]) => rows.reduce((sum, { count }) => sum + count, 0)
  return [...new Set([...declared, ...others])].map(variant => {
    const all = seen.filter(row => row.variant === variant)
    const { visitors = 0, converters = 0 } = came.find(row => row.variant === variant) ?? {}
    return {
      testName,
      variant,
      totalEvents: sum(all),
      conversions: sum(all.filter(({ event }) => event === 'conversion')),
      conversionRate: visitors === 0 ? 0 : (converters / visitors) * 100,
      visitors,
      converters,
    }
  })
}

/** Also of experiments that the site no longer has. */
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

/** What happened in the runs of a test, and nothing between or after them. One that never had a run counts as a whole. */
const countRuns = async (deps: Deps, testName: string, days: Range[]) => {
  const runs: Period[][] = (await runsOf(deps.sql, testName)).map(({ periods }) => periods)
  if (runs.length === 0) runs.push([{ from: null, to: null }])
  const [events, ...joined] = await Promise.all([
    countEvents(
      deps,
      testName,
      days.flatMap(day => clip(runs.flatMap(rangesOf), day)),
    ),
    ...runs.map(periods => readSteps(deps.readModel, testName, periods, { days })),
  ])
  const arms = [...armsOf(tallyOf(joined.flat()), ANY, [], [])]
  return { name: testName, events, arms: arms.map(([variant, arm]) => ({ testName, variant, ...arm })) }
}
const ANY = bitsOf({ goal: 'any', conversionTypes: [] })

const countEvents = (
  { readModel }: Deps,
  testName: string,
  ranges: readonly Range[],
): Promise<readonly Events[]> => {
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
