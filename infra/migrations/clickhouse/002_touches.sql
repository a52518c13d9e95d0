-- Keywords, ads and everything else that a session's acts are asked by. The next leader makes all rows again from events
-- (leaders.definitions), so no row of before stays.
ALTER TABLE {db}.session_events
  ADD COLUMN IF NOT EXISTS utm_content LowCardinality(String) COMMENT 'Visit: of the visited link. Conversion: of the session''s first touch' AFTER variant,
  ADD COLUMN IF NOT EXISTS utm_term LowCardinality(String) COMMENT 'As utm_content' AFTER utm_content,
  MODIFY ORDER BY (kind, session_minute, session, minute, at, bot, page, device, browser, utm_source, utm_medium, utm_campaign, channel, referring_site, conversion_type, test_name, variant, visit, visible, scroll, lcp, inp, cls, utm_content, utm_term);

ALTER TABLE {db}.session_minutes
  ADD COLUMN IF NOT EXISTS utm_term LowCardinality(String) AFTER referring_site,
  ADD COLUMN IF NOT EXISTS utm_content LowCardinality(String) AFTER utm_term,
  ADD COLUMN IF NOT EXISTS conversion_type LowCardinality(String) AFTER utm_content,
  MODIFY ORDER BY (session_minute, model, at, type, page, device, browser, utm_source, utm_campaign, channel, referring_site, test_name, variant, saw_both, converted, value, utm_term, utm_content, conversion_type);
ALTER TABLE {db}.session_minutes COMMENT COLUMN model 'visitor, landing, participant, page_speed or variant_quality';

ALTER TABLE {db}.session_sums
  ADD COLUMN IF NOT EXISTS utm_term LowCardinality(String) COMMENT 'touch. As the source' AFTER referring_site,
  ADD COLUMN IF NOT EXISTS utm_content LowCardinality(String) COMMENT 'touch. As the source' AFTER utm_term,
  ADD COLUMN IF NOT EXISTS conversion_type LowCardinality(String) COMMENT 'Of conversions' AFTER utm_content,
  MODIFY ORDER BY (model, session_quarter_hour, at, type, page, device, browser, utm_source, utm_campaign, channel, referring_site, test_name, variant, saw_both, converted, value, utm_term, utm_content, conversion_type);
ALTER TABLE {db}.session_sums COMMENT COLUMN model 'touch: sessions, visits and conversions by all of page, device, browser, variant, channel and site, campaign, keyword and ad. landing, device, browser, variant, channel: the same by one of these and the source. visitor: sessions of humans by campaign, each once for a campaign. participant: sessions by the variant that they were first assigned to. page_speed: engagement of visits by page. variant_quality: engagement of participants by variant. Those named suspicious_ are the same of sessions that look made, which no other counts',
  COMMENT COLUMN at 'Quarter-hour in which it occurred; visitor: of the first visit by the campaign. participant: of the first exposure. Sessions, bounces: of the session''s first event',
  COMMENT COLUMN type 'touch and its parts: session, visit, conversion, and of sessions with engagement events bounce or engaged. page_speed, variant_quality: lcp, inp, cls, scroll, visible_ms, bounce or engaged',
  COMMENT COLUMN page 'touch, landing: first page of the session; empty after retention removed it. page_speed: the page',
  COMMENT COLUMN device 'touch, device: mobile, tablet, desktop, other or unknown: of the session''s first page',
  COMMENT COLUMN browser 'touch, browser: family of the browser, of the session''s first page',
  COMMENT COLUMN utm_source 'Session: of its first page. Visit: of the visited link. Conversion: of the session''s first touch',
  COMMENT COLUMN utm_campaign 'touch, visitor. As the source',
  COMMENT COLUMN channel 'touch, channel. As the source',
  COMMENT COLUMN referring_site 'touch, channel. As the source',
  COMMENT COLUMN test_name 'participant, variant_quality',
  COMMENT COLUMN variant 'touch, variant: the landing page that the session was first assigned to. participant, variant_quality: the variant',
  COMMENT COLUMN converted 'participant: a bit for each conversion type that the session had at or after its first exposure';

ALTER TABLE {db}.session_days
  ADD COLUMN IF NOT EXISTS type LowCardinality(String) COMMENT 'touch: session, visit, conversion, bounce or engaged' AFTER date,
  MODIFY ORDER BY (model, utm_campaign, session_day, date, test_name, utm_source, channel, variant, converted, type);
ALTER TABLE {db}.session_days COMMENT COLUMN model 'visitor and touch, as in session_sums',
  COMMENT COLUMN date 'Day on which it occurred, as in event_days',
  COMMENT COLUMN utm_source 'As in session_sums',
  COMMENT COLUMN utm_campaign 'As in session_sums',
  COMMENT COLUMN channel 'Empty',
  COMMENT COLUMN test_name 'Empty',
  COMMENT COLUMN variant 'Empty',
  COMMENT COLUMN converted '0';

ALTER TABLE {db}.leaders
  ADD COLUMN IF NOT EXISTS definitions UInt16 COMMENT 'The definitions of read models that its rows follow; 0: those of 1.0.0, or it has not made all of them yet';
