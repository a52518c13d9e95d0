-- Where sessions began and by what device: visits and conversions by the first page of their session.

-- By session, because that is how they are read; refreshed by the minute of their events.
CREATE TABLE IF NOT EXISTS {db}.session_traffic (
  minute DateTime('UTC'),
  session_minute DateTime('UTC'),
  session String,
  at DateTime('UTC') COMMENT 'Minute in which the events occurred',
  type LowCardinality(String) COMMENT 'visit or conversion',
  bot UInt8 COMMENT '1 for events of bots',
  page LowCardinality(String),
  device LowCardinality(String),
  browser LowCardinality(String),
  utm_source LowCardinality(String) COMMENT 'Visit: of the visited link. Conversion: of the session''s first touch',
  utm_campaign LowCardinality(String),
  n UInt64,
  first_at DateTime64(3, 'UTC') COMMENT 'The first of these events',
  version UInt64,
  gone UInt8,
  INDEX minute minute TYPE minmax GRANULARITY 1
)
ENGINE = ReplacingMergeTree(version, gone)
PARTITION BY toYYYYMM(minute)
ORDER BY (session_minute, session, minute, at, type, bot, page, device, browser, utm_source, utm_campaign);

-- Not cut by month: anybody can make up sessions of any time, and one insert must not touch hundreds of parts.
CREATE TABLE IF NOT EXISTS {db}.landing_minutes (
  session_minute DateTime('UTC'),
  at DateTime('UTC') COMMENT 'Minute of the session''s first event, or in which its visits and conversions occurred',
  type LowCardinality(String) COMMENT 'session, visit or conversion',
  page LowCardinality(String) COMMENT 'First page of the session',
  device LowCardinality(String) COMMENT 'Of the session''s first page',
  browser LowCardinality(String) COMMENT 'Of the session''s first page',
  utm_source LowCardinality(String),
  utm_campaign LowCardinality(String),
  n UInt64,
  version UInt64,
  gone UInt8
)
ENGINE = ReplacingMergeTree(version, gone)
ORDER BY (session_minute, at, type, page, device, browser, utm_source, utm_campaign);

CREATE TABLE IF NOT EXISTS {db}.landing_quarters (
  session_quarter DateTime('UTC') COMMENT 'Quarter of an hour of the session minutes it sums: the refresh bucket',
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
ORDER BY (session_quarter, at, type, page, utm_source, utm_campaign);

CREATE TABLE IF NOT EXISTS {db}.device_quarters (
  session_quarter DateTime('UTC') COMMENT 'Quarter of an hour of the session minutes it sums: the refresh bucket',
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
ORDER BY (session_quarter, at, type, device, browser, utm_source, utm_campaign);
