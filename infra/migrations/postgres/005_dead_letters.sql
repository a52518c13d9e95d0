-- Log entries that the projector could not read: their bytes, their place and why.
CREATE TABLE dead_letters (
  consumer_group text NOT NULL,
  partition integer NOT NULL,
  "offset" bigint NOT NULL,
  key text NOT NULL,
  value text NOT NULL,
  reason text NOT NULL,
  detail text NOT NULL,
  appended_at timestamptz NOT NULL,
  first_seen_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (consumer_group, partition, "offset")
);
