-- Visitors of campaigns: a session counts once for a campaign, at its first visit through one of the campaign's links.

-- By session, because that is how they are read; refreshed by the minute of their events. Only tagged visits are here.
CREATE TABLE IF NOT EXISTS {db}.session_visits (
  minute DateTime('UTC'),
  session_minute DateTime('UTC'),
  session String,
  utm_campaign LowCardinality(String) COMMENT 'Of the visited link, as it was written; never empty',
  bot UInt8 COMMENT '1 for visits of bots',
  first_at DateTime64(3, 'UTC') COMMENT 'First visit of the session through the campaign''s links within the minute',
  version UInt64,
  gone UInt8,
  INDEX minute minute TYPE minmax GRANULARITY 1
)
ENGINE = ReplacingMergeTree(version, gone)
PARTITION BY toYYYYMM(minute)
ORDER BY (session_minute, session, utm_campaign, minute, bot);

CREATE TABLE IF NOT EXISTS {db}.visitor_minutes (
  session_minute DateTime('UTC'),
  at DateTime('UTC') COMMENT 'Minute of the session''s first visit through the campaign''s links',
  utm_campaign LowCardinality(String),
  n UInt64 COMMENT 'Sessions of humans',
  version UInt64,
  gone UInt8
)
ENGINE = ReplacingMergeTree(version, gone)
ORDER BY (session_minute, at, utm_campaign);

CREATE TABLE IF NOT EXISTS {db}.visitor_quarters (
  session_quarter DateTime('UTC') COMMENT 'Quarter of an hour of the session minutes it sums: the refresh bucket',
  at DateTime('UTC') COMMENT 'Quarter of an hour of the session''s first visit through the campaign''s links',
  utm_campaign LowCardinality(String) COMMENT 'Of the visited links, as it was written',
  n UInt64 COMMENT 'Sessions of humans: each once for a campaign',
  version UInt64,
  gone UInt8
)
ENGINE = ReplacingMergeTree(version, gone)
ORDER BY (session_quarter, at, utm_campaign);

-- A release that does not know the tables above writes 0, whatever it projects: by that the next one knows what they lack.
ALTER TABLE {db}.progress ADD COLUMN IF NOT EXISTS edition UInt8 DEFAULT 0 COMMENT 'Which read models the writer kept: 1 and above, visitors of campaigns too';
