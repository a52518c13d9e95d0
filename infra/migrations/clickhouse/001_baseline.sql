-- One generation of read models in version 1.0.0. Later versions add files, and never change this one. The log can make every
-- row again. An interrupted file is applied again from its start, so each statement must be repeatable.
--
-- Apart from events and progress, each row is a pure function of deduplicated events. After an insert the projector computes the
-- touched buckets again, and its rows replace the older ones: the higher version wins, and gone marks a row that its bucket no
-- longer has. Read every table with FINAL.
--
-- The settings that several tables share:
-- min_age_to_force_merge_seconds: one part after an hour without writes. FINAL compares rows of several parts only: a query over
-- ten million events took up to thirty times as long in three parts.
-- cleanup_delay_period: merged parts are deleted every few seconds. With the default of 30 s there were a thousand at once, and
-- inserts took twice as long. The tables that every batch writes have it.
-- Tables of sessions have no partitions, or twelve: a sender can make up sessions of any time.

-- ===== Events =====

-- Each id once. The sorting key is a pure function of the id, so a duplicate always meets its twin in the same partition. The
-- version falls with the log position, so the first log entry wins.
CREATE TABLE IF NOT EXISTS {db}.events (
  minute DateTime('UTC') COMMENT 'Minute of the time inside id: the refresh bucket' CODEC(Delta, ZSTD(1)),
  id UUID COMMENT 'Identity of the event, a UUIDv7 made where the action happened',
  type LowCardinality(String) COMMENT 'visit, conversion, ab_test or engagement',
  session String COMMENT 'The utm_session_id of the browser',
  session_minute DateTime('UTC') COMMENT 'Minute of the time inside the session id, or another pure function of it: never changes' CODEC(Delta, ZSTD(1)),
  occurred_at DateTime64(3, 'UTC') COMMENT 'When the action happened, by the sender; reports count by this' CODEC(Delta, ZSTD(1)),
  received_at DateTime64(3, 'UTC') COMMENT 'When ingest accepted the event' CODEC(Delta, ZSTD(1)),
  bot LowCardinality(String) COMMENT 'Why the event is in no figure: a bot, internal_… for our own people, suspicious_… for sessions that look made; empty for people',
  user_agent String,
  network String COMMENT 'Sender''s network, /24 or /48',
  utm_source LowCardinality(String) COMMENT 'Visit: of the visited link. Conversion: of the session''s first touch',
  utm_medium LowCardinality(String),
  utm_campaign LowCardinality(String),
  utm_content String,
  utm_term String,
  referrer String COMMENT 'Visit: of the visited page. Conversion: of the session''s first touch',
  page_path String,
  conversion_type LowCardinality(String) COMMENT 'button_click, form_submission, stripe_intent or whatsapp_click',
  test_name LowCardinality(String),
  variant LowCardinality(String),
  ab_event LowCardinality(String) COMMENT 'variant_assigned or conversion',
  properties String COMMENT 'The event''s other fields, a JSON object',
  log_partition UInt16,
  log_offset UInt64,
  log_index UInt8 COMMENT 'Index among the events of one log entry',
  version UInt64 DEFAULT bitNot(bitOr(bitShiftLeft(toUInt64(log_offset), 20), bitOr(bitShiftLeft(toUInt64(log_partition), 8), toUInt64(log_index)))),
  device LowCardinality(String) DEFAULT '' COMMENT 'mobile, tablet, desktop, other or unknown, from the user agent',
  browser LowCardinality(String) DEFAULT '' COMMENT 'Chrome, Safari, Firefox, Edge, Samsung Internet, Opera, other or unknown, from the user agent',
  clock_skew Int64 DEFAULT 0 COMMENT 'What ingest added to the sender''s time, in ms; occurred_at without it is the sender''s time',
  click_ids LowCardinality(String) DEFAULT '' COMMENT 'Names of the click ids in the link, separated by commas. Conversion: of the session''s first touch',
  link_faults LowCardinality(String) DEFAULT '' COMMENT 'What was wrong with the link, separated by commas',
  host LowCardinality(String) DEFAULT '' COMMENT 'Host of the page; empty for the site itself',
  channel LowCardinality(String) DEFAULT '' COMMENT 'Paid search, Direct and so on, derived by projector/entries/channel.ts. Conversion: of the session''s first touch',
  referring_site LowCardinality(String) DEFAULT '' COMMENT 'Domain or app that referred the visitor. Conversion: of the session''s first touch',
  INDEX session session TYPE bloom_filter(0.01) GRANULARITY 1,
  INDEX link_faults link_faults TYPE minmax GRANULARITY 1
)
ENGINE = ReplacingMergeTree(version)
PARTITION BY toYYYYMM(minute)
ORDER BY (minute, id)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, default_compression_codec = 'ZSTD(1)',
  cleanup_delay_period = 2, cleanup_delay_period_random_add = 2, max_cleanup_delay_period = 5;

CREATE TABLE IF NOT EXISTS {db}.progress (
  partition UInt16 COMMENT 'Partition of the log',
  next_offset UInt64 COMMENT 'Every table of this generation holds all entries before it',
  appended_at DateTime64(3, 'UTC') COMMENT 'When the log took the newest of these entries',
  kept_to UInt64 DEFAULT 0 COMMENT 'The last of these entries that events still holds is just before this offset, also after merges'
)
ENGINE = ReplacingMergeTree(next_offset)
ORDER BY partition
SETTINGS cleanup_delay_period = 2, cleanup_delay_period_random_add = 2, max_cleanup_delay_period = 5;

-- The epochs of the leaders that wrote this generation. A refresh of an epoch before the last one writes nothing.
CREATE TABLE IF NOT EXISTS {db}.leaders (
  epoch UInt64,
  since DateTime('UTC') DEFAULT now()
)
ENGINE = MergeTree
ORDER BY epoch
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;

-- The key of the numbers that stand for sessions and leads in the analysts' views. A table, because a reader of a view is shown
-- each constant of its plan.
CREATE TABLE IF NOT EXISTS {db}.numbers_key (
  one UInt8,
  key String
)
ENGINE = ReplacingMergeTree
ORDER BY one;

-- ===== Counts of events: by minute, quarter-hour and day =====

-- A column that a row does not use is empty.
CREATE TABLE IF NOT EXISTS {db}.event_minutes (
  minute DateTime('UTC') COMMENT 'Minute inside the event id: the refresh bucket',
  at DateTime('UTC') COMMENT 'Minute in which the events occurred',
  type LowCardinality(String),
  bot UInt8 COMMENT '0 people, 1 bots, 2 internal, 3 suspicious',
  utm_source LowCardinality(String),
  utm_medium LowCardinality(String),
  utm_campaign LowCardinality(String),
  channel LowCardinality(String),
  referring_site LowCardinality(String),
  conversion_type LowCardinality(String),
  test_name LowCardinality(String),
  variant LowCardinality(String),
  event LowCardinality(String),
  n UInt64,
  version UInt64,
  gone UInt8
)
ENGINE = ReplacingMergeTree(version, gone)
PARTITION BY toYYYYMM(minute)
ORDER BY (minute, at, type, bot, utm_source, utm_medium, utm_campaign, channel, referring_site, conversion_type, test_name, variant, event)
SETTINGS default_compression_codec = 'ZSTD(1)',
  cleanup_delay_period = 2, cleanup_delay_period_random_add = 2, max_cleanup_delay_period = 5;

-- Three models count visits. Thousands of campaigns leave nearly one row for each session, so a query over all of them reads a
-- model without campaigns. Rows are in the order in which events arrived, and queries are about when events occurred: the index
-- on at is for these. at is part of the key, so the index never hides only one of two versions of a row.
CREATE TABLE IF NOT EXISTS {db}.event_sums (
  quarter_hour DateTime('UTC') COMMENT 'Quarter-hour of the minutes that it sums: the refresh bucket',
  model LowCardinality(String) COMMENT 'traffic: visits and conversions by source. site_traffic: by channel and referring site. campaign_traffic: by all of these, medium and campaign. ab_event: A/B events by test and variant',
  at DateTime('UTC') COMMENT 'Quarter-hour in which the events occurred: days of every time zone are sums of these',
  type LowCardinality(String) COMMENT 'visit, conversion or ab_test',
  bot UInt8 COMMENT '0 people, 1 bots, 2 internal, 3 suspicious',
  utm_source LowCardinality(String) COMMENT 'traffic, campaign_traffic. Visit: of the visited link. Conversion: of the session''s first touch',
  utm_medium LowCardinality(String) COMMENT 'campaign_traffic',
  utm_campaign LowCardinality(String) COMMENT 'campaign_traffic',
  channel LowCardinality(String) COMMENT 'site_traffic, campaign_traffic. As the source',
  referring_site LowCardinality(String) COMMENT 'site_traffic, campaign_traffic. As the source',
  conversion_type LowCardinality(String),
  test_name LowCardinality(String) COMMENT 'ab_event',
  variant LowCardinality(String) COMMENT 'ab_event',
  event LowCardinality(String) COMMENT 'ab_event: variant_assigned or conversion',
  n UInt64 COMMENT 'Events',
  version UInt64,
  gone UInt8,
  INDEX at at TYPE minmax GRANULARITY 1
)
ENGINE = ReplacingMergeTree(version, gone)
PARTITION BY toYYYYMM(quarter_hour)
ORDER BY (model, utm_campaign, quarter_hour, at, type, bot, utm_source, utm_medium, channel, referring_site, conversion_type, test_name, variant, event)
SETTINGS min_age_to_force_merge_seconds = 3600,
  cleanup_delay_period = 2, cleanup_delay_period_random_add = 2, max_cleanup_delay_period = 5;

-- Days that are over. Rows are on disk before the next statement: after a power cut the projector would not look at an old day.
CREATE TABLE IF NOT EXISTS {db}.event_days (
  day DateTime('UTC') COMMENT 'Day (UTC) of the quarter-hours that it sums: the refresh bucket',
  model LowCardinality(String) COMMENT 'campaign_traffic: visits and conversions of humans by source, medium, campaign and channel',
  date Date COMMENT 'Day on which the events occurred, in the time zone of written_days',
  type LowCardinality(String) COMMENT 'visit or conversion',
  utm_source LowCardinality(String) COMMENT 'Visit: of the visited link. Conversion: of the session''s first touch',
  utm_medium LowCardinality(String),
  utm_campaign LowCardinality(String),
  channel LowCardinality(String),
  n UInt64 COMMENT 'Events',
  last_at DateTime('UTC') COMMENT 'Quarter-hour in which the last of them occurred',
  version UInt64,
  gone UInt8
)
ENGINE = ReplacingMergeTree(version, gone)
PARTITION BY toYYYYMM(day)
ORDER BY (model, utm_campaign, day, date, type, utm_source, utm_medium, channel)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, min_age_to_force_merge_seconds = 3600;

-- ===== Counts of sessions: by minute, quarter-hour and day =====

-- What sessions did. The order is that of the queries, by kind and session.
CREATE TABLE IF NOT EXISTS {db}.session_events (
  minute DateTime('UTC') COMMENT 'Minute inside the event id: the refresh bucket' CODEC(Delta, ZSTD(1)),
  kind LowCardinality(String) COMMENT 'visit, conversion, exposure (first or later assignment to a variant) test_conversion (the conversion of an A/B event) or engagement',
  session_minute DateTime('UTC') COMMENT 'Minute inside the session id' CODEC(Delta, ZSTD(1)),
  session String,
  at DateTime64(3, 'UTC') COMMENT 'When it occurred' CODEC(Delta, ZSTD(1)),
  bot UInt8 COMMENT '0 people, 1 bots, 2 internal, 3 suspicious',
  page LowCardinality(String) COMMENT 'visit, conversion',
  device LowCardinality(String) COMMENT 'visit, conversion',
  browser LowCardinality(String) COMMENT 'visit, conversion',
  utm_source LowCardinality(String) COMMENT 'Visit: of the visited link. Conversion: of the session''s first touch',
  utm_medium LowCardinality(String),
  utm_campaign LowCardinality(String),
  channel LowCardinality(String) COMMENT 'As the source',
  referring_site LowCardinality(String) COMMENT 'As the source',
  conversion_type LowCardinality(String) COMMENT 'conversion, test_conversion',
  test_name LowCardinality(String) COMMENT 'exposure, test_conversion',
  variant LowCardinality(String) COMMENT 'exposure, test_conversion',
  visit UInt64 COMMENT 'engagement: hash of the visit''s id',
  visible UInt32 COMMENT 'engagement: ms on the screen so far, as all figures of the visit up to this event',
  scroll UInt8 COMMENT 'engagement: percentage of the page''s height',
  lcp UInt8 COMMENT 'engagement: Largest Contentful Paint as 1 + round(16 * log2(1 + ms)); 0 if not measured',
  inp UInt8 COMMENT 'engagement: Interaction to Next Paint, likewise',
  cls UInt8 COMMENT 'engagement: Cumulative Layout Shift in thousandths, likewise',
  n UInt64 COMMENT 'Events with the same values in all these columns',
  version UInt64,
  gone UInt8,
  INDEX minute minute TYPE minmax GRANULARITY 1,
  INDEX at at TYPE minmax GRANULARITY 1
)
ENGINE = ReplacingMergeTree(version, gone)
PARTITION BY toYYYYMM(minute)
ORDER BY (kind, session_minute, session, minute, at, bot, page, device, browser, utm_source, utm_medium, utm_campaign, channel, referring_site, conversion_type, test_name, variant, visit, visible, scroll, lcp, inp, cls)
SETTINGS default_compression_codec = 'ZSTD(1)', min_age_to_force_merge_seconds = 3600,
  cleanup_delay_period = 2, cleanup_delay_period_random_add = 2, max_cleanup_delay_period = 5;

CREATE TABLE IF NOT EXISTS {db}.session_minutes (
  session_minute DateTime('UTC') COMMENT 'Minute inside the session id: the refresh bucket',
  model LowCardinality(String) COMMENT 'visitor, landing, participant, variant_visit, segment, stay, page_speed or variant_quality',
  at DateTime('UTC') COMMENT 'Minute of the counted visit, exposure or other event',
  type LowCardinality(String),
  page LowCardinality(String),
  device LowCardinality(String),
  browser LowCardinality(String),
  utm_source LowCardinality(String),
  utm_campaign LowCardinality(String),
  channel LowCardinality(String),
  referring_site LowCardinality(String),
  test_name LowCardinality(String),
  variant LowCardinality(String),
  saw_both UInt8,
  converted UInt8,
  value UInt8,
  n UInt64,
  version UInt64,
  gone UInt8
)
ENGINE = ReplacingMergeTree(version, gone)
ORDER BY (session_minute, model, at, type, page, device, browser, utm_source, utm_campaign, channel, referring_site, test_name, variant, saw_both, converted, value)
SETTINGS default_compression_codec = 'ZSTD(1)',
  cleanup_delay_period = 2, cleanup_delay_period_random_add = 2, max_cleanup_delay_period = 5;

CREATE TABLE IF NOT EXISTS {db}.session_sums (
  session_quarter_hour DateTime('UTC') COMMENT 'Quarter-hour of the session minutes that it sums: the refresh bucket',
  model LowCardinality(String) COMMENT 'visitor: sessions of humans by campaign, each once for a campaign. landing: sessions, visits and conversions by the page that the session began on. device, browser: the same by each of these. participant: sessions by the variant that they were first assigned to. segment: of these, those that saw only one variant, by their first touch. variant_visit: visits by the landing page that the session was first assigned to. campaign_landing, campaign_variant_visit: these by campaign, channel and referring site as well. campaign_device: by device, browser and these. stay: sessions with engagement events by first touch. page_speed: engagement of visits by page. variant_quality: engagement of participants by variant. Those named suspicious_ are the same of sessions that look made, which no other counts',
  at DateTime('UTC') COMMENT 'Quarter-hour in which it occurred; visitor: of the first visit by the campaign. participant, segment: of the first exposure. landing, device, browser: of the first event of a session, and of each visit and conversion',
  type LowCardinality(String) COMMENT 'landing, device, browser: session, visit, conversion, and of sessions with engagement events bounce or engaged. page_speed, variant_quality: lcp, inp, cls, scroll, visible_ms, bounce or engaged',
  page LowCardinality(String) COMMENT 'landing: first page of the session; empty after retention removed it',
  device LowCardinality(String) COMMENT 'device: mobile, tablet, desktop, other or unknown: of the session''s first page',
  browser LowCardinality(String) COMMENT 'browser: family of the browser, of the session''s first page',
  utm_source LowCardinality(String) COMMENT 'Session: of its first page. Visit: of the visited link. Conversion, segment: of the session''s first touch',
  utm_campaign LowCardinality(String) COMMENT 'As the source; visitor, segment and the models named campaign_',
  channel LowCardinality(String) COMMENT 'As the source; segment and the models named campaign_',
  referring_site LowCardinality(String) COMMENT 'As the source; the models named campaign_',
  test_name LowCardinality(String) COMMENT 'participant, segment',
  variant LowCardinality(String) COMMENT 'participant, segment, variant_visit',
  saw_both UInt8 COMMENT 'participant: 1 for sessions that were assigned to more than one variant: excluded from results',
  converted UInt8 COMMENT 'participant, segment: a bit for each conversion type that the session had at or after its first exposure. stay: 0 for a bounce',
  value UInt8 COMMENT 'page_speed, variant_quality: step of the histogram, as in session_events; of scroll the percentage',
  n UInt64 COMMENT 'Sessions, visits or conversions of humans; page_speed: visits, of visible_ms the ms',
  version UInt64,
  gone UInt8,
  INDEX at at TYPE minmax GRANULARITY 1
)
ENGINE = ReplacingMergeTree(version, gone)
PARTITION BY toMonth(session_quarter_hour)
ORDER BY (model, session_quarter_hour, at, type, page, device, browser, utm_source, utm_campaign, channel, referring_site, test_name, variant, saw_both, converted, value)
SETTINGS min_age_to_force_merge_seconds = 3600,
  cleanup_delay_period = 2, cleanup_delay_period_random_add = 2, max_cleanup_delay_period = 5;

CREATE TABLE IF NOT EXISTS {db}.session_days (
  session_day DateTime('UTC') COMMENT 'Day (UTC) of the quarter-hours that it sums: the refresh bucket',
  model LowCardinality(String) COMMENT 'visitor, segment and stay, as in session_sums',
  date Date COMMENT 'Day of the first visit by the campaign, or of the first exposure, as in event_days',
  utm_source LowCardinality(String) COMMENT 'segment: of the session''s first touch',
  utm_campaign LowCardinality(String) COMMENT 'visitor: of the visited link. segment: as the source',
  channel LowCardinality(String) COMMENT 'segment: as the source',
  test_name LowCardinality(String) COMMENT 'segment',
  variant LowCardinality(String) COMMENT 'segment',
  converted UInt8 COMMENT 'segment: a bit for each conversion type that the session had at or after its first exposure. stay: 0 for a bounce',
  n UInt64 COMMENT 'Sessions of humans',
  version UInt64,
  gone UInt8
)
ENGINE = ReplacingMergeTree(version, gone)
PARTITION BY toMonth(session_day)
ORDER BY (model, utm_campaign, session_day, date, test_name, utm_source, channel, variant, converted)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, min_age_to_force_merge_seconds = 3600;

-- Up to which day the tables of days are written: one row.
CREATE TABLE IF NOT EXISTS {db}.written_days (
  first DateTime('UTC') COMMENT 'Days (UTC) from here',
  until DateTime('UTC') COMMENT 'and before here are written; other days are read from quarter-hours',
  zone LowCardinality(String) COMMENT 'The time zone that date is in',
  written_at DateTime64(6, 'UTC') DEFAULT now64(6)
)
ENGINE = ReplacingMergeTree(written_at)
ORDER BY tuple()
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;

-- ===== Records: each event holds a record's whole state and a version =====

-- All events of a record carry the record's minute in their ids, so a refresh of that minute sees all of them.
-- No contact data: lead is a random number that only the lead's row in PostgreSQL knows.
CREATE TABLE IF NOT EXISTS {db}.leads (
  minute DateTime('UTC') COMMENT 'Minute in which the lead was recorded: the refresh bucket',
  lead UUID,
  session String,
  session_minute DateTime('UTC'),
  recorded_at DateTime64(3, 'UTC') COMMENT 'When the form was sent',
  changed_at DateTime64(3, 'UTC') COMMENT 'When it reached its present state',
  form LowCardinality(String),
  status LowCardinality(String),
  spam UInt8,
  deleted UInt8 COMMENT '1 for a lead that staff deleted: in no list and no count',
  trial UInt8 COMMENT '1 if the person has sent the trial form',
  onboarding UInt8 COMMENT '1 if the person has sent the onboarding form',
  utm_source LowCardinality(String) COMMENT 'First touch, as the form sent it',
  utm_medium LowCardinality(String),
  utm_campaign LowCardinality(String),
  variant LowCardinality(String),
  qualified_at DateTime64(3, 'UTC') COMMENT 'When it was first qualified; 1970 for never',
  recorded UInt64 COMMENT 'Events lead_recorded, for the accounting',
  changed UInt64 COMMENT 'Events lead_changed, for the accounting',
  version UInt64,
  gone UInt8
)
ENGINE = ReplacingMergeTree(version, gone)
PARTITION BY toYYYYMM(minute)
ORDER BY (minute, lead);

CREATE TABLE IF NOT EXISTS {db}.campaign_settings (
  minute DateTime('UTC'),
  campaign UUID,
  name String,
  platform LowCardinality(String),
  date String COMMENT 'The day that staff entered',
  utm_source LowCardinality(String),
  utm_medium LowCardinality(String),
  utm_campaign LowCardinality(String),
  utm_content String,
  utm_term String,
  active UInt8,
  created_at DateTime64(3, 'UTC'),
  archived_at DateTime64(3, 'UTC') COMMENT '1970 if it is not archived',
  changed_at DateTime64(3, 'UTC'),
  told UInt64 COMMENT 'Events campaign_changed, for the accounting',
  version UInt64,
  gone UInt8
)
ENGINE = ReplacingMergeTree(version, gone)
ORDER BY (minute, campaign);

-- The time inside the ids of a cost's events is the start of its day in UTC, so all events of one day are in one bucket.
CREATE TABLE IF NOT EXISTS {db}.spend (
  minute DateTime('UTC'),
  spend UUID,
  day Date32 COMMENT 'Day of the report time zone',
  utm_campaign LowCardinality(String),
  utm_source LowCardinality(String) COMMENT 'Which of the campaigns with this value; empty as in PostgreSQL',
  utm_medium LowCardinality(String),
  platform LowCardinality(String) COMMENT 'Whose report named the cost; empty if staff typed it in',
  account String COMMENT 'The advertiser''s account at the platform, if the report names it',
  known UInt8 COMMENT '0 if staff removed the cost',
  cost Decimal(18, 2),
  clicks Nullable(UInt64) COMMENT 'As the advertising platform counts them; NULL if unknown',
  currency LowCardinality(String),
  changed_at DateTime64(3, 'UTC'),
  told UInt64 COMMENT 'Events spend_recorded, for the accounting',
  version UInt64,
  gone UInt8
)
ENGINE = ReplacingMergeTree(version, gone)
PARTITION BY toYYYYMM(minute)
ORDER BY (minute, spend);

-- One row for each step that staff took with an A/B test. The time inside the id of its event is that of the step.
CREATE TABLE IF NOT EXISTS {db}.experiment_changes (
  minute DateTime('UTC'),
  change UUID,
  experiment LowCardinality(String),
  number UInt32 COMMENT 'Counts the steps of the experiment; may repeat after a restore of an older backup',
  step LowCardinality(String),
  state LowCardinality(String) COMMENT 'After the step, like the following columns',
  run String COMMENT 'The present or last run; empty before the first',
  variants Array(String) COMMENT 'The control first',
  shares Array(Float64) COMMENT 'Percentages of new visitors, in the order of the variants',
  winner String COMMENT 'Empty before the end, and if no variant won',
  goal LowCardinality(String) COMMENT 'What counts as converted in the run',
  goal_types Array(String) COMMENT 'Of the goal any: the conversion types that count; empty for all',
  planned_visitors UInt64 COMMENT 'Of the run; 0 before the first',
  at DateTime64(3, 'UTC'),
  event_version UInt64 COMMENT 'The highest of an experiment is its present state',
  told UInt64 COMMENT 'Events experiment_changed, for the accounting',
  version UInt64,
  gone UInt8
)
ENGINE = ReplacingMergeTree(version, gone)
ORDER BY (minute, change);
