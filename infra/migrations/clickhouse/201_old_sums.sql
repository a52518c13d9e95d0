-- What 200 put in their place, in a file of its own, as 181.
DROP TABLE IF EXISTS {db}.event_15m;
DROP TABLE IF EXISTS {db}.session_15m;
