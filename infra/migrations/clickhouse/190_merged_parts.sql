-- What nobody has written to for an hour becomes one part: FINAL reads rows of one part as they are, and those of several it must
-- compare. A question to ten million events took up to thirty times as long in three parts as in one.
ALTER TABLE {db}.event_15m MODIFY SETTING min_age_to_force_merge_seconds = 3600;
ALTER TABLE {db}.session_15m MODIFY SETTING min_age_to_force_merge_seconds = 3600;
ALTER TABLE {db}.session_events MODIFY SETTING min_age_to_force_merge_seconds = 3600;
