-- What events and what sessions count as, in two tables by minutes and two by quarter-hours, where each read model had two of its
-- own: the projector refreshes them with one statement each, and it is statements that cost it most. A column that a row has no use
-- for is empty.
CREATE TABLE IF NOT EXISTS {db}.event_minutes (
  minute DateTime('UTC') COMMENT 'Minute inside the event id: the refresh bucket',
  at DateTime('UTC') COMMENT 'Minute in which the events occurred',
  type LowCardinality(String),
  bot UInt8,
  utm_source LowCardinality(String),
  utm_medium LowCardinality(String),
  utm_campaign LowCardinality(String),
  conversion_type LowCardinality(String),
  test_name LowCardinality(String),
  variant LowCardinality(String),
  event LowCardinality(String),
  n UInt64,
  version UInt64,
  gone UInt8
)
ENGINE = ReplacingMergeTree(version, gone)
PARTITION BY toYYYYMM(minute)
ORDER BY (minute, at, type, bot, utm_source, utm_medium, utm_campaign, conversion_type, test_name, variant, event)
SETTINGS default_compression_codec = 'ZSTD(1)';

CREATE TABLE IF NOT EXISTS {db}.event_15m (
  quarter_hour DateTime('UTC') COMMENT 'Quarter of an hour of the minutes it sums: the refresh bucket',
  at DateTime('UTC') COMMENT 'Quarter of an hour in which the events occurred: every time zone''s days can be cut from it',
  type LowCardinality(String) COMMENT 'visit, conversion or ab_test',
  bot UInt8 COMMENT '1 for events of bots',
  utm_source LowCardinality(String) COMMENT 'Visit: of the visited link. Conversion: of the session''s first touch',
  utm_medium LowCardinality(String),
  utm_campaign LowCardinality(String),
  conversion_type LowCardinality(String),
  test_name LowCardinality(String) COMMENT 'ab_test',
  variant LowCardinality(String) COMMENT 'ab_test',
  event LowCardinality(String) COMMENT 'ab_test: variant_assigned or conversion',
  n UInt64 COMMENT 'Events',
  version UInt64,
  gone UInt8,
  INDEX at at TYPE minmax GRANULARITY 1
)
ENGINE = ReplacingMergeTree(version, gone)
PARTITION BY toYYYYMM(quarter_hour)
ORDER BY (quarter_hour, at, type, bot, utm_source, utm_medium, utm_campaign, conversion_type, test_name, variant, event);

-- What sessions did, in one table where there were five. By kind and session, because that is how they are read; refreshed by the
-- minute of their events.
CREATE TABLE IF NOT EXISTS {db}.session_events (
  minute DateTime('UTC') COMMENT 'Minute inside the event id: the refresh bucket' CODEC(Delta, ZSTD(1)),
  kind LowCardinality(String) COMMENT 'visit, conversion, exposure (first or later assignment to a variant) or test_conversion (the conversion of an A/B event)',
  session_minute DateTime('UTC') COMMENT 'Minute inside the session id' CODEC(Delta, ZSTD(1)),
  session String,
  at DateTime64(3, 'UTC') COMMENT 'When it occurred' CODEC(Delta, ZSTD(1)),
  bot UInt8 COMMENT '1 for events of bots',
  page LowCardinality(String) COMMENT 'visit, conversion',
  device LowCardinality(String) COMMENT 'visit, conversion',
  browser LowCardinality(String) COMMENT 'visit, conversion',
  utm_source LowCardinality(String) COMMENT 'Visit: of the visited link. Conversion: of the session''s first touch',
  utm_medium LowCardinality(String),
  utm_campaign LowCardinality(String),
  conversion_type LowCardinality(String) COMMENT 'conversion, test_conversion',
  test_name LowCardinality(String) COMMENT 'exposure, test_conversion',
  variant LowCardinality(String) COMMENT 'exposure, test_conversion',
  n UInt64 COMMENT 'Events that are alike in all of this',
  version UInt64,
  gone UInt8,
  INDEX minute minute TYPE minmax GRANULARITY 1,
  INDEX at at TYPE minmax GRANULARITY 1
)
ENGINE = ReplacingMergeTree(version, gone)
PARTITION BY toYYYYMM(minute)
ORDER BY (kind, session_minute, session, minute, at, bot, page, device, browser, utm_source, utm_medium, utm_campaign, conversion_type, test_name, variant)
SETTINGS default_compression_codec = 'ZSTD(1)';

-- `model` says which read model a row is of. Not cut by month: anybody can make up sessions of any time.
CREATE TABLE IF NOT EXISTS {db}.session_minutes (
  session_minute DateTime('UTC') COMMENT 'Minute inside the session id: the refresh bucket',
  model LowCardinality(String) COMMENT 'visitor, landing, participant, variant_visit or segment',
  at DateTime('UTC') COMMENT 'Minute of the visit, the exposure or whatever else is counted',
  type LowCardinality(String),
  page LowCardinality(String),
  device LowCardinality(String),
  browser LowCardinality(String),
  utm_source LowCardinality(String),
  utm_campaign LowCardinality(String),
  test_name LowCardinality(String),
  variant LowCardinality(String),
  saw_both UInt8,
  converted UInt8,
  n UInt64,
  version UInt64,
  gone UInt8
)
ENGINE = ReplacingMergeTree(version, gone)
ORDER BY (session_minute, model, at, type, page, device, browser, utm_source, utm_campaign, test_name, variant, saw_both, converted)
SETTINGS default_compression_codec = 'ZSTD(1)';

CREATE TABLE IF NOT EXISTS {db}.session_15m (
  session_quarter_hour DateTime('UTC') COMMENT 'Quarter of an hour of the session minutes it sums: the refresh bucket',
  model LowCardinality(String) COMMENT 'visitor: sessions of humans by campaign, each once for a campaign. landing: sessions, visits and conversions by the page that the session began on. device: the same by device and browser. participant: sessions by the variant that they were first assigned to. segment: of these, those that saw one variant alone, by their first touch. variant_visit: visits by the landing page that the session was first assigned to',
  at DateTime('UTC') COMMENT 'Quarter of an hour in which it occurred; visitor: of the first visit by the campaign. participant, segment: of the first exposure. landing, device: of the first event of a session, and of each visit and conversion',
  type LowCardinality(String) COMMENT 'landing, device: session, visit or conversion',
  page LowCardinality(String) COMMENT 'landing: first page of the session; empty where it is no longer kept',
  device LowCardinality(String) COMMENT 'device: mobile, tablet, desktop, other or unknown: of the session''s first page',
  browser LowCardinality(String) COMMENT 'device: family of the browser, of the session''s first page',
  utm_source LowCardinality(String) COMMENT 'Session: of its first page. Visit: of the visited link. Conversion, segment: of the session''s first touch',
  utm_campaign LowCardinality(String) COMMENT 'As the source',
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
ORDER BY (model, session_quarter_hour, at, type, page, device, browser, utm_source, utm_campaign, test_name, variant, saw_both, converted);

-- First that the partitions are complete, then the rows: what a projector of the release before writes meanwhile says again that
-- its partition is not, and it is read anew from the log. So it is after a start of this that was cut short, as what was copied then
-- may be gone from the old tables.
INSERT INTO {db}.progress (partition, next_offset, appended_at, edition, kept_to)
SELECT partition, next_offset, appended_at, 6, kept_to FROM {db}.progress FINAL
WHERE edition = 5 AND (SELECT count() FROM {db}.session_events) = 0;

-- The five tables did not say all of this, or less exactly.
INSERT INTO {db}.session_events (minute, kind, session_minute, session, at, bot, page, device, browser, utm_source, utm_medium, utm_campaign,
  conversion_type, test_name, variant, n, version)
SELECT minute, multiIf(type != 'ab_test', type, ab_event = 'variant_assigned', 'exposure', 'test_conversion'), session_minute, session,
  occurred_at, bot != '', if(type = 'ab_test', '', page_path), if(type = 'ab_test', '', if(device = '', 'unknown', device)),
  if(type = 'ab_test', '', if(browser = '', 'unknown', browser)), utm_source, utm_medium, utm_campaign, conversion_type, test_name, variant,
  count(), toUnixTimestamp64Nano(now64(9))
FROM {db}.events FINAL
WHERE type IN ('visit', 'conversion', 'ab_test')
GROUP BY ALL;

INSERT INTO {db}.event_minutes (minute, at, type, bot, utm_source, utm_medium, utm_campaign, conversion_type, n, version)
SELECT minute, at, type, bot, utm_source, utm_medium, utm_campaign, conversion_type, n, version FROM {db}.traffic_minutes FINAL;
INSERT INTO {db}.event_minutes (minute, at, type, bot, conversion_type, test_name, variant, event, n, version)
SELECT minute, at, 'ab_test', bot, conversion_type, test_name, variant, event, n, version FROM {db}.variant_minutes FINAL;

INSERT INTO {db}.event_15m (quarter_hour, at, type, bot, utm_source, utm_medium, utm_campaign, conversion_type, n, version)
SELECT quarter_hour, at, type, bot, utm_source, utm_medium, utm_campaign, conversion_type, n, version FROM {db}.traffic_15m FINAL;
INSERT INTO {db}.event_15m (quarter_hour, at, type, bot, conversion_type, test_name, variant, event, n, version)
SELECT quarter_hour, at, 'ab_test', bot, conversion_type, test_name, variant, event, n, version FROM {db}.variant_15m FINAL;

INSERT INTO {db}.session_minutes (session_minute, model, at, utm_campaign, n, version)
SELECT session_minute, 'visitor', at, utm_campaign, n, version FROM {db}.visitor_minutes FINAL;
INSERT INTO {db}.session_minutes (session_minute, model, at, type, page, device, browser, utm_source, utm_campaign, n, version)
SELECT session_minute, 'landing', at, type, page, device, browser, utm_source, utm_campaign, n, version FROM {db}.landing_minutes FINAL;
INSERT INTO {db}.session_minutes (session_minute, model, at, test_name, variant, saw_both, converted, n, version)
SELECT session_minute, 'participant', at, test_name, variant, saw_both, converted, n, version FROM {db}.participant_minutes FINAL;
INSERT INTO {db}.session_minutes (session_minute, model, at, variant, utm_source, utm_campaign, n, version)
SELECT session_minute, 'variant_visit', at, variant, utm_source, utm_campaign, n, version FROM {db}.variant_visit_minutes FINAL;
INSERT INTO {db}.session_minutes (session_minute, model, at, test_name, variant, utm_source, utm_campaign, converted, n, version)
SELECT session_minute, 'segment', at, test_name, variant, utm_source, utm_campaign, converted, n, version FROM {db}.segment_minutes FINAL;

INSERT INTO {db}.session_15m (session_quarter_hour, model, at, utm_campaign, n, version)
SELECT session_quarter_hour, 'visitor', at, utm_campaign, n, version FROM {db}.visitor_15m FINAL;
INSERT INTO {db}.session_15m (session_quarter_hour, model, at, type, page, utm_source, utm_campaign, n, version)
SELECT session_quarter_hour, 'landing', at, type, page, utm_source, utm_campaign, n, version FROM {db}.landing_15m FINAL;
INSERT INTO {db}.session_15m (session_quarter_hour, model, at, type, device, browser, utm_source, utm_campaign, n, version)
SELECT session_quarter_hour, 'device', at, type, device, browser, utm_source, utm_campaign, n, version FROM {db}.device_15m FINAL;
INSERT INTO {db}.session_15m (session_quarter_hour, model, at, test_name, variant, saw_both, converted, n, version)
SELECT session_quarter_hour, 'participant', at, test_name, variant, saw_both, converted, n, version FROM {db}.participant_15m FINAL;
INSERT INTO {db}.session_15m (session_quarter_hour, model, at, variant, utm_source, utm_campaign, n, version)
SELECT session_quarter_hour, 'variant_visit', at, variant, utm_source, utm_campaign, n, version FROM {db}.variant_visit_15m FINAL;
INSERT INTO {db}.session_15m (session_quarter_hour, model, at, test_name, variant, utm_source, utm_campaign, converted, n, version)
SELECT session_quarter_hour, 'segment', at, test_name, variant, utm_source, utm_campaign, converted, n, version FROM {db}.segment_15m FINAL;
