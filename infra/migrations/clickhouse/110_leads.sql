-- What became of visits. Leads and campaigns are told by events of their own, each with the record's whole state and a version;
-- all events of a record carry the record's own minute in their ids, so that a refresh of that minute sees all of them.
-- Nothing in here is contact data: `lead` is a random number that only the lead's record in PostgreSQL knows.
CREATE TABLE IF NOT EXISTS {db}.leads (
  minute DateTime('UTC') COMMENT 'Minute in which the lead was recorded: the bucket that it is refreshed by',
  lead UUID,
  session String,
  session_minute DateTime('UTC'),
  recorded_at DateTime64(3, 'UTC') COMMENT 'When the form came in',
  changed_at DateTime64(3, 'UTC') COMMENT 'When it came to stand as it does',
  form LowCardinality(String),
  status LowCardinality(String),
  spam UInt8,
  deleted UInt8 COMMENT '1 for a lead that staff deleted: in no list and no count',
  trial UInt8 COMMENT '1 where the person has sent the trial form',
  onboarding UInt8 COMMENT '1 where the person has sent the onboarding form',
  utm_source LowCardinality(String) COMMENT 'First touch, as it came with the form',
  utm_medium LowCardinality(String),
  utm_campaign LowCardinality(String),
  variant LowCardinality(String),
  qualified_at DateTime64(3, 'UTC') COMMENT 'When it was first called qualified; 1970 for never',
  recorded UInt64 COMMENT 'Events lead_recorded, for the books',
  changed UInt64 COMMENT 'Events lead_changed, for the books',
  version UInt64,
  gone UInt8
)
ENGINE = ReplacingMergeTree(version, gone)
PARTITION BY toYYYYMM(minute)
ORDER BY (minute, lead);

CREATE TABLE IF NOT EXISTS {db}.campaign_settings (
  minute DateTime('UTC'),
  campaign UUID,
  name String,
  platform LowCardinality(String),
  date String COMMENT 'The day that staff gave it',
  utm_source LowCardinality(String),
  utm_medium LowCardinality(String),
  utm_campaign LowCardinality(String),
  utm_content String,
  utm_term String,
  active UInt8,
  created_at DateTime64(3, 'UTC'),
  archived_at DateTime64(3, 'UTC') COMMENT '1970 for one that is not archived',
  changed_at DateTime64(3, 'UTC'),
  told UInt64 COMMENT 'Events campaign_changed, for the books',
  version UInt64,
  gone UInt8
)
ENGINE = ReplacingMergeTree(version, gone)
ORDER BY (minute, campaign);

-- By session, because that is how they are read; refreshed by the minute of their events.
CREATE TABLE IF NOT EXISTS {db}.touches (
  minute DateTime('UTC'),
  session_minute DateTime('UTC'),
  session String,
  at DateTime64(3, 'UTC') COMMENT 'When the page was viewed',
  utm_source LowCardinality(String),
  utm_medium LowCardinality(String),
  utm_campaign LowCardinality(String),
  bot UInt8,
  n UInt64 COMMENT 'Visits',
  version UInt64,
  gone UInt8,
  INDEX minute minute TYPE minmax GRANULARITY 1
)
ENGINE = ReplacingMergeTree(version, gone)
PARTITION BY toYYYYMM(minute)
ORDER BY (session_minute, session, at, utm_source, utm_medium, utm_campaign, minute, bot);
