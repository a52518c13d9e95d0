import {
  CLOCK_SKEW,
  channelOf,
  col,
  DAY,
  DEVICE,
  device,
  numberFor,
  SESSION,
  type View,
  WITH_KEY,
} from './view.ts'

const SOURCE = {
  source: col.text('utm_source; direct where the link had none'),
  medium: col.text('utm_medium, or empty'),
  campaign: col.text('utm_campaign, or empty'),
}
const source = `if(utm_source = '', 'direct', utm_source) AS source, utm_medium AS medium, utm_campaign AS campaign`

const COUNTS = {
  visits: col.whole('Page views'),
  conversions: col.whole('Conversions, by the session’s first touch'),
}
const UTM = 'utm_source, utm_medium, utm_campaign'
/** SQL that adds up the visits and conversions of one `model`, grouped by `keys`. */
const summed = (model: string, columns: string, keys: string): string => `
SELECT ${columns},
  sumIf(n, type = 'visit') AS visits, sumIf(n, type = 'conversion') AS conversions
FROM {db}.event_sums FINAL
WHERE model = '${model}' AND bot = 0
GROUP BY ${keys}`

const visits: View = {
  name: 'visits',
  comment: 'One row for each page view of a human. A click of a campaign is a visit with that campaign.',
  columns: {
    visited_at: col.utc(
      'When the page was viewed, in UTC, by the visitor’s clock; corrected where that clock was wrong',
    ),
    ...DAY,
    ...SESSION,
    ...SOURCE,
    content: col.text('utm_content, or empty'),
    term: col.text('utm_term, or empty'),
    page: col.text('Path of the page, without its query'),
    referrer_site: col.text(
      'Domain that linked here, in lower case, or empty. For an app, its package, such as com.google.android.gm',
    ),
    ...DEVICE,
    ...CLOCK_SKEW,
    ...channelOf(''),
    click_ids: col.text('Names of the click ids in the link, separated by commas, or empty'),
    host: col.text('Host of the page if another website uses the tag; empty for the site itself'),
  },
  select: `
SELECT occurred_at AS visited_at, toDate(occurred_at, {tz}) AS day, ${numberFor('session')} AS session_number, ${source},
  utm_content AS content, utm_term AS term, page_path AS page, lower(domain(referrer)) AS referrer_site, ${device}, clock_skew,
  channel, referring_site, click_ids, host
FROM {db}.events AS event FINAL ${WITH_KEY}
WHERE type = 'visit' AND bot = ''`,
}

const conversions: View = {
  name: 'conversions',
  comment:
    'One row for each conversion of a human; source, medium and campaign are those of the session’s first touch.',
  columns: {
    converted_at: col.utc('When it happened, in UTC'),
    ...DAY,
    ...SESSION,
    conversion_type: col.text('button_click, form_submission, stripe_intent or whatsapp_click'),
    ...SOURCE,
    content: col.text('utm_content of the first touch, or empty'),
    term: col.text('utm_term of the first touch, or empty'),
    page: col.text('Path of the page, without its query'),
    form: col.text(
      'The form of a form_submission: contact_form, promotional_popup, trial_signup, onboarding; else empty',
    ),
    ...CLOCK_SKEW,
    ...channelOf('; of the first touch'),
  },
  select: `
SELECT occurred_at AS converted_at, toDate(occurred_at, {tz}) AS day, ${numberFor('session')} AS session_number,
  conversion_type, ${source}, utm_content AS content, utm_term AS term, page_path AS page,
  JSONExtractString(properties, 'formType') AS form, clock_skew, channel, referring_site
FROM {db}.events AS event FINAL ${WITH_KEY}
WHERE type = 'conversion' AND bot = ''`,
}

const quarterHours: View = {
  name: 'quarter_hours',
  comment: 'Visits and conversions of humans by quarter of an hour. Answers in milliseconds over years.',
  columns: {
    quarter_hour: col.of("DateTime('UTC')", 'Start of the quarter of an hour, in UTC'),
    ...DAY,
    ...SOURCE,
    ...COUNTS,
  },
  select: summed('campaign_traffic', `at AS quarter_hour, toDate(at, {tz}) AS day, ${source}`, `at, ${UTM}`),
}

const days: View = {
  name: 'campaign_days',
  comment: 'Visits and conversions of humans by day, source, medium and campaign: the dashboard’s numbers.',
  columns: { ...DAY, ...SOURCE, ...COUNTS },
  select: summed('campaign_traffic', `toDate(at, {tz}) AS day, ${source}`, `day, ${UTM}`),
}

const channelDays: View = {
  name: 'channel_days',
  comment: 'Visits and conversions of humans by day, channel and referring site: the dashboard’s numbers.',
  columns: { ...DAY, ...channelOf(''), ...COUNTS },
  select: summed(
    'site_traffic',
    'toDate(at, {tz}) AS day, channel, referring_site',
    'day, channel, referring_site',
  ),
}

const conversionDays: View = {
  name: 'conversion_days',
  comment: 'Conversions of humans by day, type and campaign.',
  columns: {
    ...DAY,
    conversion_type: col.text('button_click, form_submission, stripe_intent or whatsapp_click'),
    ...SOURCE,
    conversions: col.whole('Conversions'),
  },
  select: `
SELECT toDate(at, {tz}) AS day, conversion_type, ${source}, sum(n) AS conversions
FROM {db}.event_sums FINAL
WHERE model = 'campaign_traffic' AND type = 'conversion' AND bot = 0
GROUP BY day, conversion_type, utm_source, utm_medium, utm_campaign`,
}

const visitorDays: View = {
  name: 'campaign_visitor_days',
  comment:
    'Visitors of each campaign by the day of their first visit through its links: the dashboard’s numbers. A session is in one day only for a campaign: days may be added up, campaigns not, as one session may come by several.',
  columns: {
    ...DAY,
    campaign: col.text('utm_campaign of the visited links, as it was written; never empty'),
    visitors: col.whole('Sessions of humans, each once for the campaign'),
  },
  select: `
SELECT toDate(at, {tz}) AS day, utm_campaign AS campaign, sum(n) AS visitors
FROM {db}.session_sums FINAL
WHERE model = 'visitor'
GROUP BY day, campaign`,
}

const linkVisitorDays: View = {
  name: 'campaign_link_visitor_days',
  comment:
    'Visitors by the source, medium and campaign of the links that they came by, by the day of their first visit through such a link: the dashboard’s numbers of campaigns that share a value. Days may be added up; sources, mediums and campaigns not, as one session may come by several links.',
  columns: { ...DAY, ...SOURCE, visitors: col.whole('Sessions of humans, each once for the three together') },
  select: `
SELECT toDate(first_at, {tz}) AS day, ${source}, count() AS visitors
FROM (
  SELECT toString(link.utm_source) AS utm_source, toString(link.utm_medium) AS utm_medium,
    toString(link.utm_campaign) AS utm_campaign, min(at) AS first_at
  FROM {db}.session_events AS link FINAL
  WHERE kind = 'visit' AND bot = 0 AND link.utm_campaign != ''
  GROUP BY session, utm_source, utm_medium, utm_campaign
)
GROUP BY day, utm_source, utm_medium, utm_campaign`,
}

export const TRAFFIC_VIEWS: View[] = [
  ...[visits, conversions, quarterHours, days, visitorDays],
  ...[linkVisitorDays, conversionDays, channelDays],
]
