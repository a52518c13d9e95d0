-- What the newest event of a lead says, or is about to say, of its sender's trial and onboarding: a form that changes neither is
-- told of none of the sender's other leads. Without it, as many forms by one sender were as many events squared.
-- null: not known.
ALTER TABLE leads ADD COLUMN told_trial boolean, ADD COLUMN told_onboarding boolean;

-- Whoever takes a version without saying what is told then, as releases before this one do, makes it unknown.
CREATE OR REPLACE FUNCTION version_lead() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    NEW.event_version := next_event_version(0);
  ELSIF OLD.status <> NEW.status OR OLD.variant <> NEW.variant OR OLD.event_version <> NEW.event_version
    OR (OLD.spam_reason = '') <> (NEW.spam_reason = '') OR (OLD.deleted_at IS NULL) <> (NEW.deleted_at IS NULL) THEN
    NEW.event_version := next_event_version(OLD.event_version);
    IF NEW.told_trial IS NOT DISTINCT FROM OLD.told_trial AND NEW.told_onboarding IS NOT DISTINCT FROM OLD.told_onboarding THEN
      NEW.told_trial := NULL;
      NEW.told_onboarding := NULL;
    END IF;
  END IF;
  RETURN NEW;
END $$;

-- A form that comes in as spam changes nothing for anybody; when staff take the mark off, it is marked then.
CREATE OR REPLACE FUNCTION mark_person() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  sent uuid := CASE WHEN TG_TABLE_NAME = 'trial_signups' THEN (to_jsonb(NEW) ->> 'lead_id')::uuid
    ELSE (to_jsonb(NEW) ->> 'id')::uuid END;
  reason text := CASE WHEN TG_TABLE_NAME = 'trial_signups' THEN (SELECT spam_reason FROM leads WHERE id = sent)
    ELSE to_jsonb(NEW) ->> 'spam_reason' END;
BEGIN
  IF TG_OP = 'INSERT' AND reason <> '' THEN RETURN NULL; END IF;
  INSERT INTO record_marks (record, record_id, at) VALUES ('person', sent, now());
  PERFORM pg_notify('firsttouch_outbox', '');
  RETURN NULL;
END $$;
