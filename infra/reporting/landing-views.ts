/** Daily sessions by landing page and device, with the dashboard's numbers. */
import { DAY, DEVICE, type View } from './view.ts'

const COUNTS: View['columns'] = [
  ['source', 'String', 'utm_source of what is counted; direct where it had none'],
  ['campaign', 'String', 'utm_campaign of what is counted, or empty'],
  [
    'sessions',
    'UInt64',
    'Sessions whose first visit or conversion was on this day, by the source of their first visit; those without a visit, of their first conversion',
  ],
  ['visits', 'UInt64', 'Page views on this day, by the visited links'],
  ['conversions', 'UInt64', 'Conversions on this day, by the session’s first touch'],
]
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
  version: 1,
  comment: `What came of each page that sessions begin on, whichever pages they went on to. ${COMMENT}`,
  columns: [
    DAY,
    ['landing_page', 'String', 'Path of the session’s first page; empty where it is no longer kept'],
    ...COUNTS,
  ],
  select: counted('page AS landing_page'),
}

const deviceDays: View = {
  name: 'device_days',
  version: 1,
  comment: `What came of each class of device and family of browsers, of the session’s first page. ${COMMENT}`,
  columns: [DAY, ...DEVICE, ...COUNTS],
  select: counted('device, browser'),
}

export const LANDING_VIEWS: View[] = [landingPageDays, deviceDays]
