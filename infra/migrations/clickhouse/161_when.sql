-- The tables that the dashboard reads are in the order of when events came in, as they are refreshed by that; asked are the days on
-- which they occurred, which may be a month from there. `at` is part of every key, so an older row of a key is never left out or kept
-- alone.
ALTER TABLE {db}.traffic_15m ADD INDEX IF NOT EXISTS at at TYPE minmax GRANULARITY 1;
ALTER TABLE {db}.traffic_15m MATERIALIZE INDEX at;
ALTER TABLE {db}.variant_15m ADD INDEX IF NOT EXISTS at at TYPE minmax GRANULARITY 1;
ALTER TABLE {db}.variant_15m MATERIALIZE INDEX at;
ALTER TABLE {db}.participant_15m ADD INDEX IF NOT EXISTS at at TYPE minmax GRANULARITY 1;
ALTER TABLE {db}.participant_15m MATERIALIZE INDEX at;
ALTER TABLE {db}.visitor_15m ADD INDEX IF NOT EXISTS at at TYPE minmax GRANULARITY 1;
ALTER TABLE {db}.visitor_15m MATERIALIZE INDEX at;
ALTER TABLE {db}.landing_15m ADD INDEX IF NOT EXISTS at at TYPE minmax GRANULARITY 1;
ALTER TABLE {db}.landing_15m MATERIALIZE INDEX at;
ALTER TABLE {db}.device_15m ADD INDEX IF NOT EXISTS at at TYPE minmax GRANULARITY 1;
ALTER TABLE {db}.device_15m MATERIALIZE INDEX at;
ALTER TABLE {db}.variant_visit_15m ADD INDEX IF NOT EXISTS at at TYPE minmax GRANULARITY 1;
ALTER TABLE {db}.variant_visit_15m MATERIALIZE INDEX at;
ALTER TABLE {db}.segment_15m ADD INDEX IF NOT EXISTS at at TYPE minmax GRANULARITY 1;
ALTER TABLE {db}.segment_15m MATERIALIZE INDEX at;
