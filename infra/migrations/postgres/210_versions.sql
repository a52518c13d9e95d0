-- Of two rows of a read model for one key the one with the higher version is true. Versions are given out here one by one, to every
-- process that writes read models: nanoseconds since 1970, or one more than the last should the clock have gone back, or this
-- have been restored. `projector/projections/versions.ts` asks for them.
CREATE SEQUENCE read_model_versions;

-- With the owner's rights, as processes have none on sequences. In a lock of its own, which no transaction holds on to.
CREATE FUNCTION next_version(above bigint) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  given bigint;
BEGIN
  PERFORM pg_advisory_lock(7077007);
  given := setval('read_model_versions', greatest(
    nextval('read_model_versions'), above + 1, (extract(epoch FROM clock_timestamp()) * 1e9)::bigint));
  PERFORM pg_advisory_unlock(7077007);
  RETURN given;
EXCEPTION WHEN query_canceled OR OTHERS THEN
  PERFORM pg_advisory_unlock(7077007);
  RAISE;
END
$$;
