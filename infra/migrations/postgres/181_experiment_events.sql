-- The version of a change in the log: by the clock, so that it goes on growing after an older database was restored, and the numbers
-- of its changes are given out again.
ALTER TABLE experiment_changes ADD COLUMN event_version bigint NOT NULL DEFAULT next_event_version(0);

CREATE FUNCTION version_experiment_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.event_version := next_event_version(
    coalesce((SELECT max(event_version) FROM experiment_changes WHERE test_name = NEW.test_name), 0));
  RETURN NEW;
END $$;
CREATE TRIGGER experiment_changes_versioned BEFORE INSERT ON experiment_changes
  FOR EACH ROW EXECUTE FUNCTION version_experiment_change();

-- As text, so that the variants keep their order: the control first.
ALTER TABLE experiment_changes ALTER COLUMN shares TYPE json USING shares::json;
