-- A dead letter is replayed, never deleted: a request marks it, the projector takes it again and notes the outcome.
-- Bytes, as an entry may hold what PostgreSQL's text cannot.
ALTER TABLE dead_letters
  ALTER COLUMN key TYPE bytea USING convert_to(key, 'UTF8'),
  ALTER COLUMN value TYPE bytea USING convert_to(value, 'UTF8'),
  ADD COLUMN error_class text NOT NULL DEFAULT 'permanent' CHECK (error_class IN ('permanent', 'unknown')),
  ADD COLUMN attempts integer NOT NULL DEFAULT 1,
  ADD COLUMN code_version text NOT NULL DEFAULT '',
  -- How many events of each type the entry seems to hold, by the projector and by the books, each on its own.
  ADD COLUMN types jsonb NOT NULL DEFAULT '{}',
  ADD COLUMN booked_types jsonb,
  ADD COLUMN replay_requested_at timestamptz,
  ADD COLUMN replayed_at timestamptz,
  -- The books have taken the replayed entry's events over.
  ADD COLUMN rebooked boolean NOT NULL DEFAULT false;

CREATE INDEX dead_letters_to_replay ON dead_letters (consumer_group) WHERE replay_requested_at IS NOT NULL;
