-- The generations of the ClickHouse read models. Queries go to the one that serves; a rebuild fills the next one beside it.
CREATE TABLE read_models (
  generation integer PRIMARY KEY,
  state text NOT NULL CHECK (state IN ('building', 'serving', 'retired'))
);
CREATE UNIQUE INDEX read_models_serving ON read_models (state) WHERE state = 'serving';
INSERT INTO read_models (generation, state) VALUES (1, 'serving');
