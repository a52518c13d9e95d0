import { EXPERIMENTS } from '@firsttouch/ingest/experiments'
import { type PeriodQuery, periodQuery, trafficQuery } from '../contract/range.ts'
import { type Timeseries, timeseries, type VariantSeries, variantSeries } from '../contract/timeseries.ts'
import { type Api, type Deps, FIGURES } from '../deps.ts'
import { beforeOf, cutOf, endOrCut, ifCounted } from '../read-model/comparison.ts'
import { everySince, firstDay } from '../read-model/first-day.ts'
import { dayIn, daysEarlier, periodOf, startOfDay, untilToday } from '../read-model/report-days.ts'
import { openStep, type Steps, stepsOf } from '../read-model/time-steps.ts'
import {
  FINAL_SETTINGS,
  type Filter,
  periodCondition,
  trafficCondition,
} from '../read-model/traffic-filter.ts'

export const timeseriesRoutes = (app: Api, deps: Deps): void => {
  app.get(
    '/api/admin/timeseries',
    {
      config: FIGURES,
      schema: { querystring: trafficQuery, response: { 200: timeseries } },
    },
    async ({ query }): Promise<Timeseries> => {
      const { zone, time, today, asked, period, first, steps, head } = await openChart(deps, query)
      const before = asked && beforeOf(period, today, query.compare)
      const cut = before && cutOf(period, before, zone, time)
      const until = before && endOrCut(before, cut, zone)
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
    },
  )
}

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

/** `until` is the end of the comparison period. */
const joined = (steps: Steps, rows: readonly Row[], until: Date | null) => {
  const totals = { visits: 0, conversions: 0 }
  const previous = { visits: 0, conversions: 0 }
  const points = steps.starts.map((at, i) => {
    const before = until && steps.startBefore(i)
    const isCompared = before && before < until
    return {
      at: at.toISOString(),
      visits: 0,
      conversions: 0,
      previous: isCompared ? { at: before.toISOString(), visits: 0, conversions: 0 } : null,
    }
  })
  for (const { key, isBefore, visits, conversions } of rows) {
    const at = isBefore ? steps.indexBefore(key) : steps.indexOf(key)
    const point = at === undefined ? undefined : points[at]
    add(isBefore ? point?.previous : point, visits, conversions)
    add(isBefore ? previous : totals, visits, conversions)
  }
  return { points, totals, previous }
}

type Counts = { visits: number; conversions: number }

const add = (into: Counts | null | undefined, visits: number, conversions: number): void => {
  if (!into) return
  into.visits += visits
  into.conversions += conversions
}

export const openChart = async (deps: Deps, query: PeriodQuery) => {
  const { readModel, config, now } = deps
  const zone = config.timeZone
  const time = now()
  const today = dayIn(zone, time)
  const asOf = await readModel.asOf()
  const asked = periodOf(query, zone, time)
  const first = firstDay(deps)
  const period = asked ? untilToday(asked, today) : everySince(await first, today)
  const { compare } = query
  const earlier = compare === 'none' ? undefined : daysEarlier(period.days, compare)
  const steps = stepsOf(period, zone, earlier)
  const head = {
    asOf: asOf?.toISOString() ?? null,
    range: { from: period.from, to: period.to, timeZone: zone },
    openFrom: openStep(steps, period, today, time),
    step: steps.step,
  }
  return { zone, time, today, asked, period, first, steps, head }
}

export const variantSeriesRoutes = (app: Api, deps: Deps): void => {
  const { readModel } = deps
  app.get(
    '/api/admin/variant-series',
    {
      config: FIGURES,
      schema: { querystring: periodQuery, response: { 200: variantSeries } },
    },
    async ({ query }): Promise<VariantSeries> => {
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
}

type VariantRow = { testName: string; variant: string; key: string; visitors: number; converters: number }

const namesOf = (rows: readonly VariantRow[]): string[] =>
  [...new Set(rows.map(({ testName }) => testName))].toSorted()

/** The control, then the other declared variants, then undeclared ones. */
const variantsOf = (testName: string, steps: Steps, rows: readonly VariantRow[]) => {
  const own = rows.filter(row => row.testName === testName)
  const declared = EXPERIMENTS.find(({ name }) => name === testName)?.variants.map(({ name }) => name) ?? []
  const variants = [...new Set([...declared, ...own.map(({ variant }) => variant).toSorted()])]
  return variants.map(variant => {
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
