import type { Deps } from '../deps.ts'
import { type Filter, isCounted, narrowedBy, type TrafficFilter } from './traffic-filter.ts'

const OF_TOUCH = ['channel', 'referringSite', 'page', 'device'] as const
export type Touch = Record<(typeof OF_TOUCH)[number], string>

export const isOfTouch = (filter: TrafficFilter): boolean => OF_TOUCH.some(name => filter[name] !== undefined)

/**
 * Maps each lead's session to its first visit, or else to its first conversion, like
 * `projector/projections/sessions/session.ts`. Sessions without a counted visit or conversion are missing.
 */
export const touchesOf = async (
  { readModel }: Pick<Deps, 'readModel'>,
  { period, zone, suspicious, channel, referringSite, page, device }: Filter,
): Promise<Map<string, Touch>> => {
  const narrowed = narrowedBy({ channel, referringSite, page, device })
  const days = period ? 'WHERE toDate(recorded_at, {zone:String}) BETWEEN {from:Date} AND {to:Date}' : ''
  const rows = await readModel.rows<Touch & { session: string }>(
    `
  SELECT session, page, device, channel, referring_site AS referringSite FROM (
    SELECT session, touch.3 AS page, touch.4 AS device, touch.5 AS channel, touch.6 AS referring_site FROM (
      SELECT session, min((kind != 'visit', at, toString(page), toString(device), toString(channel), toString(referring_site))) AS touch
      FROM {db:Identifier}.session_events FINAL
      WHERE kind IN ('visit', 'conversion') AND ${isCounted({ suspicious })}
        AND (session_minute, session) IN (SELECT session_minute, session FROM {db:Identifier}.leads FINAL ${days})
      GROUP BY session
    )
  ) WHERE true${narrowed.where}`,
    { ...narrowed.parameters, ...(period && { from: period.from, to: period.to }), zone },
  )
  return new Map(rows.map(({ session, ...touch }) => [session, touch]))
}
