-- What the releases before 180 made of the events, into tables that there are no more: by the names and with the columns that 130
-- and 160 left them.
INSERT INTO {db}.traffic_minutes
SELECT minute, toStartOfMinute(occurred_at), type, bot != '', utm_source, utm_medium, utm_campaign, conversion_type, count(), {version}, 0
FROM {db}.events FINAL WHERE type IN ('visit', 'conversion')
GROUP BY ALL;

INSERT INTO {db}.traffic_15m
SELECT toStartOfFifteenMinutes(minute), toStartOfFifteenMinutes(at), type, bot, utm_source, utm_medium, utm_campaign, conversion_type,
  sum(n), {version}, 0
FROM {db}.traffic_minutes FINAL
GROUP BY ALL;

INSERT INTO {db}.variant_minutes
SELECT minute, toStartOfMinute(occurred_at), test_name, variant, ab_event, conversion_type, bot != '', count(), {version}, 0
FROM {db}.events FINAL WHERE type = 'ab_test'
GROUP BY ALL;

INSERT INTO {db}.variant_15m
SELECT toStartOfFifteenMinutes(minute), toStartOfFifteenMinutes(at), test_name, variant, event, conversion_type, bot, sum(n), {version}, 0
FROM {db}.variant_minutes FINAL
GROUP BY ALL;

INSERT INTO {db}.exposures
SELECT minute, session_minute, session, test_name, variant, bot != '', min(occurred_at), {version}, 0
FROM {db}.events FINAL WHERE ab_event = 'variant_assigned'
GROUP BY ALL;

INSERT INTO {db}.session_conversions
SELECT minute, session_minute, session, conversion_type, bot != '', max(occurred_at), {version}, 0
FROM {db}.events FINAL WHERE type = 'conversion' OR ab_event = 'conversion'
GROUP BY ALL;

INSERT INTO {db}.participant_minutes
SELECT session_minute, toStartOfMinute(first_at), test_name, first_variant, both,
  toUInt8(arraySum(conversion -> if(conversion.2 >= first_at, conversion.1, 0), conversions)), count(), {version}, 0
FROM (
  SELECT session_minute, test_name, session, min(exposed_at) AS first_at, argMin(variant, (exposed_at, variant)) AS first_variant,
    uniqExact(variant) > 1 AS both
  FROM {db}.exposures FINAL WHERE bot = 0
  GROUP BY session_minute, test_name, session
) AS exposed
LEFT JOIN (
  SELECT session, groupArray((bit, at)) AS conversions
  FROM (
    SELECT session, bitShiftLeft(toUInt8(1),
      indexOf(['button_click', 'form_submission', 'stripe_intent', 'whatsapp_click'], toString(conversion_type)) - 1) AS bit, max(last_at) AS at
    FROM {db}.session_conversions FINAL
    WHERE bot = 0 AND conversion_type IN ('button_click', 'form_submission', 'stripe_intent', 'whatsapp_click')
    GROUP BY session, bit
  )
  GROUP BY session
) AS converted ON exposed.session = converted.session
GROUP BY ALL;

INSERT INTO {db}.participant_15m
SELECT toStartOfFifteenMinutes(session_minute), toStartOfFifteenMinutes(at), test_name, variant, saw_both, converted, sum(n), {version}, 0
FROM {db}.participant_minutes FINAL
GROUP BY ALL;

INSERT INTO {db}.session_visits
SELECT minute, session_minute, session, utm_campaign, bot != '', min(occurred_at), {version}, 0
FROM {db}.events FINAL WHERE type = 'visit' AND utm_campaign != ''
GROUP BY ALL;

INSERT INTO {db}.visitor_minutes
SELECT session_minute, toStartOfMinute(visited_at), utm_campaign, count(), {version}, 0
FROM (
  SELECT session_minute, session, utm_campaign, min(first_at) AS visited_at
  FROM {db}.session_visits FINAL WHERE bot = 0
  GROUP BY session_minute, session, utm_campaign
)
GROUP BY ALL;

INSERT INTO {db}.visitor_15m
SELECT toStartOfFifteenMinutes(session_minute), toStartOfFifteenMinutes(at), utm_campaign, sum(n), {version}, 0
FROM {db}.visitor_minutes FINAL
GROUP BY ALL;

INSERT INTO {db}.session_traffic
SELECT minute, session_minute, session, toStartOfMinute(occurred_at), type, bot != '', page_path, if(device = '', 'unknown', device),
  if(browser = '', 'unknown', browser), utm_source, utm_campaign, count(), min(occurred_at), {version}, 0
FROM {db}.events FINAL WHERE type IN ('visit', 'conversion')
GROUP BY ALL;

INSERT INTO {db}.landing_minutes
SELECT session_minute, part.2, part.1, first.3, first.4, first.5, part.3, part.4, sum(part.5), {version}, 0
FROM (
  SELECT session_minute, session, min((type != 'visit', first_at, page, device, browser, utm_source, utm_campaign)) AS first,
    groupArray((toString(type), at, toString(utm_source), toString(utm_campaign), n)) AS done,
    ('session', toStartOfMinute(min(first_at)), toString(first.6), toString(first.7), toUInt64(1)) AS began
  FROM {db}.session_traffic FINAL WHERE bot = 0
  GROUP BY session_minute, session
)
ARRAY JOIN arrayPushBack(done, began) AS part
GROUP BY ALL;

INSERT INTO {db}.landing_15m
SELECT toStartOfFifteenMinutes(session_minute), toStartOfFifteenMinutes(at), type, page, utm_source, utm_campaign, sum(n), {version}, 0
FROM {db}.landing_minutes FINAL
GROUP BY ALL;

INSERT INTO {db}.device_15m
SELECT toStartOfFifteenMinutes(session_minute), toStartOfFifteenMinutes(at), type, device, browser, utm_source, utm_campaign, sum(n),
  {version}, 0
FROM {db}.landing_minutes FINAL
GROUP BY ALL;

INSERT INTO {db}.touches
SELECT minute, session_minute, session, occurred_at, utm_source, utm_medium, utm_campaign, bot != '', count(), {version}, 0
FROM {db}.events FINAL WHERE type = 'visit'
GROUP BY ALL;

INSERT INTO {db}.variant_visit_minutes
SELECT session_minute, toStartOfMinute(at), first_variant, utm_source, utm_campaign, sum(n), {version}, 0
FROM (SELECT session_minute, session, at, utm_source, utm_campaign, n FROM {db}.touches FINAL WHERE bot = 0) AS visited
INNER JOIN (
  SELECT session, argMin(variant, (exposed_at, variant)) AS first_variant
  FROM {db}.exposures FINAL WHERE bot = 0 AND test_name = 'landingPage'
  GROUP BY session
) AS shown ON visited.session = shown.session
GROUP BY ALL;

INSERT INTO {db}.variant_visit_15m
SELECT toStartOfFifteenMinutes(session_minute), toStartOfFifteenMinutes(at), variant, utm_source, utm_campaign, sum(n), {version}, 0
FROM {db}.variant_visit_minutes FINAL
GROUP BY ALL;

INSERT INTO {db}.segment_minutes
SELECT session_minute, toStartOfMinute(first_at), test_name, first_variant, touch.1, touch.2,
  toUInt8(arraySum(conversion -> if(conversion.2 >= first_at, conversion.1, 0), conversions)), count(), {version}, 0
FROM (
  SELECT session_minute, test_name, session, min(exposed_at) AS first_at, any(variant) AS first_variant
  FROM {db}.exposures FINAL WHERE bot = 0
  GROUP BY session_minute, test_name, session
  HAVING uniqExact(variant) = 1
) AS exposed
LEFT JOIN (
  SELECT session, groupArray((bit, at)) AS conversions
  FROM (
    SELECT session, bitShiftLeft(toUInt8(1),
      indexOf(['button_click', 'form_submission', 'stripe_intent', 'whatsapp_click'], toString(conversion_type)) - 1) AS bit, max(last_at) AS at
    FROM {db}.session_conversions FINAL
    WHERE bot = 0 AND conversion_type IN ('button_click', 'form_submission', 'stripe_intent', 'whatsapp_click')
    GROUP BY session, bit
  )
  GROUP BY session
) AS converted ON exposed.session = converted.session
LEFT JOIN (
  SELECT session, argMin((toString(utm_source), toString(utm_campaign)), (at, utm_source, utm_campaign)) AS touch
  FROM {db}.touches FINAL WHERE bot = 0
  GROUP BY session
) AS touched ON exposed.session = touched.session
GROUP BY ALL;

INSERT INTO {db}.segment_15m
SELECT toStartOfFifteenMinutes(session_minute), toStartOfFifteenMinutes(at), test_name, variant, utm_source, utm_campaign, converted, sum(n),
  {version}, 0
FROM {db}.segment_minutes FINAL
GROUP BY ALL;
