-- first_reply_at: when the lead left new for the first time. Later changes do not move it. It stays while the lead is new again.
CREATE OR REPLACE FUNCTION note_first_reply() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status = 'new' AND NEW.status <> 'new' THEN
    NEW.first_reply_at := coalesce(OLD.first_reply_at, NEW.updated_at);
  END IF;
  RETURN NEW;
END $$;

-- A bulk change that staff undid is no reply.
UPDATE leads SET first_reply_at = left_new.at
FROM (
  SELECT lead_id, min(record_changes.changed_at) AS at
  FROM record_changes LEFT JOIN bulk_changes ON bulk_changes.id = bulk_id
  WHERE field = 'status' AND before = 'new' AND undone_at IS NULL
  GROUP BY lead_id) AS left_new
WHERE leads.id = left_new.lead_id AND first_reply_at IS DISTINCT FROM left_new.at;
