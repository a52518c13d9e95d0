-- Tables and columns by the words that everybody knows: a quarter is three months. Key columns cannot be renamed, so the tables
-- are made anew and filled with the rows of the old ones, which the next file removes.

CREATE TABLE IF NOT EXISTS {db}.traffic_15m (
  quarter_hour DateTime('UTC') COMMENT 'Quarter of an hour of the minutes it sums: the refresh bucket',
  at DateTime('UTC') COMMENT 'Quarter of an hour in which the events occurred: every time zone''s days can be cut from it',
  type LowCardinality(String) COMMENT 'visit or conversion',
  bot UInt8 COMMENT '1 for events of bots',
  utm_source LowCardinality(String) COMMENT 'Visit: of the visited link. Conversion: of the session''s first touch',
  utm_medium LowCardinality(String),
  utm_campaign LowCardinality(String),
  conversion_type LowCardinality(String),
  n UInt64 COMMENT 'Events',
  version UInt64,
  gone UInt8
)
ENGINE = ReplacingMergeTree(version, gone)
PARTITION BY toYYYYMM(quarter_hour)
ORDER BY (quarter_hour, at, type, bot, utm_source, utm_medium, utm_campaign, conversion_type);
INSERT INTO {db}.traffic_15m SELECT * FROM {db}.traffic_quarters;

CREATE TABLE IF NOT EXISTS {db}.variant_15m (
  quarter_hour DateTime('UTC'),
  at DateTime('UTC') COMMENT 'Quarter of an hour in which the events occurred',
  test_name LowCardinality(String),
  variant LowCardinality(String),
  event LowCardinality(String) COMMENT 'variant_assigned or conversion',
  conversion_type LowCardinality(String),
  bot UInt8,
  n UInt64 COMMENT 'A/B events',
  version UInt64,
  gone UInt8
)
ENGINE = ReplacingMergeTree(version, gone)
PARTITION BY toYYYYMM(quarter_hour)
ORDER BY (quarter_hour, at, test_name, variant, event, conversion_type, bot);
INSERT INTO {db}.variant_15m SELECT * FROM {db}.variant_quarters;

CREATE TABLE IF NOT EXISTS {db}.participant_minutes (
  session_minute DateTime('UTC'),
  at DateTime('UTC') COMMENT 'Minute of the session''s first exposure to the test',
  test_name LowCardinality(String),
  variant LowCardinality(String) COMMENT 'The variant that it was first assigned to',
  saw_both UInt8 COMMENT '1 for sessions that were assigned to more than one variant: excluded from results',
  converted UInt8 COMMENT 'A bit for each conversion type that the session had at or after its first exposure',
  n UInt64,
  version UInt64,
  gone UInt8
)
ENGINE = ReplacingMergeTree(version, gone)
ORDER BY (session_minute, at, test_name, variant, saw_both, converted);
INSERT INTO {db}.participant_minutes SELECT * FROM {db}.arm_minutes;

CREATE TABLE IF NOT EXISTS {db}.participant_15m (
  session_quarter_hour DateTime('UTC') COMMENT 'Quarter of an hour of the session minutes it sums: the refresh bucket',
  at DateTime('UTC') COMMENT 'Quarter of an hour of the session''s first exposure to the test',
  test_name LowCardinality(String),
  variant LowCardinality(String) COMMENT 'The variant that it was first assigned to',
  saw_both UInt8 COMMENT '1 for sessions that were assigned to more than one variant: excluded from results',
  converted UInt8 COMMENT 'A bit for each conversion type that the session had at or after its first exposure',
  n UInt64 COMMENT 'Sessions of humans',
  version UInt64,
  gone UInt8
)
ENGINE = ReplacingMergeTree(version, gone)
ORDER BY (session_quarter_hour, at, test_name, variant, saw_both, converted);
INSERT INTO {db}.participant_15m SELECT * FROM {db}.arm_quarters;

CREATE TABLE IF NOT EXISTS {db}.visitor_15m (
  session_quarter_hour DateTime('UTC') COMMENT 'Quarter of an hour of the session minutes it sums: the refresh bucket',
  at DateTime('UTC') COMMENT 'Quarter of an hour of the session''s first visit through the campaign''s links',
  utm_campaign LowCardinality(String) COMMENT 'Of the visited links, as it was written',
  n UInt64 COMMENT 'Sessions of humans: each once for a campaign',
  version UInt64,
  gone UInt8
)
ENGINE = ReplacingMergeTree(version, gone)
ORDER BY (session_quarter_hour, at, utm_campaign);
INSERT INTO {db}.visitor_15m SELECT * FROM {db}.visitor_quarters;

CREATE TABLE IF NOT EXISTS {db}.landing_15m (
  session_quarter_hour DateTime('UTC') COMMENT 'Quarter of an hour of the session minutes it sums: the refresh bucket',
  at DateTime('UTC') COMMENT 'Quarter of an hour of the session''s first event, or in which its visits and conversions occurred',
  type LowCardinality(String) COMMENT 'session, visit or conversion',
  page LowCardinality(String) COMMENT 'First page of the session; empty where it is no longer kept',
  utm_source LowCardinality(String) COMMENT 'Session: of its first page. Visit: of the visited link. Conversion: of the session''s first touch',
  utm_campaign LowCardinality(String),
  n UInt64 COMMENT 'Sessions, visits or conversions of humans',
  version UInt64,
  gone UInt8
)
ENGINE = ReplacingMergeTree(version, gone)
ORDER BY (session_quarter_hour, at, type, page, utm_source, utm_campaign);
INSERT INTO {db}.landing_15m SELECT * FROM {db}.landing_quarters;

CREATE TABLE IF NOT EXISTS {db}.device_15m (
  session_quarter_hour DateTime('UTC') COMMENT 'Quarter of an hour of the session minutes it sums: the refresh bucket',
  at DateTime('UTC') COMMENT 'Quarter of an hour of the session''s first event, or in which its visits and conversions occurred',
  type LowCardinality(String) COMMENT 'session, visit or conversion',
  device LowCardinality(String) COMMENT 'mobile, tablet, desktop, other or unknown: of the session''s first page',
  browser LowCardinality(String) COMMENT 'Family of the browser, of the session''s first page',
  utm_source LowCardinality(String) COMMENT 'Session: of its first page. Visit: of the visited link. Conversion: of the session''s first touch',
  utm_campaign LowCardinality(String),
  n UInt64 COMMENT 'Sessions, visits or conversions of humans',
  version UInt64,
  gone UInt8
)
ENGINE = ReplacingMergeTree(version, gone)
ORDER BY (session_quarter_hour, at, type, device, browser, utm_source, utm_campaign);
INSERT INTO {db}.device_15m SELECT * FROM {db}.device_quarters;
