import { LANDING_PAGE } from '@firsttouch/ingest/experiments'
import type { FunnelStep } from '../contract/costs/funnel.ts'
import type { Deps } from '../deps.ts'
import type { Period } from '../read-model/report-days.ts'
import { BY_MONTH, periodCondition, SOURCE, trafficCondition } from '../read-model/traffic-filter.ts'

export type FunnelFilter = {
  source: string | undefined
  campaign: string | undefined
  variant: string | undefined
}

type Counted = Record<Exclude<FunnelStep, 'visit'>, number>

/** Without spam and what staff deleted: the leads of the inbox. */
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
      (count(*) FILTER (WHERE qualified_at IS NOT NULL AND status IN ('qualified', 'closed')))::int AS qualified,
      (count(*) FILTER (WHERE status = 'closed'))::int AS closed,
      (count(*) FILTER (WHERE told_onboarding))::int AS onboarding
    FROM leads WHERE deleted_at IS NULL AND spam_reason = '' ${days}
      ${until ? sql`AND created_at < ${until}` : sql``}
      ${campaign === undefined ? sql`` : sql`AND campaign = ${campaign}`}
      ${source === undefined ? sql`` : sql`AND coalesce(nullif(first_touch ->> 'utm_source', ''), 'direct') = ${source}`}
      ${variant === undefined ? sql`` : sql`AND variant = ${variant}`}`
  return { lead: 0, qualified: 0, closed: 0, onboarding: 0, ...counts }
}

/** Which landing page a visit belongs to is known by its session alone, so only then single visits are read. */
export const countFunnelVisits = async (
  { readModel, config }: Deps,
  { source, campaign, variant }: FunnelFilter,
  period: Period | null,
  until: Date | null,
): Promise<number> => {
  const zone = config.timeZone
  const cut = until ? `AND at < toDateTime({until:UInt32}, 'UTC')` : ''
  const more = { until: (until?.getTime() ?? 0) / 1000 }
  if (variant === undefined) {
    const { where, parameters } = trafficCondition({ period, zone, source, campaign })
    const [row] = await readModel.rows<{ n: number }>(
      `SELECT sumIf(n, type = 'visit') AS n FROM {db:Identifier}.traffic_15m FINAL WHERE ${where} ${cut} ${BY_MONTH}`,
      { ...parameters, ...more },
    )
    return Number(row?.n ?? 0)
  }
  const { where, parameters } = periodCondition(period, zone, 'minute')
  const [row] = await readModel.rows<{ n: number }>(
    `
  SELECT sum(n) AS n FROM {db:Identifier}.touches FINAL
  WHERE bot = 0 ${where} ${cut}
    ${source === undefined ? '' : `AND ${SOURCE} = {source:String}`}
    ${campaign === undefined ? '' : 'AND utm_campaign = {campaign:String}'}
    AND session IN (
      SELECT session FROM {db:Identifier}.exposures FINAL
      WHERE bot = 0 AND test_name = '${LANDING_PAGE.name}'
      GROUP BY session HAVING argMin(variant, (exposed_at, variant)) = {variant:String})`,
    { ...parameters, ...more, source, campaign, variant },
  )
  return Number(row?.n ?? 0)
}
