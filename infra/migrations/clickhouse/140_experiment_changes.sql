-- The steps that staff took with experiments, one row each. The time inside the id of its event is the step's own.
CREATE TABLE IF NOT EXISTS {db}.experiment_changes (
  minute DateTime('UTC'),
  change UUID,
  experiment LowCardinality(String),
  number UInt32 COMMENT 'Counts the steps of the experiment; the same number twice after an older database was restored',
  step LowCardinality(String),
  state LowCardinality(String) COMMENT 'After the step, like all that follows',
  run String COMMENT 'The present or last run; empty before the first',
  variants Array(String) COMMENT 'The control first',
  shares Array(Float64) COMMENT 'Per cents of those who come now, in the order of the variants',
  winner String COMMENT 'Empty while it has not ended, and where nobody won',
  goal LowCardinality(String) COMMENT 'What counts as converted in the run',
  goal_types Array(String) COMMENT 'Of the goal any: only these types of conversion; empty for all',
  planned_visitors UInt64 COMMENT 'Of the run; 0 before the first',
  at DateTime64(3, 'UTC'),
  event_version UInt64 COMMENT 'Of the steps of an experiment the greatest says how it stands',
  told UInt64 COMMENT 'Events experiment_changed, for the accounting',
  version UInt64,
  gone UInt8
)
ENGINE = ReplacingMergeTree(version, gone)
ORDER BY (minute, change);
