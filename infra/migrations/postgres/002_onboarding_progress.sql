-- How far a customer's onboarding has come, who looks after it, and when.
ALTER TABLE onboarding_submissions
  ADD COLUMN steps_done text[] NOT NULL DEFAULT '{}'
    CHECK (steps_done <@ ARRAY['access', 'keyword', 'landing_page', 'live']),
  ADD COLUMN owner_id uuid REFERENCES staff_accounts,
  ADD COLUMN follow_up date;

-- before and after of a step: "done", or empty.
ALTER TABLE record_changes
  DROP CONSTRAINT record_changes_field_check,
  ADD CONSTRAINT record_changes_field_check CHECK
    (field IN ('status', 'spam', 'owner', 'follow_up', 'access', 'keyword', 'landing_page', 'live'));
