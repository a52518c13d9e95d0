-- The last comparison of the ids in the log with those in the read models: one row for each group, replaced each time.
-- differences: [{hour, type, difference}], the log's minus the store's, for the hours that differ.
CREATE TABLE reconciliations (
  consumer_group text PRIMARY KEY,
  checked_at timestamptz NOT NULL,
  hours integer NOT NULL,
  differences jsonb NOT NULL,
  repaired_buckets integer NOT NULL
);
