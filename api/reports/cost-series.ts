/** Costs and leads by day or month of the report time zone. */
import type { Funnel } from '../contract/costs/funnel.ts'
import type { Deps } from '../deps.ts'
import type { Period } from '../read-model/report-days.ts'
import { isCounted } from '../spend/figures.ts'
import { costEach } from '../spend/unit-cost.ts'
import type { FunnelFilter } from './funnel-counts.ts'

const DAILY_DAYS = 400

export const costsOverTime = async (
  { sql, config }: Deps,
  { source, campaign, variant }: FunnelFilter,
  period: Period | null,
): Promise<Funnel['costs']> => {
  const step = period && period.days <= DAILY_DAYS ? 'day' : 'month'
  if (variant !== undefined) return { step, points: [] }
  const zone = config.timeZone
  const rows = await sql<{ from: string; cost: string; leads: number }[]>`
    WITH costs AS (
      SELECT date_trunc(${step}, day)::date AS at, sum(cost) AS cost FROM spend
      WHERE ${isCounted(sql, config.currency, period, { source, campaign })} GROUP BY at
    ), counted AS (
      SELECT date_trunc(${step}, created_at AT TIME ZONE ${zone})::date AS at, count(*)::int AS leads FROM leads
      WHERE deleted_at IS NULL AND spam_reason = ''
        AND created_at >= (SELECT min(at) FROM costs)::timestamp AT TIME ZONE ${zone}
        ${period ? sql`AND created_at < (${period.to}::date + 1)::timestamp AT TIME ZONE ${zone}` : sql``}
        ${campaign === undefined ? sql`` : sql`AND campaign = ${campaign}`}
        ${source === undefined ? sql`` : sql`AND coalesce(nullif(first_touch ->> 'utm_source', ''), 'direct') = ${source}`}
      GROUP BY at
    )
    SELECT costs.at::text AS from, cost, coalesce(leads, 0) AS leads
    FROM costs LEFT JOIN counted ON counted.at = costs.at ORDER BY costs.at`
  return {
    step,
    points: rows.map(({ from, cost, leads }) => ({
      from,
      cost: Number(cost),
      leads,
      costPerLead: costEach(Number(cost), leads),
    })),
  }
}
