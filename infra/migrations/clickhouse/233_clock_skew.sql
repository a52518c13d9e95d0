-- Senders' clocks are wrong, sometimes by years. Ingest corrects the time of an event and says by how much.
ALTER TABLE {db}.events ADD COLUMN IF NOT EXISTS clock_skew Int64 DEFAULT 0 COMMENT 'What ingest added to the time that the sender said, in ms; occurred_at without it is what the sender said';
