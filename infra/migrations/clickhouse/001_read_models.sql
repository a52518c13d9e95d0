-- One generation of the read models. Everything here is a pure function of the log and can be thrown away.
--
-- `events` holds each event once per id: the sorting key is made of the id alone (the minute inside it, then itself),
-- so a duplicate always meets its twin, in the same partition. The first log entry wins: an earlier place in the log
-- is a greater version.
--
-- The roll-ups are refreshed, never added to: after an insert, the minutes it touched are computed again from `events`
-- and replace their older rows (a greater version wins; `gone` marks a row that its minute no longer has).
-- Read every table with FINAL.

CREATE TABLE IF NOT EXISTS {db}.events (
  minute DateTime('UTC') COMMENT 'Minute of the time inside id: the bucket that roll-ups are refreshed by',
  id UUID COMMENT 'Identity of the event, a UUIDv7 made where the action happened',
  type LowCardinality(String) COMMENT 'visit, conversion or ab_test',
  session String COMMENT 'The utm_session_id of the browser',
  session_minute DateTime('UTC') COMMENT 'Minute of the time inside the session id, or another fixed function of it: never moves',
  occurred_at DateTime64(3, 'UTC') COMMENT 'When the action happened, by the sender; reports count by this',
  received_at DateTime64(3, 'UTC') COMMENT 'When ingest accepted the event',
  bot LowCardinality(String) COMMENT 'Why the sender counts as a bot; empty for a human',
  user_agent String,
  network String COMMENT 'Sender''s network, /24 or /48',
  utm_source LowCardinality(String) COMMENT 'Visit: of the visited link. Conversion: of the session''s first touch',
  utm_medium LowCardinality(String),
  utm_campaign LowCardinality(String),
  utm_content String,
  utm_term String,
  referrer String,
  page_path String,
  conversion_type LowCardinality(String) COMMENT 'button_click, form_submission, stripe_intent or whatsapp_click',
  test_name LowCardinality(String),
  variant LowCardinality(String),
  ab_event LowCardinality(String) COMMENT 'variant_assigned or conversion',
  properties String COMMENT 'What else the event carried, a JSON object',
  log_partition UInt16,
  log_offset UInt64,
  log_index UInt8 COMMENT 'Place among the events of one log entry',
  version UInt64 DEFAULT bitNot(bitOr(bitShiftLeft(toUInt64(log_offset), 20), bitOr(bitShiftLeft(toUInt64(log_partition), 8), toUInt64(log_index))))
)
ENGINE = ReplacingMergeTree(version)
PARTITION BY toYYYYMM(minute)
ORDER BY (minute, id)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;

CREATE TABLE IF NOT EXISTS {db}.traffic_minutes (
  minute DateTime('UTC'),
  at DateTime('UTC') COMMENT 'Minute in which the events occurred',
  type LowCardinality(String),
  bot UInt8,
  utm_source LowCardinality(String),
  utm_medium LowCardinality(String),
  utm_campaign LowCardinality(String),
  conversion_type LowCardinality(String),
  n UInt64,
  version UInt64,
  gone UInt8
)
ENGINE = ReplacingMergeTree(version, gone)
PARTITION BY toYYYYMM(minute)
ORDER BY (minute, at, type, bot, utm_source, utm_medium, utm_campaign, conversion_type);

CREATE TABLE IF NOT EXISTS {db}.traffic_quarters (
  quarter DateTime('UTC') COMMENT 'Quarter of an hour of the minutes it sums: the refresh bucket',
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
PARTITION BY toYYYYMM(quarter)
ORDER BY (quarter, at, type, bot, utm_source, utm_medium, utm_campaign, conversion_type);

CREATE TABLE IF NOT EXISTS {db}.variant_minutes (
  minute DateTime('UTC'),
  at DateTime('UTC'),
  test_name LowCardinality(String),
  variant LowCardinality(String),
  event LowCardinality(String),
  conversion_type LowCardinality(String),
  bot UInt8,
  n UInt64,
  version UInt64,
  gone UInt8
)
ENGINE = ReplacingMergeTree(version, gone)
PARTITION BY toYYYYMM(minute)
ORDER BY (minute, at, test_name, variant, event, conversion_type, bot);

CREATE TABLE IF NOT EXISTS {db}.variant_quarters (
  quarter DateTime('UTC'),
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
PARTITION BY toYYYYMM(quarter)
ORDER BY (quarter, at, test_name, variant, event, conversion_type, bot);

-- By session, because that is how they are read; refreshed by the minute of their events.
CREATE TABLE IF NOT EXISTS {db}.exposures (
  minute DateTime('UTC'),
  session_minute DateTime('UTC'),
  session String,
  test_name LowCardinality(String),
  variant LowCardinality(String),
  bot UInt8,
  exposed_at DateTime64(3, 'UTC') COMMENT 'First assignment of the session to the variant within the minute',
  version UInt64,
  gone UInt8,
  INDEX minute minute TYPE minmax GRANULARITY 1
)
ENGINE = ReplacingMergeTree(version, gone)
PARTITION BY toYYYYMM(minute)
ORDER BY (session_minute, session, test_name, variant, minute, bot);

CREATE TABLE IF NOT EXISTS {db}.session_conversions (
  minute DateTime('UTC'),
  session_minute DateTime('UTC'),
  session String,
  conversion_type LowCardinality(String),
  bot UInt8,
  last_at DateTime64(3, 'UTC') COMMENT 'Last conversion of this type by the session within the minute',
  version UInt64,
  gone UInt8,
  INDEX minute minute TYPE minmax GRANULARITY 1
)
ENGINE = ReplacingMergeTree(version, gone)
PARTITION BY toYYYYMM(minute)
ORDER BY (session_minute, session, conversion_type, minute, bot);

CREATE TABLE IF NOT EXISTS {db}.arm_minutes (
  session_minute DateTime('UTC'),
  at DateTime('UTC') COMMENT 'Minute of the session''s first exposure to the test',
  test_name LowCardinality(String),
  variant LowCardinality(String) COMMENT 'The arm that it was first assigned to',
  saw_both UInt8 COMMENT '1 for sessions that were assigned to more than one arm: excluded from results',
  converted UInt8 COMMENT 'A bit for each conversion type that the session had at or after its first exposure',
  n UInt64,
  version UInt64,
  gone UInt8
)
ENGINE = ReplacingMergeTree(version, gone)
ORDER BY (session_minute, at, test_name, variant, saw_both, converted);

CREATE TABLE IF NOT EXISTS {db}.arm_quarters (
  session_quarter DateTime('UTC'),
  at DateTime('UTC') COMMENT 'Quarter of an hour of the session''s first exposure to the test',
  test_name LowCardinality(String),
  variant LowCardinality(String) COMMENT 'The arm that it was first assigned to',
  saw_both UInt8 COMMENT '1 for sessions that were assigned to more than one arm: excluded from results',
  converted UInt8 COMMENT 'A bit for each conversion type that the session had at or after its first exposure',
  n UInt64 COMMENT 'Sessions of humans',
  version UInt64,
  gone UInt8
)
ENGINE = ReplacingMergeTree(version, gone)
ORDER BY (session_quarter, at, test_name, variant, saw_both, converted);

CREATE TABLE IF NOT EXISTS {db}.progress (
  partition UInt16 COMMENT 'Partition of the log',
  next_offset UInt64 COMMENT 'Everything before it is in every table of this generation',
  appended_at DateTime64(3, 'UTC') COMMENT 'When the log took the newest of these entries'
)
ENGINE = ReplacingMergeTree(next_offset)
ORDER BY partition;
