import type { FunnelQuery, FunnelStep } from '../contract/costs/funnel.ts'
import type { Deps } from '../deps.ts'
import type { Period } from '../read-model/report-days.ts'
import {
  type Condition,
  FINAL_SETTINGS,
  isBySite,
  narrowedBy,
  sessionsCondition,
  type TrafficFilter,
  trafficCondition,
} from '../read-model/traffic-filter.ts'

export type FunnelFilter = TrafficFilter & Pick<FunnelQuery, 'variant' | 'suspicious'>

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
    (isBySite(filter) ? countLeadsBySite : countFunnelLeads)(deps, filter, period, cut),
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

/** By the first touch of the lead's session, which PostgreSQL does not know. The same leads as in `countFunnelLeads`. */
const countLeadsBySite = async (
  { readModel, config }: Deps,
  { variant, channel, referringSite, ...own }: FunnelFilter,
  period: Period | null,
  cut: Date | null,
): Promise<DayRow[]> => {
  const [ofLead, ofTouch] = [narrowedBy(own), narrowedBy({ channel, referringSite })]
  const where = [
    ofLead.where,
    ...(variant === undefined ? [] : [' AND variant = {variant:String}']),
    ...(period ? [' AND toDate(recorded_at, {zone:String}) BETWEEN {from:Date} AND {to:Date}'] : []),
  ].join('')
  const rows = await readModel.rows<DayRow>(LEADS_BY_TOUCH(where, ofTouch.where), {
    ...ofLead.parameters,
    ...ofTouch.parameters,
    ...(period && { from: period.from, to: period.to }),
    variant,
    zone: config.timeZone,
    cut: (cut?.getTime() ?? 0) / 1000,
  })
  return rows.map(row => ({ ...NONE, ...row, isEarly: Boolean(row.isEarly) }))
}

const LEADS_BY_TOUCH = (where: string, whereTouch: string) => `
  SELECT toString(toDate(recorded_at, {zone:String})) AS day, recorded_at < toDateTime({cut:UInt32}, 'UTC') AS isEarly,
    toUInt32(count()) AS lead, toUInt32(countIf(toUnixTimestamp64Milli(qualified_at) != 0 AND status IN ('qualified', 'closed'))) AS qualified,
    toUInt32(countIf(status = 'closed')) AS closed, toUInt32(countIf(onboarding = 1)) AS onboarding
  FROM {db:Identifier}.leads FINAL
  WHERE spam = 0 AND deleted = 0${where} AND session IN (
    SELECT session FROM (
      SELECT session, touch.3 AS channel, touch.4 AS referring_site FROM (
        SELECT session, min((kind != 'visit', at, toString(channel), toString(referring_site))) AS touch
        FROM {db:Identifier}.session_events FINAL
        WHERE kind IN ('visit', 'conversion') AND bot = 0
          AND (session_minute, session) IN (SELECT session_minute, session FROM {db:Identifier}.leads FINAL)
        GROUP BY session
      )
    ) WHERE true${whereTouch}
  )
  GROUP BY day, isEarly`

/** Visits by their own link, of all sessions or of those that a landing page was first assigned to. */
export const countFunnelVisits = async (
  { readModel, config }: Deps,
  { variant, ...narrow }: FunnelFilter,
  period: Period | null,
  cut: Date | null,
): Promise<DayRow[]> => {
  const zone = config.timeZone
  const filter = { ...narrow, period, zone }
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
