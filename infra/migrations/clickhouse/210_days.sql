-- Sums of days that are over: quarter-hours have a row for nearly every session where there are thousands of campaigns, days have one
-- for each campaign. By campaign first, as rows of one are added up fastest together. They are on the disk before the next statement:
-- nobody looks at an old day again after a power cut.
CREATE TABLE IF NOT EXISTS {db}.event_days (
  day DateTime('UTC') COMMENT 'Day (UTC) of the quarter-hours that it sums: the refresh bucket',
  model LowCardinality(String) COMMENT 'campaign_traffic: visits and conversions of humans by source, medium and campaign',
  date Date COMMENT 'Day on which the events occurred, in the time zone of closed_days',
  type LowCardinality(String) COMMENT 'visit or conversion',
  utm_source LowCardinality(String) COMMENT 'Visit: of the visited link. Conversion: of the session''s first touch',
  utm_medium LowCardinality(String),
  utm_campaign LowCardinality(String),
  n UInt64 COMMENT 'Events',
  last_at DateTime('UTC') COMMENT 'Quarter of an hour in which the last of them occurred',
  version UInt64,
  gone UInt8
)
ENGINE = ReplacingMergeTree(version, gone)
PARTITION BY toYYYYMM(day)
ORDER BY (model, utm_campaign, day, date, type, utm_source, utm_medium)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, min_age_to_force_merge_seconds = 3600;

CREATE TABLE IF NOT EXISTS {db}.session_days (
  session_day DateTime('UTC') COMMENT 'Day (UTC) of the quarter-hours that it sums: the refresh bucket',
  model LowCardinality(String) COMMENT 'visitor and segment, as in session_sums',
  date Date COMMENT 'Day of the first visit by the campaign, or of the first exposure, as in event_days',
  utm_source LowCardinality(String) COMMENT 'segment: of the session''s first touch',
  utm_campaign LowCardinality(String) COMMENT 'visitor: of the visited link. segment: as the source',
  test_name LowCardinality(String) COMMENT 'segment',
  variant LowCardinality(String) COMMENT 'segment',
  converted UInt8 COMMENT 'segment: a bit for each conversion type that the session had at or after its first exposure',
  n UInt64 COMMENT 'Sessions of humans',
  version UInt64,
  gone UInt8
)
ENGINE = ReplacingMergeTree(version, gone)
PARTITION BY toMonth(session_day)
ORDER BY (model, utm_campaign, session_day, date, test_name, utm_source, variant, converted)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, min_age_to_force_merge_seconds = 3600;

CREATE TABLE IF NOT EXISTS {db}.closed_days (
  of LowCardinality(String) COMMENT 'The table of days',
  day DateTime('UTC') COMMENT 'Its rows of this day are complete; gone as soon as one more event comes',
  zone LowCardinality(String) COMMENT 'The time zone of reports when it was closed',
  version UInt64,
  gone UInt8
)
ENGINE = ReplacingMergeTree(version, gone)
ORDER BY (of, day)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;

-- A projector of the release before does not open a day again: what it writes says that its partition is of an older edition, and
-- nobody reads days until that is read anew from the log.
INSERT INTO {db}.progress (partition, next_offset, appended_at, edition, kept_to)
SELECT partition, next_offset, appended_at, 8, kept_to FROM {db}.progress FINAL
WHERE edition = 7 AND (SELECT count() FROM {db}.closed_days) = 0;
