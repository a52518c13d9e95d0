-- What a split test set out to show, frozen when the run starts. A change is a new run; older ones stay as history.
CREATE TABLE experiment_runs (
  id uuid PRIMARY KEY,
  test_name text NOT NULL,
  -- Null for the run that a test has before anyone plans one: it counts from the first visitor.
  started_at timestamptz,
  split_control double precision NOT NULL CHECK (split_control > 0),
  split_treatment double precision NOT NULL CHECK (split_treatment > 0),
  alpha double precision NOT NULL CHECK (alpha > 0 AND alpha < 1),
  power double precision NOT NULL CHECK (power > 0 AND power < 1),
  minimum_effect double precision NOT NULL CHECK (minimum_effect > 0 AND minimum_effect < 1),
  -- The control's rate that the plan was made for; null where none was known.
  baseline_rate double precision CHECK (baseline_rate > 0 AND baseline_rate < 1),
  planned_visitors integer NOT NULL CHECK (planned_visitors > 0),
  -- Empty: every type counts.
  primary_conversion_types text[] NOT NULL,
  created_at timestamptz NOT NULL,
  -- The first crossing with the counts it was read from.
  decided_at timestamptz,
  outcome text CHECK (outcome IN ('treatment', 'control', 'no_difference')),
  control_visitors integer,
  control_converters integer,
  treatment_visitors integer,
  treatment_converters integer,
  CONSTRAINT experiment_runs_one_start UNIQUE NULLS NOT DISTINCT (test_name, started_at),
  CONSTRAINT experiment_runs_whole_decision CHECK (
    num_nulls(decided_at, outcome, control_visitors, control_converters, treatment_visitors, treatment_converters) IN (0, 6)
  )
);

CREATE FUNCTION keep_experiment_run() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  decision text[] := ARRAY['decided_at', 'outcome', 'control_visitors', 'control_converters',
    'treatment_visitors', 'treatment_converters'];
BEGIN
  IF OLD.decided_at IS NOT NULL OR to_jsonb(NEW) - decision <> to_jsonb(OLD) - decision THEN
    RAISE EXCEPTION 'A run is never edited: start a new one';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER experiment_runs_kept BEFORE UPDATE ON experiment_runs
  FOR EACH ROW EXECUTE FUNCTION keep_experiment_run();
