/** SQL for the results of each campaign. Whole past days come from daily tables, other times from finer tables. */
import { type Cut, cutRows } from '../read-model/closed-days.ts'
import { type Range, within } from '../read-model/ranges.ts'
import { FINAL_SETTINGS } from '../read-model/traffic-filter.ts'

const TRAFFIC = 'utm_campaign, utm_source, utm_medium, channel, type, n'

export const trafficRows = (cut: Cut): string =>
  cutRows(
    cut,
    where => `
    SELECT ${TRAFFIC}, last_at FROM {db:Identifier}.event_days FINAL WHERE model = 'campaign_traffic' AND ${where}`,
    cut.days.length === 0 ? ofQuarterHours : ofMinutes,
  )

const ofMinutes = (where: string) => `
    SELECT ${TRAFFIC}, toStartOfFifteenMinutes(at) AS last_at FROM {db:Identifier}.event_minutes FINAL
    WHERE type IN ('visit', 'conversion') AND bot = 0 AND ${where}`

/** Used if no day comes from the daily table. The table of quarter-hours has fewer rows than the table of minutes. */
const ofQuarterHours = (where: string) => `
    SELECT ${TRAFFIC}, at AS last_at FROM {db:Identifier}.event_sums FINAL
    WHERE model = 'campaign_traffic' AND bot = 0 AND ${where}`

/**
 * The model `visitor` counts a session once for each campaign whose link it used. The model `touch` counts a session
 * with engagement events once, for the campaign of its first visit.
 */
export const sessionRows = (cut: Cut): string => {
  const of = (table: string) => (where: string) =>
    `
    SELECT utm_campaign, model, type, n FROM {db:Identifier}.${table} FINAL
    WHERE model IN ('visitor', 'touch') AND type IN ('', 'bounce', 'engaged') AND utm_campaign != '' AND ${where}`
  return cutRows(cut, of('session_days'), of('session_sums'))
}

/** Sessions by source and medium. Reads single events, because the tables of sums have no medium. */
export const visitorsByTags = (ranges: readonly Range[]): string => `
  SELECT campaign AS utmCampaign, source AS utmSource, medium AS utmMedium, count() AS visitors
  FROM (
    SELECT toString(utm_campaign) AS campaign, toString(utm_source) AS source, toString(utm_medium) AS medium, min(at) AS first_at
    FROM {db:Identifier}.session_events FINAL
    WHERE kind = 'visit' AND bot = 0 AND utm_campaign IN {shared:Array(String)}
    GROUP BY session, campaign, source, medium
  )
  WHERE ${within('first_at', ranges)}
  GROUP BY utmCampaign, utmSource, utmMedium
  ${FINAL_SETTINGS}`
