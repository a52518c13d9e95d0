import { PARTICIPANTS } from './experiment-periods.ts'
import { channelOf, col, DAY, DEVICE, numberFor, SESSION, type View, WITH_KEY } from './view.ts'

/** Order of a session's events. It must be the same as in the projection of landing pages. */
const ORDER =
  '(occurred_at, page_path, event.device, event.browser, utm_source, utm_campaign, event.channel, event.referring_site, id)'
const first = (column: string): string =>
  `if(countIf(type = 'visit') > 0, argMinIf(${column}, ${ORDER}, type = 'visit'), argMin(${column}, ${ORDER}))`

const sessions: View = {
  name: 'sessions',
  comment:
    'One row for each session of a human with a visit or a conversion. Source, medium, campaign, channel, site, landing page, device and browser are those of its first visit. A session without a visit, such as a form where visits are blocked, has those of its first conversion. Of events at the same millisecond, the first in alphabetical order of page, device, browser, source, campaign, channel, site and id counts.',
  columns: {
    ...SESSION,
    started_at: col.utc(
      'Its first visit or conversion, in UTC. Exposures of A/B tests do not begin a session',
    ),
    ...DAY,
    source: col.text('utm_source of the first visit; direct where it had none'),
    medium: col.text('utm_medium of the first visit, or empty'),
    campaign: col.text('utm_campaign of the first visit, or empty'),
    landing_page: col.text(
      'Path of the first visited page; without a visit, of the page of the first conversion',
    ),
    visits: col.whole('Page views'),
    conversions: col.whole('Conversions of any type'),
    first_converted_at: col.utcOrNull('Its first conversion; null for none'),
    ...DEVICE,
    ...channelOf('; of the first visit'),
  },
  select: `
SELECT *, ${numberFor('session')} AS session_number
FROM (
SELECT session, min(occurred_at) AS started_at,
  toDate(started_at, {tz}) AS day, if(first_source = '', 'direct', first_source) AS source,
  ${first('utm_medium')} AS medium, ${first('utm_campaign')} AS campaign, ${first('page_path')} AS landing_page,
  countIf(type = 'visit') AS visits, countIf(type = 'conversion') AS conversions,
  minOrNullIf(occurred_at, type = 'conversion') AS first_converted_at,
  if(first_device = '', 'unknown', first_device) AS device, if(first_browser = '', 'unknown', first_browser) AS browser,
  ${first('utm_source')} AS first_source, ${first('event.device')} AS first_device,
  ${first('event.browser')} AS first_browser, ${first('event.channel')} AS channel, ${first('event.referring_site')} AS referring_site
FROM {db}.events AS event FINAL
WHERE type IN ('visit', 'conversion') AND bot = ''
GROUP BY session
) AS one ${WITH_KEY}`,
}

const experimentSessions: View = {
  name: 'experiment_sessions',
  comment:
    'One row for each session of a human in an A/B test: the variant it was first assigned to, and whether it converted at or after that, while the run was running. First assignments in a pause or after the end are left out, and so are conversions that another test sent. Of variants assigned at the same millisecond, the first in alphabetical order counts.',
  columns: {
    test: col.text('Name of the A/B test'),
    variant: col.text('The variant that the session was first assigned to'),
    ...SESSION,
    exposed_at: col.utc('First assignment, in UTC'),
    ...DAY,
    saw_both: col.flag('1 for a session that was assigned to more than one variant: leave it out of results'),
    conversion_types: col.of('Array(String)', 'Types of conversion at or after the first assignment'),
    converted: col.flag('1 with any such conversion'),
  },
  select: `
SELECT test, arm AS variant, ${numberFor('session')} AS session_number, first_at AS exposed_at, toDate(first_at, {tz}) AS day,
  both AS saw_both, types AS conversion_types, notEmpty(types) AS converted
FROM (${PARTICIPANTS}) AS participant ${WITH_KEY}
WHERE in_run`,
}

export const EXPERIMENT_VISITORS = {
  visitors: col.whole(
    'Sessions first assigned to the variant in a run, without those that saw several variants',
  ),
  converters: col.whole('Of these, sessions with a conversion in the run at or after their assignment'),
  saw_both: col.whole(
    'Sessions first assigned to the variant that saw another one too: not among the visitors',
  ),
}
const counts = `countIf(both = 0) AS visitors, countIf(both = 0 AND notEmpty(types)) AS converters, countIf(both = 1) AS saw_both`

const experimentDays: View = {
  name: 'experiment_days',
  comment:
    'Visitors and converters of each variant by the day of their first assignment. Sessions are in one day only: days may be added up.',
  columns: {
    ...DAY,
    test: col.text('Name of the A/B test'),
    variant: col.text('The variant'),
    ...EXPERIMENT_VISITORS,
  },
  select: `
SELECT toDate(first_at, {tz}) AS day, test, arm AS variant, ${counts}
FROM (${PARTICIPANTS})
WHERE in_run
GROUP BY day, test, variant`,
}

const experimentResultsBefore: View = {
  name: 'experiment_results_v1',
  comment:
    'Each variant of each A/B test since the first visitor of the test: the dashboard’s numbers. This view does not say whether a difference is real. The verdict on the dashboard does.',
  columns: {
    test: col.text('Name of the A/B test'),
    variant: col.text('The variant'),
    ...EXPERIMENT_VISITORS,
    conversion_rate: col.of('Float64', 'Converters per hundred visitors'),
  },
  select: `
SELECT test, arm AS variant, ${counts}, if(visitors = 0, 0, 100 * converters / visitors) AS conversion_rate
FROM (${PARTICIPANTS})
WHERE in_run
GROUP BY test, variant`,
}

export const SESSION_VIEWS: View[] = [sessions, experimentSessions, experimentDays, experimentResultsBefore]
