import { HttpError } from '@firsttouch/infra/platform/http/http'
import type { FunnelStep } from '../contract/costs/funnel.ts'
import type { Deps } from '../deps.ts'
import { isFilled, SEGMENTS_SINCE } from '../read-model/editions.ts'
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

type Counted = Record<Exclude<FunnelStep, 'visit'>, number>

/** Without spam and what staff deleted, and with those that an erasure or their age took out of the inbox. */
export const countFunnelLeads = async (
  { sql, config }: Deps,
  { source, campaign, variant }: FunnelFilter,
  period: Period | null,
  until: Date | null,
): Promise<Counted> => {
  const zone = config.timeZone
  const days = period
    ? sql`AND created_at >= ${period.from}::date::timestamp AT TIME ZONE ${zone}
        AND created_at < (${period.to}::date + 1)::timestamp AT TIME ZONE ${zone}`
    : sql``
  const [counts] = await sql<Counted[]>`
    SELECT count(*)::int AS lead,
      (count(*) FILTER (WHERE qualified))::int AS qualified,
      (count(*) FILTER (WHERE status = 'closed'))::int AS closed,
      (count(*) FILTER (WHERE onboarding))::int AS onboarding
    FROM counted_leads WHERE true ${days}
      ${until ? sql`AND created_at < ${until}` : sql``}
      ${campaign === undefined ? sql`` : sql`AND campaign = ${campaign}`}
      ${source === undefined ? sql`` : sql`AND source = ${source}`}
      ${variant === undefined ? sql`` : sql`AND variant = ${variant}`}`
  return { lead: 0, qualified: 0, closed: 0, onboarding: 0, ...counts }
}

/** Visits by their own link, of all sessions or of those that a landing page was first assigned to. */
export const countFunnelVisits = async (
  { readModel, config }: Deps,
  { source, campaign, variant }: FunnelFilter,
  period: Period | null,
  until: Date | null,
): Promise<number> => {
  const filter = { period, zone: config.timeZone, source, campaign }
  const cut = until ? `AND at < toDateTime({until:UInt32}, 'UTC')` : ''
  const more = { until: (until?.getTime() ?? 0) / 1000, variant }
  const count = async (sql: (where: string) => string, { where, parameters }: Condition) => {
    const [row] = await readModel.rows<{ n: number }>(sql(`${where} ${cut}`), { ...parameters, ...more })
    return Number(row?.n ?? 0)
  }
  if (variant === undefined) return count(OF_ALL, trafficCondition(filter))
  if (await isFilled(readModel, SEGMENTS_SINCE))
    return count(OF_VARIANT, sessionsCondition('variant_visit', filter))
  throw new HttpError(503, NOT_FILLED, undefined, { 'retry-after': '60' })
}

const OF_ALL = (where: string) =>
  `SELECT sumIf(n, type = 'visit') AS n FROM {db:Identifier}.event_sums FINAL WHERE ${where} ${FINAL_SETTINGS}`
const OF_VARIANT = (where: string) =>
  `SELECT sum(n) AS n FROM {db:Identifier}.session_sums FINAL WHERE variant = {variant:String} AND ${where} ${FINAL_SETTINGS}`

const NOT_FILLED =
  'Visits by landing page are being counted anew after an upgrade. The funnel of one will be back by itself.'
