import { LANDING_PAGE } from '@firsttouch/ingest/experiments'
import { col, DAY, direct, type View } from './view.ts'

const OF_DAY = 'day, utm_campaign, utm_source, utm_medium, currency'
/** Effective costs. A manually entered cost replaces all imported reports of its campaign and day. */
const COUNTED = `
  SELECT day, toString(utm_campaign) AS campaign, cost, clicks, currency, changed_at,
    if(costs.utm_source = '', ifNull(tagged.source, ''), toString(costs.utm_source)) AS source,
    if(costs.utm_source = '', ifNull(tagged.medium, ''), toString(costs.utm_medium)) AS medium
  FROM (SELECT * FROM {db}.spend FINAL WHERE known = 1) AS costs
  LEFT JOIN (
    SELECT toString(utm_campaign) AS tag, if(uniqExact(utm_source) = 1, toString(any(utm_source)), '') AS source,
      if(uniqExact(utm_medium) = 1, toString(any(utm_medium)), '') AS medium
    FROM {db}.campaign_settings FINAL GROUP BY tag
  ) AS tagged ON tagged.tag = toString(costs.utm_campaign)
  WHERE platform = '' OR (${OF_DAY}) NOT IN (SELECT ${OF_DAY} FROM {db}.spend FINAL WHERE known = 1 AND platform = '')`

const spend: View = {
  name: 'spend',
  comment:
    'What each campaign cost on each day, as staff typed or imported it. Corrections replace earlier values. A day without a row has no known cost, which is not 0.',
  columns: {
    ...DAY,
    source: col.text('utm_source of the campaign; empty where nothing says which of several campaigns it is'),
    medium: col.text('utm_medium of the same'),
    campaign: col.text('utm_campaign of its links'),
    cost: col.of(
      'Decimal(18, 2)',
      'Cost in the currency of the row: the amount that staff typed in, otherwise the sum of all imported reports',
    ),
    clicks: col.of(
      'Nullable(UInt64)',
      'Clicks as the advertising platforms count them; null if a platform reported none',
    ),
    currency: col.text('ISO 4217'),
    changed_at: col.utc('When it was stored or corrected last, in UTC'),
  },
  select: `
SELECT toDate(cost_day) AS day, source, medium, campaign, sum(said.cost) AS cost,
  if(countIf(said.clicks IS NULL) > 0, NULL, sum(said.clicks)) AS clicks, currency, max(said.changed_at) AS changed_at
FROM (SELECT *, day AS cost_day FROM (${COUNTED}
)) AS said
GROUP BY cost_day, source, medium, campaign, currency`,
}

const COUNTS = ['visits', 'sessions', 'leads', 'trials', 'qualified', 'closed', 'onboarding'] as const
type Count = (typeof COUNTS)[number]
const NO_COST = `CAST(NULL, 'Nullable(Decimal(18, 2))')`
const measures = (given: Partial<Record<Count | 'cost', string>>): string =>
  [
    ...COUNTS.map(name => `toUInt64(${given[name] ?? 0}) AS ${name}_of`),
    `${given.cost ?? NO_COST} AS cost_of`,
  ].join(', ')

const SESSIONS = `
  SELECT toDate(began, {tz}) AS day, ${direct('tags.1')} AS source, tags.2 AS medium, tags.3 AS campaign,
    toString(shown.arm) AS variant, ${measures({ visits: 'views', sessions: '1' })}
  FROM (
    SELECT session, min(at) AS began, sum(n) AS views,
      argMin((toString(utm_source), toString(utm_medium), toString(utm_campaign)), (at, utm_source, utm_medium, utm_campaign)) AS tags
    FROM {db}.session_events FINAL
    WHERE kind = 'visit' AND bot = 0
    GROUP BY session
  ) AS came
  LEFT JOIN (
    SELECT session, argMin(variant, (at, variant)) AS arm FROM {db}.session_events FINAL
    WHERE kind = 'exposure' AND bot = 0 AND test_name = '${LANDING_PAGE.name}'
    GROUP BY session
  ) AS shown ON shown.session = came.session`

const leadsWhere = (qualified: string): string => `
  SELECT toDate(recorded_at, {tz}), ${direct('toString(utm_source)')}, toString(utm_medium), toString(utm_campaign),
    toString(leads.variant), ${measures({ leads: '1', trials: 'trial', qualified, closed: "status = 'closed'", onboarding: 'leads.onboarding' })}
  FROM {db}.leads FINAL
  WHERE spam = 0 AND deleted = 0`

const COSTS = `
  SELECT toDate(costs.day), source, medium, campaign, '', ${measures({ cost: `CAST(costs.cost, 'Nullable(Decimal(18, 2))')` })}
  FROM (${COUNTED}
  ) AS costs`

const funnelOf = (names: readonly (Count | 'cost')[], parts: readonly string[]): string => `
SELECT day, source, medium, campaign, variant, ${names
  .map(name =>
    name === 'cost' ? `CAST(sum(cost_of), 'Nullable(Decimal(18, 2))') AS cost` : `sum(${name}_of) AS ${name}`,
  )
  .join(', ')}
FROM (${parts.join('\n  UNION ALL')}
)
GROUP BY day, source, medium, campaign, variant`

const COMMENT =
  'From visit to customer by day, first touch and landing page. Visits and sessions are of the day on which the session began, leads of the day of the form, and what became of a lead counts on that day too. Rows may be added up.'

const KEYS = {
  ...DAY,
  source: col.text(
    'utm_source of the session’s first visit, or of the lead’s first touch; direct where it had none',
  ),
  medium: col.text('utm_medium of the same, or empty'),
  campaign: col.text('utm_campaign of the same, or empty'),
  variant: col.text(
    'The landing page: of a session the variant that it was first assigned to, of a lead what it says; empty where it is not known',
  ),
}
const VISITS = {
  visits: col.whole('Page views of these sessions'),
  sessions: col.whole('Sessions of humans with at least one visit'),
  leads: col.whole('Leads, without spam and those that staff deleted'),
  trials: col.whole('Of these leads, those where the same person has sent the trial form'),
}
const ONBOARDING = {
  onboarding: col.whole('Of these leads, those where the same person has sent the onboarding form'),
}

const campaignFunnel: View = {
  name: 'campaign_funnel',
  version: 2,
  comment: `${COMMENT} Costs have rows of their own, without a landing page. Version 1 did not count leads as qualified that were closed after it.`,
  columns: {
    ...KEYS,
    ...VISITS,
    qualified: col.whole(
      'Of these leads, those that are qualified now or were closed after it: the dashboard’s number',
    ),
    closed: col.whole('Of these leads, those that are closed now'),
    ...ONBOARDING,
    cost: col.of(
      'Nullable(Decimal(18, 2))',
      'Cost of the campaign on the day; null if no cost is known. Source and medium are empty if several campaigns share the value and the cost does not name one of them. The dashboard divides the cost by the counts of the same days, from the first counted day on',
    ),
  },
  select: funnelOf(
    [...COUNTS, 'cost'],
    [
      SESSIONS,
      leadsWhere("status = 'qualified' OR (status = 'closed' AND toUnixTimestamp64Milli(qualified_at) != 0)"),
      COSTS,
    ],
  ),
}

const campaignFunnelBefore: View = {
  name: 'campaign_funnel_v1',
  comment: COMMENT,
  columns: {
    ...KEYS,
    ...VISITS,
    qualified: col.whole('Of these leads, those that are qualified now'),
    ...ONBOARDING,
  },
  select: funnelOf(
    COUNTS.filter(name => name !== 'closed'),
    [SESSIONS, leadsWhere("status = 'qualified'")],
  ),
}

export const FUNNEL_VIEWS: View[] = [campaignFunnel, campaignFunnelBefore, spend]
