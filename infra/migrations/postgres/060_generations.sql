-- A rebuild fills the next generation beside the serving one, is compared with it, and then takes its place.
-- building: reads the log from its first entry. ready: has caught up, its report is written. serving: answers queries.
-- kept: served before and is still fed, so that a roll-back is one row. retired: no longer fed, its tables are dropped.
ALTER TABLE read_models DROP CONSTRAINT read_models_state_check;
ALTER TABLE read_models ADD CONSTRAINT read_models_state_check
  CHECK (state IN ('building', 'ready', 'serving', 'kept', 'retired'));
ALTER TABLE read_models
  ADD COLUMN created_at timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN report jsonb,
  ADD COLUMN reported_at timestamptz;
