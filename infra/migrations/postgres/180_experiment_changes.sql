-- The steps that staff take with an experiment, oldest version first; the newest says how it stands. An experiment without a row
-- stands as its declaration in the code says.
CREATE TABLE experiment_changes (
  id uuid PRIMARY KEY,
  test_name text NOT NULL,
  -- 1, 2, 3 … of each experiment: of two steps at once the second finds its number taken.
  version integer NOT NULL CHECK (version > 0),
  step text NOT NULL CHECK (step IN ('start', 'pause', 'resume', 'end', 'reopen', 'archive')),
  -- After the step, like all that follows.
  state text NOT NULL CHECK (state IN ('planned', 'running', 'paused', 'ended', 'archived')),
  -- The present or last run; null before the first.
  run_id uuid REFERENCES experiment_runs,
  -- Per cents of those who come now, by variant.
  shares jsonb NOT NULL,
  -- Null while it has not ended, and where nobody won.
  winner text,
  reason text NOT NULL CHECK (reason <> ''),
  -- What was not known when the step was taken; empty where nothing was missing.
  not_known text NOT NULL,
  at timestamptz NOT NULL,
  by text NOT NULL,
  -- Whether its event is in the outbox.
  told boolean NOT NULL DEFAULT false,
  CONSTRAINT experiment_changes_one_at_a_time UNIQUE (test_name, version)
);
CREATE INDEX experiment_changes_to_tell ON experiment_changes (test_name, version) WHERE NOT told;
CREATE INDEX experiment_changes_of_run ON experiment_changes (run_id);

CREATE FUNCTION keep_experiment_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR to_jsonb(NEW) - 'told' <> to_jsonb(OLD) - 'told' THEN
    RAISE EXCEPTION 'A change of an experiment is never edited: take another step';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER experiment_changes_kept BEFORE UPDATE OR DELETE ON experiment_changes
  FOR EACH ROW EXECUTE FUNCTION keep_experiment_change();
