-- Which of the campaigns that share a value the cost is of, and whose report said so; empty as in PostgreSQL.
ALTER TABLE {db}.spend
  ADD COLUMN IF NOT EXISTS utm_source LowCardinality(String) AFTER utm_campaign,
  ADD COLUMN IF NOT EXISTS utm_medium LowCardinality(String) AFTER utm_source,
  ADD COLUMN IF NOT EXISTS platform LowCardinality(String) COMMENT 'Whose report said so; empty where staff typed it in' AFTER utm_medium,
  ADD COLUMN IF NOT EXISTS account String COMMENT 'The advertiser''s account there, where the report names one' AFTER platform;
