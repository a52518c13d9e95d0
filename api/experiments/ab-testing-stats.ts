/** `GET /api/admin/ab-testing-stats`: what each arm of each experiment saw, and the verdict on it; humans only. */
import { EXPERIMENTS, findExperiment } from '@firsttouch/ingest/experiments'
import { type AbTestStats, abTestStats, type Verdict } from '../contract/experiments/results.ts'
import { periodQuery } from '../contract/range.ts'
import { type Api, type Deps, FOR_STAFF } from '../deps.ts'
import { type Period, periodOf, rangeOf } from '../read-model/report-days.ts'
import { periodCondition } from '../read-model/traffic-filter.ts'
import { COMPARED, isUnderWay } from './compared.ts'
import { countParticipants, type VariantCounts } from './participants.ts'
import { readAndLatch } from './verdicts.ts'

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
      const { where, parameters } = periodCondition(period, zone)
      const [events, breakdown] = await Promise.all([
        readModel.rows<Events>(eventsSql(where), parameters),
        readModel.rows<AbTestStats['conversionBreakdown'][number]>(breakdownSql(where), parameters),
      ])
      const tests = await readExperiments(deps, events)
      return {
        asOf: asOf?.toISOString() ?? null,
        range: rangeOf(period, zone),
        testStats: (period ? await inPeriod(deps, period, tests) : tests).flatMap(test =>
          armStats(test, events),
        ),
        conversionBreakdown: breakdown,
        // Never of a few days: part of a run would find a winner by chance.
        verdicts: tests.map(test => test.verdict).filter(verdict => verdict !== null),
      }
    },
  )
}

type Events = { testName: string; variant: string; totalEvents: number; conversions: number }

type Counted = { testName: string; participants: VariantCounts; verdict: Verdict | null }

const readExperiments = (deps: Deps, events: Events[]): Promise<Counted[]> => {
  const names = [...EXPERIMENTS.map(({ name }) => name), ...events.map(({ testName }) => testName)]
  return Promise.all([...new Set(names)].toSorted().map(testName => readCounts(deps, testName)))
}

const readCounts = async (deps: Deps, testName: string): Promise<Counted> => {
  const test = COMPARED.find(split => split.testName === testName)
  if (test && (await isUnderWay(deps, testName))) {
    const { participants, verdict } = await readAndLatch(deps, test)
    return { testName, participants: participants.ever, verdict }
  }
  const all = { testName, periods: [], goal: 'any', conversionTypes: [], now: deps.now() } as const
  return { testName, participants: (await countParticipants(deps.readModel, all)).ever, verdict: null }
}

/** Declared arms first, the control before all. */
const armStats = ({ testName, participants }: Counted, events: Events[]) => {
  const seen = events.filter(row => row.testName === testName)
  if (seen.length === 0 && participants.arms.size === 0 && participants.sawBoth === 0) return []
  const declared = findExperiment(testName)?.variants.map(({ name }) => name) ?? []
  const others = [...seen.map(row => row.variant), ...participants.arms.keys()].toSorted()
  return [...new Set([...declared, ...others])].map(variant => {
    const { totalEvents = 0, conversions = 0 } = seen.find(row => row.variant === variant) ?? {}
    const { visitors, converters } = participants.arms.get(variant) ?? { visitors: 0, converters: 0 }
    const conversionRate = visitors === 0 ? 0 : (converters / visitors) * 100
    return { testName, variant, totalEvents, conversions, conversionRate, visitors, converters }
  })
}

/** Participants of a period are those who first saw the experiment in it. */
const inPeriod = async (
  { readModel, config }: Deps,
  period: Period,
  tests: Counted[],
): Promise<Counted[]> => {
  const { where, parameters } = periodCondition(period, config.timeZone, 'at')
  const rows = await readModel.rows<PeriodCounts>(
    `
  SELECT test_name AS testName, variant, sumIf(n, saw_both = 0) AS visitors,
    sumIf(n, saw_both = 0 AND converted != 0) AS converters, sumIf(n, saw_both = 1) AS sawBoth
  FROM {db:Identifier}.participant_15m FINAL
  WHERE true${where}
  GROUP BY testName, variant`,
    parameters,
  )
  return tests.map(test => {
    const own = rows.filter(({ testName }) => testName === test.testName)
    const arms = own.filter(({ visitors }) => visitors > 0).map(row => [row.variant, row] as const)
    return {
      ...test,
      participants: { arms: new Map(arms), sawBoth: own.reduce((sum, row) => sum + row.sawBoth, 0) },
    }
  })
}

type PeriodCounts = {
  testName: string
  variant: string
  visitors: number
  converters: number
  sawBoth: number
}

const eventsSql = (where: string) => `
  SELECT test_name AS testName, variant, sum(n) AS totalEvents, sumIf(n, event = 'conversion') AS conversions
  FROM {db:Identifier}.variant_15m FINAL
  WHERE bot = 0${where}
  GROUP BY testName, variant`

const breakdownSql = (where: string) => `
  SELECT test_name AS testName, variant, conversion_type AS conversionType, sum(n) AS count
  FROM {db:Identifier}.variant_15m FINAL
  WHERE bot = 0 AND event = 'conversion'${where}
  GROUP BY testName, variant, conversionType
  ORDER BY testName, variant, count DESC, conversionType`
