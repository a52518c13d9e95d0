-- The log keeps what was written together as one row, compressed: entries, indexes and the write-ahead log shrink by an order
-- of magnitude. Entries of earlier releases stay in log_entries until they are moved here, and are read from there meanwhile.
CREATE TABLE log_batches (
  partition integer NOT NULL,
  -- Its entries follow one another from here.
  first_offset bigint NOT NULL,
  entries integer NOT NULL CHECK (entries > 0),
  -- Characters of its keys and values.
  size integer NOT NULL,
  -- Milliseconds since 1970: the earliest time inside its sessions' ids that are not aged yet.
  oldest_session bigint,
  appended_at timestamptz NOT NULL DEFAULT now(),
  packed bytea NOT NULL,
  PRIMARY KEY (partition, first_offset)
) WITH (toast_tuple_target = 8160, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);

-- It is compressed already.
ALTER TABLE log_batches ALTER packed SET STORAGE EXTERNAL;
