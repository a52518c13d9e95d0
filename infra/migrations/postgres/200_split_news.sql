-- Staff are told once of each run whose visitors are not shared out as planned.
ALTER TABLE notifications
  DROP CONSTRAINT notifications_kind_check,
  ADD CONSTRAINT notifications_kind_check
    CHECK (kind IN ('lead', 'trial', 'onboarding', 'verdict', 'split_broken', 'alarm', 'digest'));

ALTER TABLE experiment_runs
  -- When the split first looked broken, and the visitors of each variant then beside those that were due.
  ADD COLUMN split_broken_at timestamptz,
  ADD COLUMN split_broken_arms jsonb,
  ADD CONSTRAINT experiment_runs_whole_split_alarm CHECK (num_nulls(split_broken_at, split_broken_arms) IN (0, 2));

-- A decision, a target and an alarm come later than the plan, each once.
CREATE OR REPLACE FUNCTION keep_experiment_run() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  decision text[] := ARRAY['decided_at', 'outcome', 'control_visitors', 'control_converters',
    'treatment_visitors', 'treatment_converters', 'winner', 'decided_arms'];
  target text[] := ARRAY['target_visitors', 'target_effect'];
  alarm text[] := ARRAY['split_broken_at', 'split_broken_arms'];
  before jsonb := to_jsonb(OLD);
  after jsonb := to_jsonb(NEW);
BEGIN
  IF after - decision - target - alarm <> before - decision - target - alarm
    OR (OLD.decided_at IS NOT NULL AND after - target - alarm <> before - target - alarm)
    OR (OLD.target_visitors IS NOT NULL AND after - decision - alarm <> before - decision - alarm)
    OR (OLD.split_broken_at IS NOT NULL AND after - decision - target <> before - decision - target)
  THEN
    RAISE EXCEPTION 'A run is never edited: start a new one';
  END IF;
  RETURN NEW;
END $$;
