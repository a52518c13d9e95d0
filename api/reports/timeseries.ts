import { inDeclaredOrder } from '../contract/experiments/declared-shares.ts'
import { type PeriodQuery, periodQuery, trafficQuery } from '../contract/range.ts'
import { timeseries, variantSeries } from '../contract/timeseries.ts'
import type { Deps } from '../deps.ts'
import { everySince, firstDay, ifCounted, openReport, report } from '../read-model/report.ts'
import { daysEarlier, startOfDay, untilToday } from '../read-model/report-days.ts'
import { openStep, type Steps, stepsOf } from '../read-model/time-steps.ts'
import {
  FINAL_SETTINGS,
  type Filter,
  periodCondition,
  trafficCondition,
} from '../read-model/traffic-filter.ts'

export const timeseriesRoutes = report('timeseries', trafficQuery, timeseries, async (deps, query) => {
  const { zone, period, before, cut, until, first, steps, head } = await openChart(deps, query)
  const whole = before ? { ...period, from: before.from } : period
  const start = startOfDay(zone, period.from)
  const [since, rows] = await Promise.all([
    first,
    countSteps(deps, steps, { ...query, period: whole, zone }, [start, until ?? start]),
  ])
  const compared = ifCounted(before, since)
  const { points, totals, previous } = joined(steps, rows, compared && until)
  return {
    ...head,
    since,
    totals,
    previous: compared && {
      from: compared.from,
      to: compared.to,
      until: cut?.toISOString() ?? null,
      ...previous,
    },
    points,
  }
})

type Row = { key: string; isBefore: 0 | 1; visits: number; conversions: number }

const countSteps = (
  { readModel }: Deps,
  { key }: Steps,
  filter: Filter,
  [start, until]: [start: Date, until: Date],
): Promise<readonly Row[]> => {
  const { table, where, parameters } = trafficCondition(filter)
  return readModel.rows<Row>(
    `
  SELECT ${key} AS key, at < toDateTime({start:UInt32}, 'UTC') AS isBefore,
    sumIf(n, type = 'visit') AS visits, sumIf(n, type = 'conversion') AS conversions
  FROM {db:Identifier}.${table} FINAL
  WHERE ${where}
    AND (at < toDateTime({until:UInt32}, 'UTC') OR at >= toDateTime({start:UInt32}, 'UTC'))
  GROUP BY key, isBefore
  ${FINAL_SETTINGS}`,
    {
      ...parameters,
      zone: filter.zone,
      start: start.getTime() / 1000,
      until: until.getTime() / 1000,
    },
  )
}

/** `until` is the end of the comparison period. null means no comparison. */
const joined = (steps: Steps, rows: readonly Row[], until: Date | null) => {
  const totals = { visits: 0, conversions: 0 }
  const previous = { visits: 0, conversions: 0 }
  const points = steps.starts.map((at, i) => {
    const before = until && steps.startBefore(i)
    const isCompared = before && before < until
    return {
      ...{ at: at.toISOString(), visits: 0, conversions: 0 },
      previous: isCompared ? { at: before.toISOString(), visits: 0, conversions: 0 } : null,
    }
  })
  for (const { key, isBefore, visits, conversions } of rows) {
    const point = points[(isBefore ? steps.indexBefore(key) : steps.indexOf(key)) ?? -1]
    for (const into of isBefore ? [previous, point?.previous] : [totals, point]) {
      if (!into) continue
      into.visits += visits
      into.conversions += conversions
    }
  }
  return { points, totals, previous }
}

const openChart = async (deps: Deps, query: PeriodQuery) => {
  const report = await openReport(deps, query, untilToday)
  const { zone, time, today } = report
  const first = firstDay(deps)
  const period = report.period ?? everySince(await first, today)
  const { compare } = query
  const earlier = compare === 'none' ? undefined : daysEarlier(period.days, compare)
  const steps = stepsOf(period, zone, earlier)
  const head = {
    asOf: report.head.asOf,
    range: { from: period.from, to: period.to, timeZone: zone },
    openFrom: openStep(steps, period, today, time),
    step: steps.step,
  }
  return { ...report, period, first, steps, head }
}

export const variantSeriesRoutes = report(
  'variant-series',
  periodQuery,
  variantSeries,
  async (deps, query) => {
    const { readModel } = deps
    const { zone, period, first, steps, head } = await openChart(deps, query)
    const { where, parameters } = periodCondition(period, zone, 'at')
    const counted = readModel.rows<VariantRow>(
      `
  SELECT test_name AS testName, variant, ${steps.key} AS key, sum(n) AS visitors, sumIf(n, converted != 0) AS converters
  FROM {db:Identifier}.session_sums FINAL
  WHERE model = 'participant' AND saw_both = 0${where}
  GROUP BY testName, variant, key
  ${FINAL_SETTINGS}`,
      parameters,
    )
    const [since, rows] = await Promise.all([first, counted])
    return {
      ...head,
      since,
      tests: namesOf(rows).map(testName => ({ testName, variants: variantsOf(testName, steps, rows) })),
    }
  },
)

type VariantRow = { testName: string; variant: string; key: string; visitors: number; converters: number }

const namesOf = (rows: readonly VariantRow[]): string[] =>
  [...new Set(rows.map(({ testName }) => testName))].toSorted()

const variantsOf = (testName: string, steps: Steps, rows: readonly VariantRow[]) => {
  const own = rows.filter(row => row.testName === testName)
  const seen = own.map(({ variant }) => variant)
  return inDeclaredOrder(testName, seen).map(variant => {
    const points = steps.starts.map(at => ({ at: at.toISOString(), visitors: 0, converters: 0 }))
    for (const row of own) {
      const point = row.variant === variant ? points[steps.indexOf(row.key) ?? -1] : undefined
      if (!point) continue
      point.visitors += row.visitors
      point.converters += row.converters
    }
    return { variant, points }
  })
}
