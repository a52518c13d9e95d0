/** `GET /api/admin/ab-testing-stats`: what each arm of each experiment saw, and the verdict on it; humans only. */
import { EXPERIMENTS, findExperiment } from '@firsttouch/ingest/experiments'
import { type AbTestStats, abTestStats } from '../contract/experiments/results.ts'
import { periodQuery } from '../contract/range.ts'
import { type Api, type Deps, FOR_STAFF } from '../deps.ts'
import { type Period, periodOf, rangeOf } from '../read-model/report-days.ts'
import { FINAL_SETTINGS, periodCondition } from '../read-model/traffic-filter.ts'
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
      const asOf = await readModel.asOf()
      const [events, arms, verdicts] = await Promise.all([
        countEvents(deps, period),
        countArms(deps, period),
        latchVerdicts(deps),
      ])
      const names = [...EXPERIMENTS.map(({ name }) => name), ...events.map(({ testName }) => testName)]
      return {
        asOf: asOf?.toISOString() ?? null,
        range: rangeOf(period, zone),
        testStats: [...new Set(names)].toSorted().flatMap(name => armStats(name, events, arms)),
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

const countEvents = ({ readModel, config }: Deps, period: Period | null): Promise<readonly Events[]> => {
  const { where, parameters } = periodCondition(period, config.timeZone)
  return readModel.rows<Events>(
    `
  SELECT test_name AS testName, variant, event, conversion_type AS conversionType, sum(n) AS count
  FROM {db:Identifier}.event_sums FINAL
  WHERE model = 'ab_event' AND bot = 0${where}
  GROUP BY testName, variant, event, conversionType
  ORDER BY testName, variant, count DESC, conversionType
  ${FINAL_SETTINGS}`,
    parameters,
  )
}

/** Participants of a period are those who first saw the experiment in it. */
const countArms = ({ readModel, config }: Deps, period: Period | null): Promise<readonly ArmCounts[]> => {
  const { where, parameters } = periodCondition(period, config.timeZone, 'at')
  return readModel.rows<ArmCounts>(
    `
  SELECT test_name AS testName, variant, sumIf(n, saw_both = 0) AS visitors,
    sumIf(n, saw_both = 0 AND converted != 0) AS converters
  FROM {db:Identifier}.session_sums FINAL
  WHERE model = 'participant'${where}
  GROUP BY testName, variant
  ${FINAL_SETTINGS}`,
    parameters,
  )
}
