import type { FunnelStep } from '../contract/costs/funnel.ts'
import type { Dimension } from '../contract/range.ts'
import type { Deps } from '../deps.ts'
import { isOfTouch, touchesOf } from '../read-model/lead-touches.ts'
import type { Period } from '../read-model/report-days.ts'
import { FINAL_SETTINGS, type Filter, trafficCondition } from '../read-model/traffic-filter.ts'

/** If the requested period is not over, its comparison period ends early, at `cut`. Otherwise `cut` is null. */
type Asked = { filter: Omit<Filter, 'period' | 'zone'>; period: Period | null; cut: Date | null }

/** `isEarly` is true for events before `cut`. */
type DayRow = { day: string; isEarly: boolean } & Record<FunnelStep, number>
const NONE = { visit: 0, lead: 0, qualified: 0, closed: 0, onboarding: 0 }

/** Counts of the funnel by day. A day may have several rows. */
export const countByDay = async (deps: Deps, asked: Asked): Promise<DayRow[]> =>
  (await Promise.all([countFunnelVisits(deps, asked), countFunnelLeads(deps, asked)])).flat()

export const sumSteps = (rows: readonly DayRow[], counts: (row: DayRow) => boolean) => {
  const sums = { ...NONE }
  for (const row of rows.filter(counts)) for (const step of STEPS) sums[step] += row[step]
  return sums
}
const STEPS = Object.keys(NONE) as FunnelStep[]

const OWN = {
  source: 'source',
  campaign: 'campaign',
  keyword: 'utm_term',
  ad: 'utm_content',
  variant: 'variant',
}
const isOwn = (name: Dimension): name is keyof typeof OWN => name in OWN

/** Includes leads that an erasure or retention removed. `by` groups by a dimension, whose value is empty if unknown. */
export const countFunnelLeads = async (
  deps: Deps,
  { filter, period, cut }: Asked,
  by?: Dimension,
): Promise<(DayRow & { name: string })[]> => {
  const { sql, config } = deps
  const zone = config.timeZone
  const days = period
    ? sql`AND created_at >= ${period.from}::date::timestamp AT TIME ZONE ${zone}
        AND created_at < (${period.to}::date + 1)::timestamp AT TIME ZONE ${zone}`
    : sql``
  const own = Object.entries(OWN).flatMap(([name, column]) => {
    const value = filter[name as keyof typeof OWN]
    return value === undefined ? [] : [sql`AND ${sql(column)} = ${value}`]
  })
  const touches =
    isOfTouch(filter) || (by && !isOwn(by)) ? await touchesOf(deps, { ...filter, period, zone }) : null
  if (touches && isOfTouch(filter)) own.push(sql`AND session_id = ANY(${[...touches.keys()]})`)
  const name = by === undefined ? sql`''` : sql(isOwn(by) ? OWN[by] : 'session_id')
  const rows = await sql<(DayRow & { name: string })[]>`
    SELECT ${name} AS name, (created_at AT TIME ZONE ${zone})::date::text AS day, created_at < ${cut ?? new Date(0)} AS "isEarly",
      0 AS visit, count(*)::int AS lead,
      (count(*) FILTER (WHERE qualified))::int AS qualified,
      (count(*) FILTER (WHERE status = 'closed'))::int AS closed,
      (count(*) FILTER (WHERE onboarding))::int AS onboarding
    FROM counted_leads WHERE true ${days} ${own.length > 0 ? own.reduce((all, one) => sql`${all} ${one}`) : sql``}
    GROUP BY 1, 2, 3`
  if (by === undefined || isOwn(by)) return rows
  return rows.map(({ name, ...row }) => ({ ...row, name: touches?.get(name)?.[by] ?? '' }))
}

const countFunnelVisits = async ({ readModel, config }: Deps, { filter, period, cut }: Asked) => {
  const zone = config.timeZone
  const { table, where, parameters } = trafficCondition({ ...filter, period, zone })
  const rows = await readModel.rows<{ day: string; isEarly: 0 | 1; n: number }>(
    `
  SELECT toString(toDate(at, {zone:String})) AS day, at < toDateTime({cut:UInt32}, 'UTC') AS isEarly, sumIf(n, type = 'visit') AS n
  FROM {db:Identifier}.${table} FINAL WHERE ${where}
  GROUP BY day, isEarly ${FINAL_SETTINGS}`,
    { ...parameters, cut: (cut?.getTime() ?? 0) / 1000, zone },
  )
  return rows.map(({ day, isEarly, n }) => ({ ...NONE, day, isEarly: isEarly === 1, visit: Number(n) }))
}
