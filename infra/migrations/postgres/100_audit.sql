-- Who did what: logins, refusals, every change by staff, exports, erasures. Never contact data, secrets or whole addresses.
CREATE TABLE audit_log (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL,
  actor text NOT NULL,
  action text NOT NULL,
  detail jsonb NOT NULL,
  network text NOT NULL
);
CREATE INDEX audit_log_at ON audit_log (at);

-- What is written stays as it is; only its age takes it away.
CREATE FUNCTION keep_audit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND OLD.at < now() - interval '7 days' THEN RETURN OLD; END IF;
  RAISE EXCEPTION 'The audit log is only added to';
END $$;
CREATE TRIGGER audit_log_kept BEFORE UPDATE OR DELETE ON audit_log FOR EACH ROW EXECUTE FUNCTION keep_audit();

-- When the password was last entered in the session: dangerous calls ask for it again.
ALTER TABLE staff_sessions ADD COLUMN confirmed_at timestamptz;
