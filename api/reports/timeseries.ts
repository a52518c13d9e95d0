/** `GET /api/admin/timeseries`: visits and conversions over time, with the comparison period. Humans only. */

import { trafficQuery } from '../contract/range.ts'
import { type Timeseries, timeseries } from '../contract/timeseries.ts'
import { type Api, type Deps, FIGURES } from '../deps.ts'
import { beforeOf, cutOf, endOrCut, ifCounted } from '../read-model/comparison.ts'
import { startOfDay } from '../read-model/report-days.ts'
import type { Steps } from '../read-model/time-steps.ts'
import { FINAL_SETTINGS, type Filter, trafficCondition } from '../read-model/traffic-filter.ts'
import { openChart } from './chart.ts'

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
