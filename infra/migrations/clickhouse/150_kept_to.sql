-- By what `events` holds of a partition nobody could tell an event that was lost from a repeat that gave way to the first.
ALTER TABLE {db}.progress ADD COLUMN IF NOT EXISTS kept_to Nullable(UInt64) DEFAULT NULL COMMENT 'Of the entries before it the last one in events is just before this offset, also after merges; NULL from a release that did not say';
