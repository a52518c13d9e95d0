-- What the funnel of a landing page and the details of an experiment ask, by quarter-hours: until now it was looked up
-- session by session. Not cut by month: anybody can make up sessions of any time.
CREATE TABLE IF NOT EXISTS {db}.variant_visit_minutes (
  session_minute DateTime('UTC') COMMENT 'Minute inside the session id: the refresh bucket',
  at DateTime('UTC') COMMENT 'Minute in which the pages were viewed',
  variant LowCardinality(String) COMMENT 'The landing page that the session was first assigned to',
  utm_source LowCardinality(String) COMMENT 'Of the visited link',
  utm_campaign LowCardinality(String) COMMENT 'Of the visited link',
  n UInt64 COMMENT 'Visits of humans',
  version UInt64,
  gone UInt8
)
ENGINE = ReplacingMergeTree(version, gone)
ORDER BY (session_minute, at, variant, utm_source, utm_campaign);

CREATE TABLE IF NOT EXISTS {db}.segment_minutes (
  session_minute DateTime('UTC') COMMENT 'Minute inside the session id: the refresh bucket',
  at DateTime('UTC') COMMENT 'Minute of the session''s first exposure to the test',
  test_name LowCardinality(String),
  variant LowCardinality(String) COMMENT 'The variant that it was assigned to; sessions that were assigned to several are left out',
  utm_source LowCardinality(String) COMMENT 'Of the session''s first visit; empty where it named none, or has no visit',
  utm_campaign LowCardinality(String) COMMENT 'Of the session''s first visit',
  converted UInt8 COMMENT 'A bit for each conversion type that the session had at or after its first exposure',
  n UInt64 COMMENT 'Sessions of humans',
  version UInt64,
  gone UInt8
)
ENGINE = ReplacingMergeTree(version, gone)
ORDER BY (session_minute, at, test_name, variant, utm_source, utm_campaign, converted);

CREATE TABLE IF NOT EXISTS {db}.variant_visit_15m (
  session_quarter_hour DateTime('UTC') COMMENT 'Quarter of an hour of the session minutes it sums: the refresh bucket',
  at DateTime('UTC') COMMENT 'Quarter of an hour in which the pages were viewed',
  variant LowCardinality(String) COMMENT 'The landing page that the session was first assigned to',
  utm_source LowCardinality(String) COMMENT 'Of the visited link',
  utm_campaign LowCardinality(String) COMMENT 'Of the visited link',
  n UInt64 COMMENT 'Visits of humans',
  version UInt64,
  gone UInt8
)
ENGINE = ReplacingMergeTree(version, gone)
ORDER BY (session_quarter_hour, at, variant, utm_source, utm_campaign);

CREATE TABLE IF NOT EXISTS {db}.segment_15m (
  session_quarter_hour DateTime('UTC') COMMENT 'Quarter of an hour of the session minutes it sums: the refresh bucket',
  at DateTime('UTC') COMMENT 'Quarter of an hour of the session''s first exposure to the test',
  test_name LowCardinality(String),
  variant LowCardinality(String) COMMENT 'The variant that it was assigned to; sessions that were assigned to several are left out',
  utm_source LowCardinality(String) COMMENT 'Of the session''s first visit; empty where it named none, or has no visit',
  utm_campaign LowCardinality(String) COMMENT 'Of the session''s first visit',
  converted UInt8 COMMENT 'A bit for each conversion type that the session had at or after its first exposure',
  n UInt64 COMMENT 'Sessions of humans',
  version UInt64,
  gone UInt8
)
ENGINE = ReplacingMergeTree(version, gone)
ORDER BY (session_quarter_hour, at, test_name, variant, utm_source, utm_campaign, converted);

-- When a run begins or ends within a quarter-hour, its sessions are counted one by one: by when they saw it.
ALTER TABLE {db}.exposures ADD INDEX IF NOT EXISTS exposed_at exposed_at TYPE minmax GRANULARITY 1;
ALTER TABLE {db}.exposures MATERIALIZE INDEX exposed_at;
