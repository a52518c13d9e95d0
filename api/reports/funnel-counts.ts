import type { FunnelStep } from '../contract/costs/funnel.ts'
import type { Deps } from '../deps.ts'
import type { Period } from '../read-model/report-days.ts'
import {
  type Condition,
  FINAL_SETTINGS,
  sessionsCondition,
  trafficCondition,
} from '../read-model/traffic-filter.ts'

export type FunnelFilter = {
  source: string | undefined
  campaign: string | undefined
  variant: string | undefined
}

/** `isEarly`: before the moment at which the period before is cut. */
type DayRow = { day: string; isEarly: boolean } & Record<FunnelStep, number>
const NONE = { visit: 0, lead: 0, qualified: 0, closed: 0, onboarding: 0 }

/** What came on each day; a day has several rows. */
export const countByDay = async (
  deps: Deps,
  filter: FunnelFilter,
  period: Period | null,
  cut: Date | null,
): Promise<DayRow[]> => {
  const [visits, leads] = await Promise.all([
    countFunnelVisits(deps, filter, period, cut),
    countFunnelLeads(deps, filter, period, cut),
  ])
  return [...visits, ...leads]
}

export const sumSteps = (
  rows: readonly DayRow[],
  counts: (row: DayRow) => boolean,
): Record<FunnelStep, number> => {
  const sums = { ...NONE }
  for (const row of rows.filter(counts)) for (const step of STEPS) sums[step] += row[step]
  return sums
}
const STEPS = Object.keys(NONE) as FunnelStep[]

/** Without spam and what staff deleted, and with those that an erasure or their age took out of the inbox. */
const countFunnelLeads = async (
  { sql, config }: Deps,
  { source, campaign, variant }: FunnelFilter,
  period: Period | null,
  cut: Date | null,
): Promise<DayRow[]> => {
  const zone = config.timeZone
  const days = period
    ? sql`AND created_at >= ${period.from}::date::timestamp AT TIME ZONE ${zone}
        AND created_at < (${period.to}::date + 1)::timestamp AT TIME ZONE ${zone}`
    : sql``
  return sql<DayRow[]>`
    SELECT (created_at AT TIME ZONE ${zone})::date::text AS day, created_at < ${cut ?? new Date(0)} AS "isEarly",
      0 AS visit, count(*)::int AS lead,
      (count(*) FILTER (WHERE qualified))::int AS qualified,
      (count(*) FILTER (WHERE status = 'closed'))::int AS closed,
      (count(*) FILTER (WHERE onboarding))::int AS onboarding
    FROM counted_leads WHERE true ${days}
      ${campaign === undefined ? sql`` : sql`AND campaign = ${campaign}`}
      ${source === undefined ? sql`` : sql`AND source = ${source}`}
      ${variant === undefined ? sql`` : sql`AND variant = ${variant}`}
    GROUP BY 1, 2`
}

/** Visits by their own link, of all sessions or of those that a landing page was first assigned to. */
export const countFunnelVisits = async (
  { readModel, config }: Deps,
  { source, campaign, variant }: FunnelFilter,
  period: Period | null,
  cut: Date | null,
): Promise<DayRow[]> => {
  const zone = config.timeZone
  const filter = { period, zone, source, campaign }
  const more = { cut: (cut?.getTime() ?? 0) / 1000, variant, zone }
  const count = async (sql: (where: string) => string, { where, parameters }: Condition) => {
    const rows = await readModel.rows<Visits>(sql(where), { ...parameters, ...more })
    return rows.map(({ day, isEarly, n }) => ({ ...NONE, day, isEarly: isEarly === 1, visit: Number(n) }))
  }
  if (variant === undefined) return count(OF_ALL, trafficCondition(filter))
  return count(OF_VARIANT, sessionsCondition('variant_visit', filter))
}

type Visits = { day: string; isEarly: 0 | 1; n: number }
const DAY = `toString(toDate(at, {zone:String})) AS day, at < toDateTime({cut:UInt32}, 'UTC') AS isEarly`
const OF_ALL = (where: string) => `
  SELECT ${DAY}, sumIf(n, type = 'visit') AS n FROM {db:Identifier}.event_sums FINAL WHERE ${where}
  GROUP BY day, isEarly ${FINAL_SETTINGS}`
const OF_VARIANT = (where: string) => `
  SELECT ${DAY}, sum(n) AS n FROM {db:Identifier}.session_sums FINAL WHERE variant = {variant:String} AND ${where}
  GROUP BY day, isEarly ${FINAL_SETTINGS}`
