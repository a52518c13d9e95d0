-- What campaigns cost by day. The time inside the ids of its events is the start of that day in UTC, so that all that is told of one
-- day meets in one bucket.
CREATE TABLE IF NOT EXISTS {db}.spend (
  minute DateTime('UTC'),
  spend UUID,
  day Date32 COMMENT 'Day of the report time zone',
  utm_campaign LowCardinality(String),
  known UInt8 COMMENT '0 where staff took the cost away',
  cost Decimal(18, 2),
  clicks Nullable(UInt64) COMMENT 'As the advertising platform counts them; null where nobody said',
  currency LowCardinality(String),
  changed_at DateTime64(3, 'UTC'),
  told UInt64 COMMENT 'Events spend_recorded, for the accounting',
  version UInt64,
  gone UInt8
)
ENGINE = ReplacingMergeTree(version, gone)
PARTITION BY toYYYYMM(minute)
ORDER BY (minute, spend);
