-- An id may come in two partitions of the log, to two projectors at once, and the store keeps one place of it. What it may not know
-- of the other places is known here; `projector/pipeline/shared-ids/shared-ids.ts` says how.

-- The ids of entries that may be in the store and are not counted: a batch's, before it looks into the store, until its checkpoint.
-- is_dead_letter: of one dead letter, until it is replayed.
CREATE TABLE uncounted_ids (
  consumer_group text NOT NULL,
  partition integer NOT NULL,
  "offset" bigint NOT NULL,
  next_offset bigint NOT NULL,
  is_dead_letter boolean NOT NULL,
  ids uuid[] NOT NULL
);

-- Places of ids whose lowest place is not counted yet. The content is hashed.
CREATE TABLE shared_ids (
  consumer_group text NOT NULL,
  id uuid NOT NULL,
  partition integer NOT NULL,
  "offset" bigint NOT NULL,
  index integer NOT NULL,
  type text NOT NULL,
  content text NOT NULL,
  PRIMARY KEY (consumer_group, id, partition, "offset", index)
);
