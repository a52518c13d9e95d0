-- What kind of device and browser an event was sent by, derived from the user agent by the projector. Empty for what an
-- older release has written: the projector fills it in before it counts anything new.
ALTER TABLE {db}.events ADD COLUMN IF NOT EXISTS device LowCardinality(String) DEFAULT '' COMMENT 'mobile, tablet, desktop, other or unknown; empty: not derived yet';
ALTER TABLE {db}.events ADD COLUMN IF NOT EXISTS browser LowCardinality(String) DEFAULT '' COMMENT 'Family of the browser: Chrome, Safari, Firefox, Edge, Samsung Internet, Opera, other or unknown; empty: not derived yet';
