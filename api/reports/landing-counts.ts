/** Sessions, visits and conversions by dimension, with the comparison period. */

import type { LandingCounts } from '../contract/landings.ts'
import type { TrafficQuery } from '../contract/range.ts'
import type { Deps } from '../deps.ts'
import { beforeOf, cutOf, endOrCut, ifCounted } from '../read-model/comparison.ts'
import { firstDay } from '../read-model/first-day.ts'
import { dayIn, periodOf, rangeOf, startOfDay, untilToday } from '../read-model/report-days.ts'
import {
  FINAL_SETTINGS,
  type Group,
  sessionsCondition,
  withBounceRate,
} from '../read-model/traffic-filter.ts'

type Asked = {
  query: TrafficQuery
  /** Only constants of the code, never input. With several columns, a row may have counts of the comparison period only. */
  columns: { [Name in Group]?: string }
  limit: number
  /** Values that are listed first, regardless of visits. Requires a single column. */
  first?: readonly string[]
}

type Row = Record<string, string | number> & { groups: number }
export type Counted = { row: Row; now: LandingCounts; previous: LandingCounts | null }

const KINDS = {
  sessions: 'session',
  visits: 'visit',
  conversions: 'conversion',
  bounces: 'bounce',
  engaged: 'engaged',
}
type Kind = keyof typeof KINDS

export const countLandings = async (deps: Deps, { query, columns, limit, first: listed = [] }: Asked) => {
  const { readModel, config, now } = deps
  const zone = config.timeZone
  const time = now()
  const asked = periodOf(query, zone, time)
  const today = dayIn(zone, time)
  const period = asked && untilToday(asked, today)
  const before = period && beforeOf(period, today, query.compare)
  const asOf = await readModel.asOf()
  const whole = period && { ...period, from: before?.from ?? period.from }
  const { where, parameters } = sessionsCondition(
    { ...query, period: whole, zone },
    Object.keys(columns) as Group[],
  )
  const start = period ? startOfDay(zone, period.from).getTime() / 1000 : 0
  const cut =
    period && before ? endOrCut(before, cutOf(period, before, zone, time), zone).getTime() / 1000 : 0
  const [first, rows] = await Promise.all([
    before && firstDay(deps),
    readModel.rows<Row>(sqlOf(columns, where), {
      ...parameters,
      start,
      cut,
      limit,
      listed,
    }),
  ])
  const compared = ifCounted(before, first)
  const counted = rows.map(row => ({ row, now: of(row, ''), previous: compared && of(row, 'before_') }))
  const [some] = rows
  return {
    counted,
    groups: some?.groups ?? 0,
    head: {
      asOf: asOf?.toISOString() ?? null,
      range: rangeOf(period, zone),
      previous: compared && { from: compared.from, to: compared.to },
      totals: some ? of(some, 'all_') : NOTHING,
    },
  }
}

const sqlOf = (columns: Asked['columns'], where: string): string => {
  const keys = Object.keys(columns)
  const isNow = `at >= toDateTime({start:UInt32}, 'UTC')`
  const isBefore = `at < toDateTime({cut:UInt32}, 'UTC')`
  const names = Object.keys(KINDS)
  const counts = Object.entries(KINDS).flatMap(([name, type]) => [
    `sumIf(n, type = '${type}' AND ${isNow}) AS ${name}`,
    `sumIf(n, type = '${type}' AND ${isBefore}) AS before_${name}`,
    `sum(${name}) OVER () AS all_${name}`,
  ])
  return `
  SELECT ${[...Object.entries(columns).map(([name, column]) => (name === column ? name : `${column} AS ${name}`)), ...counts].join(', ')}, count() OVER () AS groups
  FROM {db:Identifier}.session_sums FINAL
  WHERE ${where}
  GROUP BY ${keys.join(', ')}
  HAVING ${(keys.length > 1 ? [...names, ...names.map(name => `before_${name}`)] : names).join(' + ')} > 0
  ORDER BY has({listed:Array(String)}, ${keys[0]}) DESC, visits DESC, sessions DESC, conversions DESC, ${keys.join(', ')}
  LIMIT {limit:UInt32}
  ${FINAL_SETTINGS}`
}

const of = (row: Row, prefix: string): LandingCounts =>
  withRate((kind: Kind) => Number(row[`${prefix}${kind}`]))

export const sumOf = (all: LandingCounts[]): LandingCounts =>
  withRate(kind => all.reduce((sum, one) => sum + one[kind], 0))

export const difference = (all: LandingCounts, listed: LandingCounts): LandingCounts =>
  withRate(kind => all[kind] - listed[kind])

const withRate = (of: (kind: Kind) => number): LandingCounts => {
  const [visits, conversions] = [of('visits'), of('conversions')]
  return {
    ...{ sessions: of('sessions'), visits, conversions },
    conversionRate: visits === 0 ? 0 : (conversions / visits) * 100,
    ...withBounceRate({ bounces: of('bounces'), engaged: of('engaged') }),
  }
}
export const NOTHING = withRate(() => 0)
