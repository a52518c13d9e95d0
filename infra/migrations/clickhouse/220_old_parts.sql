-- What was merged away is deleted every few seconds instead of twice a minute: by then it was over a thousand parts at once, and whoever
-- wrote meanwhile waited twice as long. These are the tables that every batch writes to.
ALTER TABLE {db}.events MODIFY SETTING cleanup_delay_period = 2, cleanup_delay_period_random_add = 2, max_cleanup_delay_period = 5;
ALTER TABLE {db}.event_minutes MODIFY SETTING cleanup_delay_period = 2, cleanup_delay_period_random_add = 2, max_cleanup_delay_period = 5;
ALTER TABLE {db}.event_sums MODIFY SETTING cleanup_delay_period = 2, cleanup_delay_period_random_add = 2, max_cleanup_delay_period = 5;
ALTER TABLE {db}.session_events MODIFY SETTING cleanup_delay_period = 2, cleanup_delay_period_random_add = 2, max_cleanup_delay_period = 5;
ALTER TABLE {db}.session_minutes MODIFY SETTING cleanup_delay_period = 2, cleanup_delay_period_random_add = 2, max_cleanup_delay_period = 5;
ALTER TABLE {db}.session_sums MODIFY SETTING cleanup_delay_period = 2, cleanup_delay_period_random_add = 2, max_cleanup_delay_period = 5;
ALTER TABLE {db}.progress MODIFY SETTING cleanup_delay_period = 2, cleanup_delay_period_random_add = 2, max_cleanup_delay_period = 5;
