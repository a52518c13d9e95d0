/** Daily sessions by landing page and device. The numbers equal those of the dashboard. */
import { col, DAY, DEVICE, type View } from './view.ts'

const COUNTS = {
  source: col.text('utm_source of what is counted; direct where it had none'),
  campaign: col.text('utm_campaign of what is counted, or empty'),
  sessions: col.whole(
    'Sessions whose first visit or conversion was on this day, by the source of their first visit. A session without a visit counts under the source of its first conversion',
  ),
  visits: col.whole('Page views on this day, each counted under the source and campaign of the visited link'),
  conversions: col.whole('Conversions on this day, by the session’s first touch'),
}
const COMMENT =
  'Visits and conversions count on the day on which they occurred, and add up to those of campaign_days; a session counts on one day only: days may be added up. Exposures begin no session. A session without a visit has the page and device of its first conversion.'

const counted = (columns: string): string => `
SELECT toDate(at, {tz}) AS day, ${columns}, if(utm_source = '', 'direct', utm_source) AS source, utm_campaign AS campaign,
  sumIf(n, type = 'session') AS sessions, sumIf(n, type = 'visit') AS visits, sumIf(n, type = 'conversion') AS conversions
FROM {db}.session_sums FINAL
WHERE model = 'touch'
GROUP BY ALL`

const landingPageDays: View = {
  name: 'landing_page_days',
  comment: `Visits, sessions and conversions by the first page of the session. ${COMMENT}`,
  columns: {
    ...DAY,
    landing_page: col.text('Path of the session’s first page; empty if it is no longer stored'),
    ...COUNTS,
  },
  select: counted('page AS landing_page'),
}

const deviceDays: View = {
  name: 'device_days',
  comment: `Visits, sessions and conversions by the device class and browser family of the session’s first page. ${COMMENT}`,
  columns: { ...DAY, ...DEVICE, ...COUNTS },
  select: counted('device, browser'),
}

export const LANDING_VIEWS: View[] = [landingPageDays, deviceDays]
