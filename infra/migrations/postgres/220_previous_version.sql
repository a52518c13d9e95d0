-- As `next_version`, which releases before this one ask: also says which version was given out before this one. Whoever gave that one to
-- itself knows that nobody else has begun to write read models since.
CREATE FUNCTION next_version_after(above bigint, OUT version bigint, OUT previous bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM pg_advisory_lock(7077007);
  previous := nextval('read_model_versions') - 1;
  version := setval('read_model_versions', greatest(previous + 1, above + 1, (extract(epoch FROM clock_timestamp()) * 1e9)::bigint));
  PERFORM pg_advisory_unlock(7077007);
EXCEPTION WHEN query_canceled OR OTHERS THEN
  PERFORM pg_advisory_unlock(7077007);
  RAISE;
END
$$;
