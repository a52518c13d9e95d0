-- The sums by quarter-hours once more, in tables that also hold them without campaigns: of thousands of campaigns hardly two share a
-- quarter-hour, so what is asked of all of them read a row for nearly every session. By `model` first, and cut by month: FINAL compares
-- a new part with those of its own month alone.
CREATE TABLE IF NOT EXISTS {db}.event_sums (
  quarter_hour DateTime('UTC') COMMENT 'Quarter of an hour of the minutes it sums: the refresh bucket',
  model LowCardinality(String) COMMENT 'traffic: visits and conversions by source. campaign_traffic: the same, by medium and campaign as well. ab_event: A/B events by test and variant',
  at DateTime('UTC') COMMENT 'Quarter of an hour in which the events occurred: every time zone''s days can be cut from it',
  type LowCardinality(String) COMMENT 'visit, conversion or ab_test',
  bot UInt8 COMMENT '1 for events of bots',
  utm_source LowCardinality(String) COMMENT 'traffic, campaign_traffic. Visit: of the visited link. Conversion: of the session''s first touch',
  utm_medium LowCardinality(String) COMMENT 'campaign_traffic',
  utm_campaign LowCardinality(String) COMMENT 'campaign_traffic',
  conversion_type LowCardinality(String),
  test_name LowCardinality(String) COMMENT 'ab_event',
  variant LowCardinality(String) COMMENT 'ab_event',
  event LowCardinality(String) COMMENT 'ab_event: variant_assigned or conversion',
  n UInt64 COMMENT 'Events',
  version UInt64,
  gone UInt8,
  INDEX at at TYPE minmax GRANULARITY 1
)
ENGINE = ReplacingMergeTree(version, gone)
PARTITION BY toYYYYMM(quarter_hour)
ORDER BY (model, utm_campaign, quarter_hour, at, type, bot, utm_source, utm_medium, conversion_type, test_name, variant, event)
SETTINGS min_age_to_force_merge_seconds = 3600;

-- Cut by the month's number alone: anybody can make up sessions of any time, and there are twelve of these.
CREATE TABLE IF NOT EXISTS {db}.session_sums (
  session_quarter_hour DateTime('UTC') COMMENT 'Quarter of an hour of the session minutes it sums: the refresh bucket',
  model LowCardinality(String) COMMENT 'visitor: sessions of humans by campaign, each once for a campaign. landing: sessions, visits and conversions by the page that the session began on. device, browser: the same by each of these. participant: sessions by the variant that they were first assigned to. segment: of these, those that saw one variant alone, by their first touch. variant_visit: visits by the landing page that the session was first assigned to. campaign_landing, campaign_variant_visit: these by campaign as well. campaign_device: by device, browser and campaign',
  at DateTime('UTC') COMMENT 'Quarter of an hour in which it occurred; visitor: of the first visit by the campaign. participant, segment: of the first exposure. landing, device, browser: of the first event of a session, and of each visit and conversion',
  type LowCardinality(String) COMMENT 'landing, device, browser: session, visit or conversion',
  page LowCardinality(String) COMMENT 'landing: first page of the session; empty where it is no longer kept',
  device LowCardinality(String) COMMENT 'device: mobile, tablet, desktop, other or unknown: of the session''s first page',
  browser LowCardinality(String) COMMENT 'browser: family of the browser, of the session''s first page',
  utm_source LowCardinality(String) COMMENT 'Session: of its first page. Visit: of the visited link. Conversion, segment: of the session''s first touch',
  utm_campaign LowCardinality(String) COMMENT 'As the source; visitor and segment, and what is named by campaign',
  test_name LowCardinality(String) COMMENT 'participant, segment',
  variant LowCardinality(String) COMMENT 'participant, segment, variant_visit',
  saw_both UInt8 COMMENT 'participant: 1 for sessions that were assigned to more than one variant: excluded from results',
  converted UInt8 COMMENT 'participant, segment: a bit for each conversion type that the session had at or after its first exposure',
  n UInt64 COMMENT 'Sessions, visits or conversions of humans',
  version UInt64,
  gone UInt8,
  INDEX at at TYPE minmax GRANULARITY 1
)
ENGINE = ReplacingMergeTree(version, gone)
PARTITION BY toMonth(session_quarter_hour)
ORDER BY (model, session_quarter_hour, at, type, page, device, browser, utm_source, utm_campaign, test_name, variant, saw_both, converted)
SETTINGS min_age_to_force_merge_seconds = 3600;

-- First that the partitions are complete, then the rows, as in 180.
INSERT INTO {db}.progress (partition, next_offset, appended_at, edition, kept_to)
SELECT partition, next_offset, appended_at, 7, kept_to FROM {db}.progress FINAL
WHERE edition = 6 AND (SELECT count() FROM {db}.event_sums) = 0;

INSERT INTO {db}.event_sums (quarter_hour, model, at, type, bot, utm_source, utm_medium, utm_campaign, conversion_type, n, version)
SELECT quarter_hour, 'campaign_traffic', at, type, bot, utm_source, utm_medium, utm_campaign, conversion_type, n, version
FROM {db}.event_15m FINAL WHERE type != 'ab_test';
INSERT INTO {db}.event_sums (quarter_hour, model, at, type, bot, utm_source, conversion_type, n, version)
SELECT quarter_hour, 'traffic', at, type, bot, utm_source, conversion_type, sum(n), max(e.version)
FROM {db}.event_15m AS e FINAL WHERE type != 'ab_test' GROUP BY ALL;
INSERT INTO {db}.event_sums (quarter_hour, model, at, type, bot, conversion_type, test_name, variant, event, n, version)
SELECT quarter_hour, 'ab_event', at, type, bot, conversion_type, test_name, variant, event, sum(n), max(e.version)
FROM {db}.event_15m AS e FINAL WHERE type = 'ab_test' GROUP BY ALL;

INSERT INTO {db}.session_sums (session_quarter_hour, model, at, type, page, device, browser, utm_source, utm_campaign, test_name, variant,
  saw_both, converted, n, version)
SELECT session_quarter_hour, if(model IN ('landing', 'device', 'variant_visit'), concat('campaign_', model), model), at, type, page, device,
  browser, utm_source, utm_campaign, test_name, variant, saw_both, converted, n, version
FROM {db}.session_15m FINAL;
INSERT INTO {db}.session_sums (session_quarter_hour, model, at, type, page, device, browser, utm_source, variant, n, version)
SELECT session_quarter_hour, part, at, type, page, if(part = 'browser', '', s.device) AS device, if(part = 'device', '', s.browser) AS browser,
  utm_source, variant, sum(n), max(s.version)
FROM (SELECT * FROM {db}.session_15m FINAL WHERE model IN ('landing', 'device', 'variant_visit')) AS s
ARRAY JOIN if(model = 'device', ['device', 'browser'], [toString(model)]) AS part
GROUP BY ALL;
