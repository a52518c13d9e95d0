-- A lead's journey asks for one session among millions of events that lie in the order of their time.
ALTER TABLE {db}.events ADD INDEX IF NOT EXISTS session session TYPE bloom_filter(0.01) GRANULARITY 1;
ALTER TABLE {db}.events MATERIALIZE INDEX session;
