-- What became of leads and campaigns goes to the log as events. A trigger marks each change in the transaction that makes it,
-- whoever makes it: a form, staff, a chore, an older release beside this one. The relay makes an event of each mark, without
-- contact data, and puts it into the outbox (api/record-events.ts). A mark says little, so that it can never cost a lead.

-- event_key stands for the lead in its events. It is random: once this row is gone, it leads to nobody.
-- event_version grows with each mark of the record. 1 is what was there before.
ALTER TABLE leads
  ADD COLUMN event_key uuid NOT NULL DEFAULT gen_random_uuid(),
  ADD COLUMN event_version bigint NOT NULL DEFAULT 1;
ALTER TABLE campaigns ADD COLUMN event_version bigint NOT NULL DEFAULT 1;

-- record: lead and campaign are to be told; person: whoever sent the record with this id has sent a form that their other
-- leads are to say. No foreign key: a record that is gone is told no more.
CREATE TABLE record_marks (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  record text NOT NULL CHECK (record IN ('lead', 'campaign', 'person')),
  record_id uuid NOT NULL,
  version bigint NOT NULL DEFAULT 0,
  recorded boolean NOT NULL DEFAULT false,
  at timestamptz NOT NULL,
  state jsonb NOT NULL DEFAULT '{}'
);

-- By the clock, so that it goes on growing after an older database was restored, and by at least one.
CREATE FUNCTION next_event_version(before bigint) RETURNS bigint LANGUAGE sql VOLATILE AS $$
  SELECT greatest(before + 1, (extract(epoch FROM clock_timestamp()) * 1000000)::bigint)
$$;

-- The version is taken before, under the row's lock; the mark is left after, when the row is there to stay.
CREATE FUNCTION version_lead() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    NEW.event_version := next_event_version(0);
  ELSIF OLD.status <> NEW.status OR OLD.variant <> NEW.variant OR OLD.event_version <> NEW.event_version
    OR (OLD.spam_reason = '') <> (NEW.spam_reason = '') OR (OLD.deleted_at IS NULL) <> (NEW.deleted_at IS NULL) THEN
    NEW.event_version := next_event_version(OLD.event_version);
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER leads_versioned BEFORE INSERT OR UPDATE OF status, spam_reason, deleted_at, variant, event_version ON leads
  FOR EACH ROW EXECUTE FUNCTION version_lead();

CREATE FUNCTION mark_lead() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  happened timestamptz := NEW.created_at;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NEW.event_version = OLD.event_version THEN RETURN NULL; END IF;
    happened := CASE WHEN NEW.updated_at > OLD.updated_at THEN NEW.updated_at ELSE now() END;
    -- A trial that turned out to be spam, or was deleted, is one no more for the sender's other leads either.
    IF (OLD.spam_reason = '') <> (NEW.spam_reason = '') OR (OLD.deleted_at IS NULL) <> (NEW.deleted_at IS NULL) THEN
      INSERT INTO record_marks (record, record_id, at)
      SELECT 'person', lead_id, happened FROM trial_signups WHERE lead_id = NEW.id;
    END IF;
  END IF;
  INSERT INTO record_marks (record, record_id, version, recorded, at, state)
  VALUES ('lead', NEW.id, NEW.event_version, TG_OP = 'INSERT', happened,
    jsonb_build_object('status', NEW.status, 'spam', NEW.spam_reason <> '', 'deleted', NEW.deleted_at IS NOT NULL,
      'variant', NEW.variant));
  PERFORM pg_notify('firsttouch_outbox', '');
  RETURN NULL;
END $$;
CREATE TRIGGER leads_marked AFTER INSERT OR UPDATE OF status, spam_reason, deleted_at, variant, event_version ON leads
  FOR EACH ROW EXECUTE FUNCTION mark_lead();

CREATE FUNCTION version_campaign() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.event_version := next_event_version(CASE WHEN TG_OP = 'UPDATE' THEN OLD.event_version ELSE 0 END);
  RETURN NEW;
END $$;
CREATE TRIGGER campaigns_versioned BEFORE INSERT OR UPDATE ON campaigns FOR EACH ROW EXECUTE FUNCTION version_campaign();

CREATE FUNCTION mark_campaign() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO record_marks (record, record_id, version, at)
  VALUES ('campaign', NEW.id, NEW.event_version, CASE WHEN TG_OP = 'INSERT' THEN NEW.created_at ELSE now() END);
  PERFORM pg_notify('firsttouch_outbox', '');
  RETURN NULL;
END $$;
CREATE TRIGGER campaigns_marked AFTER INSERT OR UPDATE ON campaigns FOR EACH ROW EXECUTE FUNCTION mark_campaign();

CREATE FUNCTION mark_person() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO record_marks (record, record_id, at)
  VALUES ('person', CASE WHEN TG_TABLE_NAME = 'trial_signups' THEN (to_jsonb(NEW) ->> 'lead_id')::uuid
    ELSE (to_jsonb(NEW) ->> 'id')::uuid END, now());
  PERFORM pg_notify('firsttouch_outbox', '');
  RETURN NULL;
END $$;
CREATE TRIGGER trial_signups_marked AFTER INSERT ON trial_signups FOR EACH ROW EXECUTE FUNCTION mark_person();
CREATE TRIGGER onboarding_marked AFTER INSERT OR UPDATE OF spam_reason, deleted_at ON onboarding_submissions
  FOR EACH ROW EXECUTE FUNCTION mark_person();

-- What was there before this release is told once.
INSERT INTO record_marks (record, record_id, version, recorded, at, state)
SELECT 'lead', id, 1, true, updated_at, jsonb_build_object('status', status, 'spam', spam_reason <> '',
  'deleted', deleted_at IS NOT NULL, 'variant', variant)
FROM leads ORDER BY created_at, id;
INSERT INTO record_marks (record, record_id, version, at)
SELECT 'campaign', id, 1, created_at FROM campaigns ORDER BY created_at, id;
