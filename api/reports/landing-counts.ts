import { devices, type LandingCounts, landingPages } from '../contract/landings.ts'
import { type TrafficQuery, trafficQuery } from '../contract/range.ts'
import type { Deps } from '../deps.ts'
import { firstDay, ifCounted, openReport, report } from '../read-model/report.ts'
import { startOfDay, untilToday } from '../read-model/report-days.ts'
import {
  FINAL_SETTINGS,
  type Group,
  sessionsCondition,
  withBounceRate,
} from '../read-model/traffic-filter.ts'

type Asked = {
  query: TrafficQuery
  /**
   * Columns become SQL, so they must be constants, never input. With several columns, a row may have counts of the
   * comparison period only.
   */
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
  const { zone, period, before, until, head } = await openReport(deps, query, untilToday)
  const whole = period && { ...period, from: before?.from ?? period.from }
  const { where, parameters } = sessionsCondition(
    { ...query, period: whole, zone },
    Object.keys(columns) as Group[],
  )
  const start = period ? startOfDay(zone, period.from).getTime() / 1000 : 0
  const given = { ...parameters, start, cut: (until?.getTime() ?? 0) / 1000, limit, listed }
  const [first, rows] = await Promise.all([
    before && firstDay(deps),
    deps.readModel.rows<Row>(sqlOf(columns, where), given),
  ])
  const compared = ifCounted(before, first)
  const counted = rows.map(row => ({ row, now: of(row, ''), previous: compared && of(row, 'before_') }))
  const [some] = rows
  return {
    counted,
    groups: some?.groups ?? 0,
    head: {
      ...head,
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

const MOST = 10

export const landingPageRoutes = report('landing-pages', trafficQuery, landingPages, async (deps, query) => {
  const columns = { page: 'page' }
  const { head, counted, groups } = await countLandings(deps, { query, columns, limit: MOST })
  const listed = sumOf(counted.map(({ now }) => now))
  return {
    ...head,
    pages: counted.map(({ row, now, previous }) => ({ page: String(row.page), ...now, previous })),
    others: { pages: groups - counted.length, ...difference(head.totals, listed) },
  }
})

/** High enough to list every device class and browser family. */
const ALL = 1_000

export const deviceRoutes = report('devices', trafficQuery, devices, async (deps, query) => {
  const columns = { device: 'device', browser: 'browser' }
  const { head, counted } = await countLandings(deps, { query, columns, limit: ALL })
  const ofDevices = groupedBy('device', counted)
  const ofBrowsers = groupedBy('browser', counted)
  return {
    ...head,
    totals: sumOf(ofDevices.map(([, sums]) => sums)),
    devices: ofDevices.map(([device, sums]) => ({ device, ...sums })),
    browsers: ofBrowsers.map(([browser, sums]) => ({ browser, ...sums })),
  }
})

/** With any filter other than source, a row has both a device and a browser. Otherwise it has only one of the two. */
const groupedBy = (column: 'device' | 'browser', counted: Counted[]) => {
  const named = counted.filter(({ row }) => row[column] !== '')
  return [...Map.groupBy(named, ({ row }) => String(row[column]))]
    .map(([name, own]) => {
      const previous = own[0]?.previous ? sumOf(own.flatMap(one => one.previous ?? [])) : null
      return [name, { ...sumOf(own.map(({ now }) => now)), previous }] as const
    })
    .filter(([, { sessions, visits, conversions }]) => sessions + visits + conversions > 0)
    .toSorted(([, a], [, b]) => b.visits - a.visits || b.sessions - a.sessions)
}
