/** `GET /api/admin/timeseries`: visits and conversions over time, beside those of the period before; humans only. */
import { trafficQuery } from '../contract/range.ts'
import { type Timeseries, timeseries } from '../contract/timeseries.ts'
import type { Api, Deps } from '../deps.ts'
import { shownPeriod } from '../first-day.ts'
import { dayIn, type Period, periodBefore, periodOf, startOfDay } from '../report-days.ts'
import { type Steps, stepsOf } from '../time-steps.ts'
import { BY_MONTH, type Filter, trafficCondition } from '../traffic-filter.ts'

export const timeseriesRoutes = (app: Api, deps: Deps): void => {
  const { readModel, config, now } = deps
  app.get(
    '/api/admin/timeseries',
    {
      config: { access: 'staff', confirm: false },
      schema: { querystring: trafficQuery, response: { 200: timeseries } },
    },
    async ({ query }): Promise<Timeseries> => {
      const zone = config.timeZone
      const asked = periodOf(query, zone, now())
      const asOf = await readModel.asOf()
      const period = asked ?? (await shownPeriod(deps))
      const before = asked && periodBefore(asked)
      const steps = stepsOf(period, zone)
      const { source, campaign } = query
      const whole = before ? { ...period, from: before.from } : period
      const rows = await countSteps(deps, steps, { period: whole, zone, source, campaign }, [
        startOfDay(zone, period.from),
        before ? sameTimeBefore(period, before, zone, now()) : startOfDay(zone, period.from),
      ])
      const { points, totals, previous } = joined(steps, rows)
      return {
        asOf: asOf?.toISOString() ?? null,
        range: { from: period.from, to: period.to, timeZone: zone },
        step: steps.step,
        totals,
        previous: before && { from: before.from, to: before.to, ...previous },
        points: before ? points : points.map(point => ({ ...point, previous: null })),
      }
    },
  )
}

/** The end of the period before; where its counterpart is not over yet, the same time of day. */
const sameTimeBefore = (period: Period, before: Period, zone: string, now: Date): Date => {
  const end = startOfDay(zone, period.from)
  if (dayIn(zone, now) !== period.to) return end
  const today = now.getTime() - startOfDay(zone, period.to).getTime()
  return new Date(Math.min(end.getTime(), startOfDay(zone, before.to).getTime() + today))
}

type Row = {
  key: string
  isBefore: 0 | 1
  visits: number
  conversions: number
  comparedVisits: number
  comparedConversions: number
}

const countSteps = (
  { readModel }: Deps,
  { key }: Steps,
  filter: Filter,
  [start, compared]: [start: Date, compared: Date],
): Promise<Row[]> => {
  const { where, parameters } = trafficCondition(filter)
  return readModel.rows<Row>(
    `
  SELECT ${key} AS key, at < toDateTime({start:UInt32}, 'UTC') AS isBefore,
    sumIf(n, type = 'visit') AS visits, sumIf(n, type = 'conversion') AS conversions,
    sumIf(n, type = 'visit' AND at < toDateTime({compared:UInt32}, 'UTC')) AS comparedVisits,
    sumIf(n, type = 'conversion' AND at < toDateTime({compared:UInt32}, 'UTC')) AS comparedConversions
  FROM {db:Identifier}.traffic_quarters FINAL
  WHERE ${where}
  GROUP BY key, isBefore
  ${BY_MONTH}`,
    {
      ...parameters,
      zone: filter.zone,
      start: start.getTime() / 1000,
      compared: Math.floor(compared.getTime() / 1000),
    },
  )
}

const joined = (steps: Steps, rows: Row[]) => {
  const totals = { visits: 0, conversions: 0 }
  const previous = { visits: 0, conversions: 0 }
  const points = steps.starts.map((at, i) => ({
    at: at.toISOString(),
    visits: 0,
    conversions: 0,
    previous: steps.isCompared(i) ? { visits: 0, conversions: 0 } : null,
  }))
  for (const row of rows) {
    const at = row.isBefore ? steps.placeBefore(row.key) : steps.place(row.key)
    const point = at === undefined ? undefined : points[at]
    const into = row.isBefore ? point?.previous : point
    add(into, row.visits, row.conversions)
    if (row.isBefore) add(previous, row.comparedVisits, row.comparedConversions)
    else add(totals, row.visits, row.conversions)
  }
  return { points, totals, previous }
}

type Counts = { visits: number; conversions: number }

const add = (into: Counts | null | undefined, visits: number, conversions: number): void => {
  if (!into) return
  into.visits += visits
  into.conversions += conversions
}
