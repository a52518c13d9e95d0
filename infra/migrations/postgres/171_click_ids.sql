-- The id that an advertising platform gave the click which brought somebody (api/contract/fields/click-ids.ts). It is told to
-- nobody but that platform, stands in no event, and goes with its record or when its useful life is over.
CREATE TABLE click_ids (
  lead_id uuid REFERENCES leads ON DELETE CASCADE,
  submission_id uuid REFERENCES onboarding_submissions ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('gclid', 'gbraid', 'wbraid', 'msclkid', 'fbclid')),
  value text NOT NULL,
  clicked_at timestamptz NOT NULL,
  recorded_at timestamptz NOT NULL,
  CONSTRAINT click_ids_one_record CHECK (num_nonnulls(lead_id, submission_id) = 1),
  CONSTRAINT click_ids_of_lead UNIQUE (lead_id, kind),
  CONSTRAINT click_ids_of_submission UNIQUE (submission_id, kind)
);
CREATE INDEX click_ids_age ON click_ids (clicked_at);
