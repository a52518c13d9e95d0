-- When a lead was first called qualified: one that was closed after it counts as qualified still, or every deal that is done would
-- make qualified leads look dearer.
ALTER TABLE leads ADD COLUMN qualified_at timestamptz;

CREATE FUNCTION note_qualified() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status = 'qualified' AND NEW.qualified_at IS NULL THEN
    NEW.qualified_at := CASE WHEN TG_OP = 'INSERT' THEN NEW.created_at ELSE NEW.updated_at END;
  END IF;
  RETURN NEW;
END $$;

-- No trigger sees this: what the log is told of a lead does not change by it.
UPDATE leads SET qualified_at = coalesce(
  (SELECT min(changed_at) FROM record_changes WHERE lead_id = leads.id AND field = 'status' AND after = 'qualified'),
  CASE WHEN status = 'qualified' THEN updated_at END)
WHERE status IN ('qualified', 'closed');

CREATE TRIGGER leads_qualified BEFORE INSERT OR UPDATE OF status ON leads FOR EACH ROW EXECUTE FUNCTION note_qualified();

-- What campaigns are counted by, without a look at the leads themselves; the one before it lacked how far they came.
CREATE INDEX leads_counted ON leads (campaign, created_at)
  INCLUDE (status, qualified_at, told_trial, told_onboarding) WHERE deleted_at IS NULL AND spam_reason = '';
DROP INDEX leads_of_campaign;
