-- Who was erased, so that nobody comes back by a rebuild, a replay or a restored backup. Nothing here names a person.
CREATE TABLE erasures (
  id uuid PRIMARY KEY,
  erased_at timestamptz NOT NULL,
  receipt jsonb NOT NULL
);

-- The projector knows an erased session by its SHA-256 and reads the alias in its place, whatever the log says.
CREATE TABLE erased_sessions (
  seq bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  session_hash text PRIMARY KEY,
  alias text NOT NULL,
  erasure_id uuid NOT NULL REFERENCES erasures
);

-- Up to which session the read models of a consumer group are rid of them.
CREATE TABLE erasures_applied (
  consumer_group text PRIMARY KEY,
  seq bigint NOT NULL
);
