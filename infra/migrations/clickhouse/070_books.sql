-- Each event each time that the log holds it: what the books count, beside the read models and independent of them.
-- The place in the log is part of the key, so that nothing but a repeated write of the same place is collapsed.
CREATE TABLE IF NOT EXISTS {db}.occurrences (
  minute DateTime('UTC') COMMENT 'Minute of the time inside id, as in events',
  id UUID,
  type LowCardinality(String) COMMENT 'visit, conversion or ab_test',
  fingerprint UInt32 COMMENT 'Of the fields that reports count the event by: another one under the same id is a conflict',
  log_partition UInt16,
  log_offset UInt64,
  log_index UInt8
)
ENGINE = ReplacingMergeTree
PARTITION BY toYYYYMM(minute)
ORDER BY (minute, id, log_partition, log_offset, log_index)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;
