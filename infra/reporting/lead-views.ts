/** What became of visits: leads without contact data, the way from visit to customer, and the campaigns' names. */
import { LANDING_PAGE } from '@firsttouch/ingest/experiments'
import { DAY, type View } from './view.ts'

const direct = (column: string): string => `if(${column} = '', 'direct', ${column})`

/** As on a lead's page of the dashboard: the site's own pages and searches bring nobody back. */
const TAGGED = `(utm_campaign != '' OR (utm_medium != '' AND utm_medium != 'organic'))`

const leads: View = {
  name: 'leads',
  version: 1,
  comment:
    'One row for each lead of the inbox, without anything that tells who it is; deleted ones are left out, spam is marked. Its counts are the dashboard’s where spam = 0.',
  columns: [
    ['lead_number', 'UInt64', 'A number that stands for the lead and leads to nobody'],
    ['recorded_at', "DateTime64(3, 'UTC')", 'When the form came in, in UTC'],
    DAY,
    ['form', 'String', 'The form: contact_form, promotional_popup or trial_signup, as in conversions'],
    ['status', 'String', 'new, contacted, qualified or closed, as it stands now'],
    ['spam', 'UInt8', '1 for a lead that was taken for spam, by the form or by staff'],
    ['source', 'String', 'utm_source of the first touch, as it came with the form; direct where it had none'],
    ['medium', 'String', 'utm_medium of the first touch, or empty'],
    [
      'campaign',
      'String',
      'utm_campaign of the first touch, or empty: the campaign that the lead counts for',
    ],
    [
      'last_source',
      'String',
      'utm_source of the session’s last tagged visit before the form; where there was none, the first touch',
    ],
    ['last_medium', 'String', 'utm_medium of the same'],
    ['last_campaign', 'String', 'utm_campaign of the same'],
    ['variant', 'String', 'The landing page that the visitor was shown; empty where it is not known'],
    ['became_trial', 'UInt8', '1 where the same person has sent the trial form'],
    ['became_onboarding', 'UInt8', '1 where the same person has sent the onboarding form'],
    [
      'qualified_at',
      "Nullable(DateTime64(3, 'UTC'))",
      'When staff first called it qualified; null for never. It may have moved on since',
    ],
    ['changed_at', "DateTime64(3, 'UTC')", 'When it came to stand as it does, in UTC'],
    ['session_number', 'UInt64', 'The session that sent the form, as in sessions; 0 where it is not known'],
  ],
  select: `
SELECT sipHash64(lead) AS lead_number, recorded_at, toDate(recorded_at, {tz}) AS day,
  if(sent_by = 'trial_signup_page', 'trial_signup', sent_by) AS form, status, spam,
  ${direct('utm_source')} AS source, utm_medium AS medium, utm_campaign AS campaign,
  ${direct('if(tagged = 1, last_tags.1, toString(utm_source))')} AS last_source,
  if(tagged = 1, last_tags.2, toString(utm_medium)) AS last_medium,
  if(tagged = 1, last_tags.3, toString(utm_campaign)) AS last_campaign,
  variant, trial AS became_trial, onboarding AS became_onboarding,
  if(toUnixTimestamp64Milli(first_qualified) = 0, NULL, first_qualified) AS qualified_at, changed_at,
  if(session = '', 0, sipHash64(session)) AS session_number
FROM (SELECT *, qualified_at AS first_qualified, form AS sent_by FROM {db}.leads FINAL WHERE deleted = 0) AS stands
LEFT JOIN (
  SELECT touched, 1 AS tagged, argMax((toString(seen.utm_source), toString(seen.utm_medium), toString(seen.utm_campaign)),
    (seen.at, seen.utm_source, seen.utm_medium, seen.utm_campaign)) AS last_tags
  FROM (SELECT lead AS touched, session, recorded_at FROM {db}.leads FINAL WHERE deleted = 0 AND session != '') AS sent
  JOIN (
    SELECT session, at, utm_source, utm_medium, utm_campaign FROM {db}.touches FINAL
    WHERE session_minute IN (SELECT session_minute FROM {db}.leads) AND bot = 0 AND ${TAGGED}
  ) AS seen ON seen.session = sent.session
  WHERE seen.at <= sent.recorded_at
  GROUP BY touched
) AS before ON before.touched = stands.lead`,
}

const COUNTS = ['visits', 'sessions', 'leads', 'trials', 'qualified', 'onboarding'] as const
const counts = (given: Partial<Record<(typeof COUNTS)[number], string>>): string =>
  COUNTS.map(name => `toUInt64(${given[name] ?? 0}) AS ${name}_of`).join(', ')

const campaignFunnel: View = {
  name: 'campaign_funnel',
  version: 1,
  comment:
    'From visit to customer by day, first touch and landing page. Visits and sessions are of the day on which the session began, leads of the day of the form, and what became of a lead counts on that day too. Rows may be added up. Empty for the minutes after an upgrade in which older visits are still being filled in.',
  columns: [
    DAY,
    [
      'source',
      'String',
      'utm_source of the session’s first visit, or of the lead’s first touch; direct where it had none',
    ],
    ['medium', 'String', 'utm_medium of the same, or empty'],
    ['campaign', 'String', 'utm_campaign of the same, or empty'],
    [
      'variant',
      'String',
      'The landing page: of a session the arm that it was first assigned to, of a lead what it says; empty where it is not known',
    ],
    ['visits', 'UInt64', 'Page views of these sessions'],
    ['sessions', 'UInt64', 'Sessions of humans with at least one visit'],
    ['leads', 'UInt64', 'Leads, without spam and deleted ones'],
    ['trials', 'UInt64', 'Of these leads, those whose sender has sent the trial form'],
    ['qualified', 'UInt64', 'Of these leads, those that are qualified now: the dashboard’s number'],
    ['onboarding', 'UInt64', 'Of these leads, those whose sender has sent the onboarding form'],
  ],
  select: `
SELECT day, source, medium, campaign, variant, ${COUNTS.map(name => `sum(${name}_of) AS ${name}`).join(', ')}
FROM (
  SELECT toDate(began, {tz}) AS day, ${direct('tags.1')} AS source, tags.2 AS medium, tags.3 AS campaign,
    toString(shown.arm) AS variant, ${counts({ visits: 'views', sessions: '1' })}
  FROM (
    SELECT session, min(at) AS began, sum(n) AS views,
      argMin((toString(utm_source), toString(utm_medium), toString(utm_campaign)), (at, utm_source, utm_medium, utm_campaign)) AS tags
    FROM {db}.touches FINAL
    WHERE bot = 0
    GROUP BY session
  ) AS came
  LEFT JOIN (
    SELECT session, argMin(variant, (exposed_at, variant)) AS arm FROM {db}.exposures FINAL
    WHERE bot = 0 AND test_name = '${LANDING_PAGE.name}'
    GROUP BY session
  ) AS shown ON shown.session = came.session
  UNION ALL
  SELECT toDate(recorded_at, {tz}), ${direct('toString(utm_source)')}, toString(utm_medium), toString(utm_campaign),
    toString(leads.variant), ${counts({ leads: '1', trials: 'trial', qualified: "status = 'qualified'", onboarding: 'leads.onboarding' })}
  FROM {db}.leads FINAL
  WHERE spam = 0 AND deleted = 0
)
WHERE (SELECT count() FROM {db}.progress FINAL WHERE edition < 2) = 0
GROUP BY day, source, medium, campaign, variant`,
}

const campaigns: View = {
  name: 'campaigns',
  version: 1,
  comment:
    'The campaigns of the dashboard with their names and settings. A campaign is one by its campaign, source and medium together: join other views by all three, or by campaign where it is used once.',
  columns: [
    ['campaign', 'String', 'utm_campaign of its links'],
    ['source', 'String', 'utm_source of its links'],
    ['medium', 'String', 'utm_medium of its links'],
    ['content', 'String', 'utm_content of its links, or empty'],
    ['term', 'String', 'utm_term of its links, or empty'],
    ['name', 'String', 'What staff call it'],
    ['platform', 'String', 'Where it runs, as staff chose it'],
    ['date', 'Nullable(Date)', 'The day that staff gave it'],
    ['active', 'UInt8', '1 while it is switched on'],
    ['archived', 'UInt8', '1 once it was put away'],
    [
      'archived_at',
      "Nullable(DateTime64(3, 'UTC'))",
      'When it was put away, in UTC; null for one that was not',
    ],
    ['created_at', "DateTime64(3, 'UTC')", 'When it was made in the dashboard, in UTC'],
  ],
  select: `
SELECT utm_campaign AS campaign, utm_source AS source, utm_medium AS medium, utm_content AS content, utm_term AS term,
  name, platform, toDateOrNull(given_date) AS date, active, away AS archived, if(away = 0, NULL, put_away) AS archived_at, created_at
FROM (
  SELECT *, date AS given_date, archived_at AS put_away, toUInt8(toUnixTimestamp64Milli(archived_at) != 0) AS away
  FROM {db}.campaign_settings FINAL
)`,
}

export const LEAD_VIEWS: View[] = [leads, campaignFunnel, campaigns]
