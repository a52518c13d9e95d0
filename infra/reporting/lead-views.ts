/** Leads without contact data, and names of campaigns. */
import { channelOf, col, DAY, direct, numberFor, type View, WITH_KEY } from './view.ts'

/** Visits that count as a lead's last touch. Visits within the site and from untagged search results do not. */
const TAGGED = `(utm_campaign != '' OR (utm_medium != '' AND utm_medium != 'organic') OR startsWith(channel, 'Paid'))`

const leads: View = {
  name: 'leads',
  comment:
    'One row for each lead of the inbox, without anything that tells who it is; those that staff deleted are left out, spam is marked. Its counts are those of the dashboard’s funnel and campaigns where spam = 0.',
  columns: {
    lead_number: col.whole('A number for the lead that identifies no person'),
    recorded_at: col.utc('When the form came in, in UTC'),
    ...DAY,
    form: col.text('The form: contact_form, promotional_popup or trial_signup, as in conversions'),
    status: col.text('new, contacted, qualified or closed, as it stands now'),
    spam: col.flag('1 for a lead that was taken for spam, by the form or by staff'),
    source: col.text('utm_source of the first touch, as it came with the form; direct where it had none'),
    medium: col.text('utm_medium of the first touch, or empty'),
    campaign: col.text('utm_campaign of the first touch, or empty: the campaign that the lead counts for'),
    last_source: col.text(
      'utm_source of the session’s last tagged visit before the form; where there was none, the first touch. A visit is tagged when it has a utm_campaign, a medium other than organic, or a paid channel',
    ),
    last_medium: col.text('utm_medium of the same'),
    last_campaign: col.text('utm_campaign of the same'),
    variant: col.text('The landing page that the visitor was shown; empty where it is not known'),
    became_trial: col.flag(
      '1 where the same person (e-mail address or telephone number, never the browser alone) has sent the trial form',
    ),
    became_onboarding: col.flag('1 where the same person has sent the onboarding form'),
    qualified_at: col.utcOrNull(
      'When staff first called it qualified; null for never. It counts as qualified while its status is qualified or closed',
    ),
    changed_at: col.utc('When the lead last changed, in UTC'),
    session_number: col.whole(
      'The session that sent the form: joins `session_number` of the view `sessions`. 0 if unknown',
    ),
    ...channelOf('; of the session’s first touch, empty where the session is not known'),
    last_channel: col.text('The channel of the same visit as last_source'),
  },
  select: `
SELECT ${numberFor('lead')} AS lead_number, recorded_at, toDate(recorded_at, {tz}) AS day,
  if(sent_by = 'trial_signup_page', 'trial_signup', sent_by) AS form, status, spam,
  ${direct('utm_source')} AS source, utm_medium AS medium, utm_campaign AS campaign,
  ${direct('if(tagged = 1, last_tags.1, toString(utm_source))')} AS last_source,
  if(tagged = 1, last_tags.2, toString(utm_medium)) AS last_medium,
  if(tagged = 1, last_tags.3, toString(utm_campaign)) AS last_campaign,
  variant, trial AS became_trial, onboarding AS became_onboarding,
  if(toUnixTimestamp64Milli(first_qualified) = 0, NULL, first_qualified) AS qualified_at, changed_at,
  if(session = '', 0, ${numberFor('session')}) AS session_number,
  came.touch.3 AS channel, came.touch.4 AS referring_site, if(tagged = 1, last_tags.4, channel) AS last_channel
FROM (SELECT *, qualified_at AS first_qualified, form AS sent_by FROM {db}.leads FINAL WHERE deleted = 0) AS stands
LEFT JOIN (
  SELECT touched, 1 AS tagged, argMax((toString(seen.utm_source), toString(seen.utm_medium), toString(seen.utm_campaign), toString(seen.channel)),
    (seen.at, seen.utm_source, seen.utm_medium, seen.utm_campaign, seen.channel)) AS last_tags
  FROM (SELECT lead AS touched, session, recorded_at FROM {db}.leads FINAL WHERE deleted = 0 AND session != '') AS sent
  JOIN (
    SELECT session, at, utm_source, utm_medium, utm_campaign, channel FROM {db}.session_events FINAL
    WHERE kind = 'visit' AND session_minute IN (SELECT session_minute FROM {db}.leads) AND bot = 0 AND ${TAGGED}
  ) AS seen ON seen.session = sent.session
  WHERE seen.at <= sent.recorded_at
  GROUP BY touched
) AS before ON before.touched = stands.lead
LEFT JOIN (
  SELECT session AS came_by, min((kind != 'visit', at, toString(channel), toString(referring_site))) AS touch
  FROM {db}.session_events FINAL
  WHERE kind IN ('visit', 'conversion') AND bot = 0 AND session_minute IN (SELECT session_minute FROM {db}.leads)
  GROUP BY session
) AS came ON came.came_by = stands.session
${WITH_KEY}`,
}

const campaigns: View = {
  name: 'campaigns',
  comment:
    'The campaigns of the dashboard with their names and settings. A campaign is one by its campaign, source and medium together: join other views by all three, or by campaign where it is used once.',
  columns: {
    campaign: col.text('utm_campaign of its links'),
    source: col.text('utm_source of its links'),
    medium: col.text('utm_medium of its links'),
    content: col.text('utm_content of its links, or empty'),
    term: col.text('utm_term of its links, or empty'),
    name: col.text('Name that staff gave the campaign'),
    platform: col.text('Where it runs, as staff chose it'),
    date: col.of('Nullable(Date)', 'The day that staff gave it'),
    active: col.flag('1 while it is switched on'),
    archived: col.flag('1 once it was put away'),
    archived_at: col.utcOrNull('When staff archived it, in UTC; null if it is not archived'),
    created_at: col.utc('When it was made in the dashboard, in UTC'),
  },
  select: `
SELECT utm_campaign AS campaign, utm_source AS source, utm_medium AS medium, utm_content AS content, utm_term AS term,
  name, platform, toDateOrNull(given_date) AS date, active, away AS archived, if(away = 0, NULL, put_away) AS archived_at, created_at
FROM (
  SELECT *, date AS given_date, archived_at AS put_away, toUInt8(toUnixTimestamp64Milli(archived_at) != 0) AS away
  FROM {db}.campaign_settings FINAL
)`,
}

export const LEAD_VIEWS: View[] = [leads, campaigns]
