-- What is written once and read by the projector alone is packed more densely; the tables of quarters of an hour, which the
-- dashboard reads, stay as quick to read as they are. Parts that are there keep their form until they are merged.
ALTER TABLE {db}.events MODIFY SETTING default_compression_codec = 'ZSTD(1)';
ALTER TABLE {db}.events
  MODIFY COLUMN minute CODEC(Delta, ZSTD(1)),
  MODIFY COLUMN session_minute CODEC(Delta, ZSTD(1)),
  MODIFY COLUMN occurred_at CODEC(Delta, ZSTD(1)),
  MODIFY COLUMN received_at CODEC(Delta, ZSTD(1));

ALTER TABLE {db}.session_traffic MODIFY SETTING default_compression_codec = 'ZSTD(1)';
ALTER TABLE {db}.session_traffic
  MODIFY COLUMN minute CODEC(Delta, ZSTD(1)),
  MODIFY COLUMN session_minute CODEC(Delta, ZSTD(1)),
  MODIFY COLUMN at CODEC(Delta, ZSTD(1)),
  MODIFY COLUMN first_at CODEC(Delta, ZSTD(1));

ALTER TABLE {db}.session_visits MODIFY SETTING default_compression_codec = 'ZSTD(1)';
ALTER TABLE {db}.session_visits
  MODIFY COLUMN minute CODEC(Delta, ZSTD(1)),
  MODIFY COLUMN session_minute CODEC(Delta, ZSTD(1)),
  MODIFY COLUMN first_at CODEC(Delta, ZSTD(1));

ALTER TABLE {db}.touches MODIFY SETTING default_compression_codec = 'ZSTD(1)';
ALTER TABLE {db}.touches
  MODIFY COLUMN minute CODEC(Delta, ZSTD(1)),
  MODIFY COLUMN session_minute CODEC(Delta, ZSTD(1)),
  MODIFY COLUMN at CODEC(Delta, ZSTD(1));

ALTER TABLE {db}.exposures MODIFY SETTING default_compression_codec = 'ZSTD(1)';
ALTER TABLE {db}.exposures
  MODIFY COLUMN minute CODEC(Delta, ZSTD(1)),
  MODIFY COLUMN session_minute CODEC(Delta, ZSTD(1)),
  MODIFY COLUMN exposed_at CODEC(Delta, ZSTD(1));

ALTER TABLE {db}.session_conversions MODIFY SETTING default_compression_codec = 'ZSTD(1)';
ALTER TABLE {db}.session_conversions
  MODIFY COLUMN minute CODEC(Delta, ZSTD(1)),
  MODIFY COLUMN session_minute CODEC(Delta, ZSTD(1)),
  MODIFY COLUMN last_at CODEC(Delta, ZSTD(1));

ALTER TABLE {db}.traffic_minutes MODIFY SETTING default_compression_codec = 'ZSTD(1)';
ALTER TABLE {db}.landing_minutes MODIFY SETTING default_compression_codec = 'ZSTD(1)';
