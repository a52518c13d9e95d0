-- 1. What does each day of the last four weeks look like?
SELECT day, sum(visits) AS visits, sum(conversions) AS conversions, round(100 * conversions / visits, 2) AS rate
FROM reporting.campaign_days
WHERE day > today() - 28
GROUP BY day
ORDER BY day;

-- 2. Which campaigns bring conversions, and at what rate?
SELECT campaign, source, sum(visits) AS clicks, sum(conversions) AS conversions, round(100 * conversions / clicks, 2) AS rate
FROM reporting.campaign_days
WHERE campaign != ''
GROUP BY campaign, source
ORDER BY conversions DESC, clicks DESC
LIMIT 20;

-- 3. Which types of conversion happen, week by week?
SELECT toMonday(day) AS week, conversion_type, sum(conversions) AS conversions
FROM reporting.conversion_days
GROUP BY week, conversion_type
ORDER BY week, conversions DESC;

-- 4. At which hours of the day do visitors come? Hours of the report time zone.
SELECT toHour(toTimeZone(quarter_hour, 'Europe/London')) AS hour, sum(visits) AS visits
FROM reporting.quarter_hours
GROUP BY hour
ORDER BY hour;

-- 5. Where do sessions begin, and how many of them convert?
SELECT landing_page, count() AS sessions, countIf(conversions > 0) AS converted, round(100 * converted / sessions, 2) AS rate
FROM reporting.sessions
GROUP BY landing_page
ORDER BY sessions DESC
LIMIT 20;

-- 6. How long from the first page to the first conversion?
SELECT source, count() AS converted, round(median(dateDiff('second', started_at, assumeNotNull(first_converted_at))) / 60, 1) AS median_minutes
FROM reporting.sessions
WHERE first_converted_at IS NOT NULL
GROUP BY source
ORDER BY converted DESC;

-- 7. How do visitors and converters of each variant of the A/B test add up, day by day?
SELECT day, variant, sum(visitors) OVER so_far AS visitors, sum(converters) OVER so_far AS converters
FROM reporting.experiment_days
WHERE test = 'landingPage'
WINDOW so_far AS (PARTITION BY variant ORDER BY day)
ORDER BY day, variant;

-- 8. Do the results of the A/B test differ by source?
SELECT session.source AS source, seen.variant AS variant, count() AS visitors, sum(seen.converted) AS converters
FROM reporting.experiment_sessions AS seen
JOIN reporting.sessions AS session ON session.session_number = seen.session_number
WHERE seen.test = 'landingPage' AND seen.saw_both = 0
GROUP BY source, variant
ORDER BY source, variant;

-- 9. Funnel: how many of the sessions of each source saw the trial page, and how many sent the form?
SELECT visit.source AS source, uniqExact(visit.session_number) AS sessions,
  uniqExactIf(visit.session_number, visit.page LIKE '/trial%') AS saw_trial,
  uniqExactIf(visit.session_number, visit.session_number IN (
    SELECT session_number FROM reporting.conversions WHERE conversion_type = 'form_submission')) AS sent_form
FROM reporting.visits AS visit
GROUP BY source
ORDER BY sessions DESC;

-- 10. How many events are left out, and up to which time are the views counted?
SELECT 'bot: ' || reason AS what, toString(sum(events)) AS value
FROM reporting.excluded_days
GROUP BY reason
UNION ALL
SELECT 'counted to', toString(max(counted_to)) FROM reporting.freshness;

-- 11. What became of the leads of each campaign?
SELECT campaign, source, count() AS leads, sum(became_trial) AS trials, countIf(status = 'qualified') AS qualified,
  sum(became_onboarding) AS onboarding
FROM reporting.leads
WHERE spam = 0
GROUP BY campaign, source
ORDER BY leads DESC
LIMIT 20;

-- 12. From visit to customer: how far do the visitors of each campaign come, by its name?
SELECT if(settings.name = '', 'no campaign of the dashboard', settings.name) AS name, funnel.source AS source,
  sum(visits) AS visits, sum(sessions) AS sessions, sum(leads) AS leads, sum(qualified) AS qualified, sum(onboarding) AS onboarding,
  round(100 * leads / sessions, 2) AS leads_per_hundred_sessions
FROM reporting.campaign_funnel AS funnel
LEFT JOIN reporting.campaigns AS settings
  ON settings.campaign = funnel.campaign AND settings.source = funnel.source AND settings.medium = funnel.medium
GROUP BY name, source
ORDER BY sessions DESC
LIMIT 20;

-- 13. Does the new landing page bring better leads, or only more?
SELECT variant, sum(sessions) AS sessions, sum(leads) AS leads, sum(qualified) AS qualified,
  round(100 * leads / sessions, 2) AS lead_rate, round(100 * qualified / leads, 1) AS qualified_rate
FROM reporting.campaign_funnel
WHERE variant != ''
GROUP BY variant
ORDER BY variant;

-- 14. Which campaign brings people first, and which brings them back before they send a form?
SELECT campaign AS first_campaign, last_campaign, count() AS leads
FROM reporting.leads
WHERE spam = 0 AND (campaign != '' OR last_campaign != '')
GROUP BY first_campaign, last_campaign
ORDER BY leads DESC
LIMIT 20;

-- 15. Which forms are sent, how much of it is spam, and how long until a lead is qualified?
SELECT form, countIf(spam = 0) AS leads, countIf(spam = 1) AS taken_for_spam,
  round(medianIf(dateDiff('hour', recorded_at, assumeNotNull(qualified_at)), qualified_at IS NOT NULL), 1) AS median_hours
FROM reporting.leads
GROUP BY form
ORDER BY leads DESC;

-- 16. Which campaigns are still switched on, and what did they bring in the last four weeks?
SELECT settings.name AS name, settings.platform AS platform, settings.active AS active, settings.archived AS archived,
  sum(funnel.visits) AS visits, sum(funnel.leads) AS leads
FROM reporting.campaigns AS settings
LEFT JOIN (SELECT * FROM reporting.campaign_funnel WHERE day > today() - 28) AS funnel
  ON settings.campaign = funnel.campaign AND settings.source = funnel.source AND settings.medium = funnel.medium
GROUP BY name, platform, active, archived
ORDER BY visits DESC;

-- 17. Which form do submissions come from, on which page?
SELECT form, page, count() AS submissions
FROM reporting.conversions
WHERE conversion_type = 'form_submission'
GROUP BY form, page
ORDER BY submissions DESC
LIMIT 20;

-- 18. Which landing pages turn visits into conversions, in the last four weeks?
SELECT landing_page, sum(sessions) AS sessions, sum(visits) AS visits, sum(conversions) AS conversions,
  round(100 * conversions / visits, 2) AS rate
FROM reporting.landing_page_days
WHERE day > today() - 28
GROUP BY landing_page
ORDER BY visits DESC
LIMIT 20;

-- 19. Which devices do people use, week by week, and how often do they convert?
SELECT toMonday(day) AS week, device, sum(sessions) AS sessions, round(100 * sum(conversions) / sum(visits), 2) AS rate
FROM reporting.device_days
GROUP BY week, device
HAVING sum(visits) > 0
ORDER BY week, sessions DESC;

-- 20. Is there a browser in which a landing page does not work?
SELECT landing_page, device, browser, count() AS sessions, round(100 * countIf(conversions > 0) / sessions, 2) AS converted
FROM reporting.sessions
GROUP BY landing_page, device, browser
ORDER BY landing_page, converted, sessions DESC;

-- 21. What did a lead and a qualified lead cost, by campaign, in the last four weeks? Only days with a known cost count.
SELECT campaign, sum(day_cost) AS spent, sum(day_leads) AS leads_then, sum(day_qualified) AS qualified_then,
  round(toFloat64(spent) / nullIf(leads_then, 0), 2) AS per_lead, round(toFloat64(spent) / nullIf(qualified_then, 0), 2) AS per_qualified
FROM (
  SELECT campaign, day, sum(cost) AS day_cost, sum(leads) AS day_leads, sum(qualified) AS day_qualified
  FROM reporting.campaign_funnel
  WHERE day > today() - 28
  GROUP BY campaign, day
)
WHERE day_cost IS NOT NULL AND day >= (SELECT min(day) FROM reporting.campaign_days)
GROUP BY campaign
ORDER BY spent DESC;

-- 22. What was spent each week, and what does a click cost by the advertising platforms' own count?
SELECT toMonday(day) AS week, sum(cost) AS spent, round(toFloat64(sumIf(cost, clicks > 0)) / nullIf(sum(clicks), 0), 2) AS per_click
FROM reporting.spend
GROUP BY week
ORDER BY week;

-- 23. What did each run of each A/B test bring, by variant?
SELECT test, run, variant, sum(visitors) AS seen_by, sum(converters) AS converted, round(100 * converted / nullIf(seen_by, 0), 2) AS rate
FROM reporting.experiment_results
GROUP BY test, run, variant
ORDER BY test, run, variant;

-- 24. Which variants did each A/B test show at what time, and in which state was it?
SELECT test, began_at, ended_at, state, arrayStringConcat(arrayMap((name, share) -> concat(name, ' ', toString(round(share)), ' %'), variants, shares), ', ') AS shown
FROM reporting.experiment_periods
ORDER BY test, began_at;
