-- Runs of two to five variants, and what counts as converted in them. Rows of before stand as they are: they compare the two
-- declared variants, shared as split_control and split_treatment say, and count the types that they name.
ALTER TABLE experiment_runs
  -- The control first; null in a row of before. Of several treatments split_treatment has the first.
  ADD COLUMN variants text[],
  ADD COLUMN shares double precision[],
  ADD COLUMN goal text NOT NULL DEFAULT 'any'
    CHECK (goal IN ('any', 'button_click', 'form_submission', 'stripe_intent', 'whatsapp_click', 'qualified_lead')),
  -- What a run that nobody planned can find with its own traffic, once that is known.
  ADD COLUMN target_visitors integer CHECK (target_visitors > 0),
  ADD COLUMN target_effect double precision CHECK (target_effect > 0 AND target_effect < 1),
  -- Of the decision; null in a row of before, and the winner where there is no difference worth having. The counts of
  -- treatment_visitors and treatment_converters are those of the treatment that led.
  ADD COLUMN winner text,
  ADD COLUMN decided_arms jsonb,
  ADD CONSTRAINT experiment_runs_whole_arms CHECK (
    num_nulls(variants, shares) IN (0, 2)
    AND cardinality(variants) = cardinality(shares)
    AND cardinality(variants) BETWEEN 2 AND 5
    AND 0 < ALL (shares)
  ),
  ADD CONSTRAINT experiment_runs_whole_target CHECK (num_nulls(target_visitors, target_effect) IN (0, 2)),
  ADD CONSTRAINT experiment_runs_winner_decided CHECK (decided_at IS NOT NULL OR num_nonnulls(winner, decided_arms) = 0);

-- A decision and a target come later than the plan, each once.
CREATE OR REPLACE FUNCTION keep_experiment_run() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  decision text[] := ARRAY['decided_at', 'outcome', 'control_visitors', 'control_converters',
    'treatment_visitors', 'treatment_converters', 'winner', 'decided_arms'];
  target text[] := ARRAY['target_visitors', 'target_effect'];
  before jsonb := to_jsonb(OLD);
  after jsonb := to_jsonb(NEW);
BEGIN
  IF after - decision - target <> before - decision - target
    OR (OLD.decided_at IS NOT NULL AND after - target <> before - target)
    OR (OLD.target_visitors IS NOT NULL AND after - decision <> before - decision)
  THEN
    RAISE EXCEPTION 'A run is never edited: start a new one';
  END IF;
  RETURN NEW;
END $$;
