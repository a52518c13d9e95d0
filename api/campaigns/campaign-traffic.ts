/** What came of campaigns, each by itself: from days that are closed, and of others from minutes, which are in the order of time. */
import { type Cut, cutRows } from '../read-model/closed-days.ts'
import { type Range, within } from '../read-model/ranges.ts'
import { FINAL_SETTINGS } from '../read-model/traffic-filter.ts'

const TRAFFIC = 'utm_campaign, utm_source, utm_medium, channel, type, n'

/** Rows of visits and conversions of humans, `n` of them. */
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

/** Where no day is closed yet: of these there are fewer. */
const ofQuarterHours = (where: string) => `
    SELECT ${TRAFFIC}, at AS last_at FROM {db:Identifier}.event_sums FINAL
    WHERE model = 'campaign_traffic' AND bot = 0 AND ${where}`

/**
 * Rows of sessions. `visitor`: a session counts once for a campaign, at its first visit through one of the campaign's links. `touch`:
 * of sessions with engagement events, whether they bounced, for the campaign of their first visit.
 */
export const sessionRows = (cut: Cut): string => {
  const of = (table: string) => (where: string) =>
    `
    SELECT utm_campaign, model, type, n FROM {db:Identifier}.${table} FINAL
    WHERE model IN ('visitor', 'touch') AND type IN ('', 'bounce', 'engaged') AND utm_campaign != '' AND ${where}`
  return cutRows(cut, of('session_days'), of('session_sums'))
}

/** Sessions, each once for a source and medium of a `shared` value, at its first visit by a link of these. Sums have no medium. */
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
