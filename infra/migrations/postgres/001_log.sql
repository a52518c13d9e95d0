-- The log of the embedded profile. A partition's counter is advanced in the transaction that writes the entries, and
-- its row stays locked until the commit: offsets have no gaps and become visible in their order.
-- Room is left in the counters' pages, so that an update stays in its page and leaves no index entry behind.
CREATE TABLE log_partitions (
  partition integer PRIMARY KEY,
  next_offset bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 10);

-- A key belongs to a partition by its hash and the number of these rows: never add or remove one.
INSERT INTO log_partitions (partition) SELECT generate_series(0, 3);

CREATE TABLE log_entries (
  partition integer NOT NULL,
  "offset" bigint NOT NULL,
  key text NOT NULL,
  value text NOT NULL,
  appended_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (partition, "offset")
);

CREATE TABLE log_consumers (
  consumer_group text NOT NULL,
  partition integer NOT NULL,
  next_offset bigint NOT NULL,
  PRIMARY KEY (consumer_group, partition)
) WITH (fillfactor = 10);
