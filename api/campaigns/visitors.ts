/** Visitors of campaigns: sessions, each counted once for a campaign, at its first visit through the campaign's links. */

import type { ReadModel } from '../deps.ts'
import { isFilled, VISITORS_SINCE } from '../read-model/editions.ts'
import type { Period } from '../read-model/report-days.ts'
import { periodCondition } from '../read-model/traffic-filter.ts'

type Asked = { values: string[]; period: Period | null; zone: string; withinMs: number }

/** By the campaign's value; null while the projector still fills the table in after an upgrade. */
export const countVisitors = async (
  readModel: ReadModel,
  { values, period, zone, withinMs }: Asked,
): Promise<Map<string, number> | null> => {
  const { where, parameters } = periodCondition(period, zone, 'at')
  const [filled, rows] = await Promise.all([
    isFilled(readModel, VISITORS_SINCE, withinMs),
    readModel.rows<{ value: string; visitors: number }>(
      `
  SELECT utm_campaign AS value, sum(n) AS visitors
  FROM {db:Identifier}.visitor_15m FINAL
  WHERE utm_campaign IN {values:Array(String)}${where}
  GROUP BY value`,
      { ...parameters, values },
      withinMs,
    ),
  ])
  return filled ? new Map(rows.map(({ value, visitors }) => [value, visitors])) : null
}
