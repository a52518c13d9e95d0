-- first_reply_at: when staff took the lead from new the last time, whoever changes it; empty while it is new, for it waits.
-- reply_due_at: by when the page that it came from promised an answer (api/forms/reply-due.ts).
-- waiting_since puts the one that waits longest first, and all that were answered last.
ALTER TABLE leads
  ADD COLUMN first_reply_at timestamptz,
  ADD COLUMN reply_due_at timestamptz,
  ADD COLUMN waiting_since timestamptz GENERATED ALWAYS AS (
    CASE WHEN status = 'new' THEN created_at ELSE timestamp '9999-01-01' AT TIME ZONE 'UTC' END) STORED;

-- Of leads from before, the hours promised by the clock.
UPDATE leads SET reply_due_at = created_at +
  CASE source WHEN 'trial_signup_page' THEN interval '2 hours' ELSE interval '24 hours' END
WHERE status = 'new';
UPDATE leads SET first_reply_at = left_new.at
FROM (
  SELECT lead_id, min(changed_at) AS at FROM record_changes AS change
  WHERE field = 'status' AND before = 'new' AND id > coalesce((
    SELECT max(id) FROM record_changes AS back
    WHERE back.lead_id = change.lead_id AND back.field = 'status' AND back.after = 'new'), 0)
  GROUP BY lead_id) AS left_new
WHERE leads.id = left_new.lead_id AND status <> 'new';

CREATE FUNCTION note_first_reply() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status = 'new' THEN NEW.first_reply_at := NULL;
  ELSIF OLD.status = 'new' THEN NEW.first_reply_at := NEW.updated_at;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER leads_first_reply BEFORE UPDATE OF status ON leads FOR EACH ROW EXECUTE FUNCTION note_first_reply();

CREATE INDEX leads_waiting ON leads (waiting_since, id) WHERE deleted_at IS NULL;
CREATE INDEX leads_late ON leads (reply_due_at) WHERE deleted_at IS NULL AND status = 'new';
CREATE INDEX leads_answered ON leads (created_at) INCLUDE (first_reply_at, owner_id)
  WHERE deleted_at IS NULL AND spam_reason = '' AND first_reply_at IS NOT NULL;
