-- Everything that version 1.0.0 stores in PostgreSQL. Later versions add files, and never change this one.
-- All times are UTC. A consumer group is one generation of read models, see read_models.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- ===== Log of the embedded profile =====

-- An append advances its partition's counter and writes the entries in one transaction. The counter's row stays locked until
-- the commit, so offsets have no gaps and become visible in order.
-- The low fillfactor leaves room in each page: an update stays in its page and leaves no index entry behind.
CREATE TABLE log_partitions (
  partition integer PRIMARY KEY,
  next_offset bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 10);

-- A key belongs to a partition by its hash and the number of these rows: never add or remove one.
INSERT INTO log_partitions (partition) SELECT generate_series(0, 3);

-- One row per group commit, compressed. An order of magnitude smaller than one row per entry.
CREATE TABLE log_batches (
  partition integer NOT NULL,
  -- The entries of a batch have consecutive offsets.
  first_offset bigint NOT NULL,
  entries integer NOT NULL CHECK (entries > 0),
  -- Characters of the keys and values.
  size integer NOT NULL,
  -- Unix time in ms: the earliest time inside those session ids of the batch that retention has not redacted.
  oldest_session bigint,
  appended_at timestamptz NOT NULL DEFAULT now(),
  -- Already compressed: PostgreSQL does not try again.
  packed bytea STORAGE EXTERNAL NOT NULL,
  PRIMARY KEY (partition, first_offset)
) WITH (toast_tuple_target = 8160, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);

CREATE TABLE log_consumers (
  consumer_group text NOT NULL,
  partition integer NOT NULL,
  next_offset bigint NOT NULL,
  -- The highest next_offset that the group ever had. While next_offset is below it, the group is counting again.
  reached bigint,
  PRIMARY KEY (consumer_group, partition)
) WITH (fillfactor = 10);

-- ===== Projector =====

-- The generations of ClickHouse read models, which a rebuild makes.
-- building: reads the log from its first entry, or from where events_of was. ready: has caught up, and its parity report is written. serving: answers queries.
-- kept: served before and is still fed, so that a rollback is one row. retired: no longer fed, its tables are dropped.
CREATE TABLE read_models (
  generation integer PRIMARY KEY,
  state text NOT NULL CHECK (state IN ('building', 'ready', 'serving', 'kept', 'retired')),
  created_at timestamptz NOT NULL DEFAULT now(),
  -- It began with the events that this generation stored; NULL: with the first entry of the log.
  events_of integer,
  report jsonb,
  reported_at timestamptz
);
CREATE UNIQUE INDEX read_models_serving ON read_models (state) WHERE state = 'serving';
INSERT INTO read_models (generation, state) VALUES (1, 'serving');

-- One leader for each generation; `projector/lease.ts`. epoch: the fencing token, which every takeover increments.
CREATE TABLE projector_leases (
  consumer_group text PRIMARY KEY,
  holder text NOT NULL,
  epoch bigint NOT NULL,
  expires_at timestamptz NOT NULL
) WITH (fillfactor = 10);

-- A batch moves its checkpoint and event_counts in one transaction.
CREATE TABLE checkpoints (
  consumer_group text NOT NULL,
  partition integer NOT NULL,
  next_offset bigint NOT NULL,
  -- Counted entries before next_offset. Fewer than next_offset if entries were skipped.
  entries bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (consumer_group, partition)
) WITH (fillfactor = 10);

-- accepted: events in the entries. projected: events that became rows.
-- duplicates: projected events whose id was there before. conflicts: duplicates with other content.
CREATE TABLE event_counts (
  consumer_group text NOT NULL,
  partition integer NOT NULL,
  type text NOT NULL,
  accepted bigint NOT NULL DEFAULT 0,
  projected bigint NOT NULL DEFAULT 0,
  duplicates bigint NOT NULL DEFAULT 0,
  conflicts bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (consumer_group, partition, type)
) WITH (fillfactor = 10);

-- Entries that the projector could not read. A replay never deletes one: it sets replay_requested_at, and the projector tries again.
CREATE TABLE dead_letters (
  consumer_group text NOT NULL,
  partition integer NOT NULL,
  "offset" bigint NOT NULL,
  -- Bytes, because PostgreSQL's text cannot hold every entry.
  key bytea NOT NULL,
  value bytea NOT NULL,
  reason text NOT NULL,
  detail text NOT NULL,
  error_class text NOT NULL DEFAULT 'permanent' CHECK (error_class IN ('permanent', 'unknown')),
  attempts integer NOT NULL DEFAULT 1,
  code_version text NOT NULL DEFAULT '',
  -- Events by type that the entry seems to hold.
  types jsonb NOT NULL DEFAULT '{}',
  appended_at timestamptz NOT NULL,
  first_seen_at timestamptz NOT NULL DEFAULT now(),
  replay_requested_at timestamptz,
  replayed_at timestamptz,
  PRIMARY KEY (consumer_group, partition, "offset")
);
CREATE INDEX dead_letters_to_replay ON dead_letters (consumer_group) WHERE replay_requested_at IS NOT NULL;

-- The answer that the API gives.
CREATE TABLE accounting (
  consumer_group text PRIMARY KEY,
  balance jsonb NOT NULL
) WITH (fillfactor = 10);

-- The last comparison of the log's ids with the read models' ids. Each comparison replaces the row.
CREATE TABLE reconciliations (
  consumer_group text PRIMARY KEY,
  checked_at timestamptz NOT NULL,
  -- When the last days were compared, and not the last hours alone.
  whole_at timestamptz NOT NULL,
  hours integer NOT NULL,
  -- [{hour, type, difference}]: log minus store, only hours that differ.
  differences jsonb NOT NULL,
  repaired_buckets integer NOT NULL
);

-- When the sender of the newest test event saw it in the read models and deleted it: sent_at is the time of sending.
CREATE TABLE canary (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  sent_at timestamptz NOT NULL
);

-- ===== Privacy =====

-- Keeps erased people erased through rebuilds, replays and restored backups. No row names a person.
CREATE TABLE erasures (
  id uuid PRIMARY KEY,
  erased_at timestamptz NOT NULL,
  receipt jsonb NOT NULL
);

-- The projector recognises an erased session by its SHA-256 and reads the alias instead, even if the log still holds the session.
CREATE TABLE erased_sessions (
  seq bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  session_hash text PRIMARY KEY,
  alias text NOT NULL,
  erasure_id uuid NOT NULL REFERENCES erasures
);

-- The group's read models hold no erased session up to this seq.
CREATE TABLE erasures_applied (
  consumer_group text PRIMARY KEY,
  seq bigint NOT NULL
);

-- The group's read models hold only counts of visits before this time.
CREATE TABLE details_removed (
  consumer_group text PRIMARY KEY,
  until timestamptz NOT NULL
);

-- Every login, refused login, change by staff, export and erasure. No contact data, secrets or whole addresses.
CREATE TABLE audit_log (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL,
  actor text NOT NULL,
  action text NOT NULL,
  detail jsonb NOT NULL,
  network text NOT NULL
);
CREATE INDEX audit_log_at ON audit_log (at);

-- Rows are immutable. Only retention deletes them.
CREATE FUNCTION keep_audit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND OLD.at < now() - interval '7 days' THEN RETURN OLD; END IF;
  RAISE EXCEPTION 'The audit log is only added to';
END $$;
CREATE TRIGGER audit_log_kept BEFORE UPDATE OR DELETE ON audit_log FOR EACH ROW EXECUTE FUNCTION keep_audit();

-- ===== Staff and settings =====

CREATE TABLE staff_accounts (
  id uuid PRIMARY KEY,
  username text NOT NULL,
  password_hash text NOT NULL,
  role text NOT NULL CHECK (role IN ('viewer', 'staff', 'owner')),
  disabled_at timestamptz,
  last_login_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- The password was printed by the product. It works once: to choose another.
  must_change_password boolean NOT NULL DEFAULT false,
  -- The hash of the STAFF_PASSWORD that this account last took. A start with the same one changes nothing.
  given_password_hash text
);
CREATE UNIQUE INDEX staff_accounts_username ON staff_accounts (lower(username));

CREATE FUNCTION keep_an_owner() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Two owners who lower each other at the same time wait here for each other.
  PERFORM pg_advisory_xact_lock(hashtext('firsttouch owners'));
  IF NOT EXISTS (SELECT FROM staff_accounts WHERE role = 'owner' AND disabled_at IS NULL) THEN
    RAISE EXCEPTION 'The last owner cannot be lowered, disabled or removed'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'staff_accounts_last_owner';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER staff_accounts_last_owner AFTER UPDATE OF role, disabled_at OR DELETE ON staff_accounts
  FOR EACH ROW WHEN (OLD.role = 'owner' AND OLD.disabled_at IS NULL) EXECUTE FUNCTION keep_an_owner();

-- token_hash is the SHA-256 of the link's token. A link works once, before it expires, while its creator is an enabled owner.
CREATE TABLE staff_invitations (
  token_hash bytea PRIMARY KEY,
  username text NOT NULL,
  role text NOT NULL CHECK (role IN ('viewer', 'staff', 'owner')),
  created_by uuid NOT NULL REFERENCES staff_accounts ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);

-- token_hash is the SHA-256 of a program's read token. The token works while its creator is an enabled owner.
CREATE TABLE read_tokens (
  id uuid PRIMARY KEY,
  token_hash bytea NOT NULL UNIQUE,
  name text NOT NULL,
  scope text NOT NULL CHECK (scope IN ('figures', 'figures_and_leads')),
  created_by uuid NOT NULL REFERENCES staff_accounts ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz,
  -- Rate limit: calls since the start of the minute.
  minute timestamptz,
  calls integer NOT NULL DEFAULT 0,
  contacts_read integer NOT NULL DEFAULT 0
);

-- token_hash is the SHA-256 of the cookie: a reader of this table cannot sign in with it.
CREATE TABLE staff_sessions (
  token_hash bytea PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES staff_accounts ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  seen_at timestamptz NOT NULL,
  -- Last re-authentication. Dangerous calls require a recent one.
  confirmed_at timestamptz,
  -- Contacts sent to the session. The audit log gets a line for each thousand.
  contacts_read integer NOT NULL DEFAULT 0,
  -- Names the session to its owner, as its hash does inside the server.
  id uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
  -- Where the login came from: "Chrome on Windows", and the network without the last part of the address.
  browser text NOT NULL DEFAULT '',
  network text NOT NULL DEFAULT ''
);
CREATE INDEX staff_sessions_account ON staff_sessions (account_id);

-- A browser that has signed in before has a separate count of wrong passwords, so that strangers cannot lock it out.
CREATE TABLE staff_devices (
  token_hash bytea PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES staff_accounts ON DELETE CASCADE,
  seen_at timestamptz NOT NULL
);

-- An authenticator app.
CREATE TABLE staff_totp (
  account_id uuid PRIMARY KEY REFERENCES staff_accounts ON DELETE CASCADE,
  -- Base32. The server computes codes from it, so it cannot be a hash.
  secret text NOT NULL,
  -- Null until a first code proves that the app has the secret.
  confirmed_at timestamptz,
  -- The 30-second step of the last accepted code. A code of this or an earlier step is refused.
  last_step bigint NOT NULL DEFAULT 0
);

-- SHA-256 of unused recovery codes, which are random enough (118 bits) to need no slow hash.
CREATE TABLE staff_recovery_codes (
  account_id uuid NOT NULL REFERENCES staff_accounts ON DELETE CASCADE,
  code_hash bytea NOT NULL,
  PRIMARY KEY (account_id, code_hash)
);

CREATE TABLE staff_passkeys (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES staff_accounts ON DELETE CASCADE,
  -- As WebAuthn names and encodes them; the key is COSE.
  credential_id text NOT NULL UNIQUE,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  -- The browser that made it.
  name text NOT NULL,
  created_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX staff_passkeys_account ON staff_passkeys (account_id);

-- Of signed form times and WebAuthn challenges. Each works once.
CREATE TABLE used_nonces (
  nonce text PRIMARY KEY,
  used_at timestamptz NOT NULL
);

CREATE TABLE login_failures (
  subject text PRIMARY KEY,
  failures integer NOT NULL,
  last_at timestamptz NOT NULL,
  blocked_until timestamptz NOT NULL
);

-- Single sign-on. A subject is unique within its issuer and never reassigned; e-mail addresses are.
CREATE TABLE staff_identities (
  issuer text NOT NULL,
  subject text NOT NULL,
  account_id uuid NOT NULL REFERENCES staff_accounts ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (issuer, subject)
);

CREATE TABLE settings (
  name text PRIMARY KEY,
  value text NOT NULL,
  updated_at timestamptz NOT NULL
);

-- When npm run backup last finished.
CREATE TABLE backups (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  made_at timestamptz NOT NULL
);

-- ===== Public forms =====

-- Idempotency keys: a repeated key gets the first answer. No contact data.
CREATE TABLE form_submissions (
  form text NOT NULL,
  key text NOT NULL,
  record_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (form, key)
);
CREATE INDEX form_submissions_age ON form_submissions (created_at);

-- Rate limit. The subject is a keyed hash of the sender's network, never an address.
CREATE TABLE form_attempts (
  subject text NOT NULL,
  period text NOT NULL,
  starts_at timestamptz NOT NULL,
  attempts integer NOT NULL,
  PRIMARY KEY (subject, period, starts_at)
);

-- Entries for the log, written in the transaction of their record. A relay appends them. A row is an entry, or a reference that the relay
-- replaces by entries. sender: the leads of the person who sent the lead or the submission are compared. spend: record_id is the
-- campaign value.
CREATE TABLE outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  key text,
  value text,
  record text CHECK (record IN ('sender', 'lead', 'campaign', 'spend', 'experiment')),
  record_id text,
  created_at timestamptz NOT NULL,
  sent_at timestamptz,
  CONSTRAINT outbox_entry_or_reference CHECK (
    (num_nulls(key, value) = 0 AND num_nonnulls(record, record_id) = 0)
    OR (num_nulls(record, record_id) = 0 AND num_nonnulls(key, value) = 0))
);
CREATE INDEX outbox_next ON outbox (starts_with(key, 'spend_'), id) WHERE sent_at IS NULL AND record IS NULL;
CREATE INDEX outbox_unsent ON outbox (id) WHERE sent_at IS NULL;
CREATE INDEX outbox_sent ON outbox (sent_at) WHERE sent_at IS NOT NULL;

-- ===== Inboxes: leads and onboarding =====

-- One soft delete by staff. Its id restores the records, which stay in their tables.
CREATE TABLE deletions (
  id uuid PRIMARY KEY,
  inbox text NOT NULL CHECK (inbox IN ('leads', 'onboarding')),
  deleted_by text NOT NULL,
  deleted_at timestamptz NOT NULL,
  restored_at timestamptz
);

-- A lead with a deleted_at is in no list, count or export.
CREATE TABLE leads (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  email text NOT NULL,
  phone text NOT NULL,
  business text NOT NULL,
  message text NOT NULL,
  status text NOT NULL DEFAULT 'new' CHECK (status IN ('new', 'contacted', 'qualified', 'closed')),
  source text NOT NULL,
  session_id text NOT NULL,
  -- The visitor's first touch, as the browser sent it with the form.
  first_touch jsonb NOT NULL,
  campaign text GENERATED ALWAYS AS (coalesce(first_touch ->> 'utm_campaign', '')) STORED,
  -- The variant that the browser showed, if it sent one.
  variant text NOT NULL DEFAULT '',
  -- Empty for a lead that is no spam.
  spam_reason text NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- For optimistic locking: each change adds one.
  version integer NOT NULL DEFAULT 1,
  deleted_at timestamptz,
  deletion_id uuid REFERENCES deletions,
  -- The API writes the normal forms with the record. SQL has no second definition of them.
  -- email_key: one text for all spellings of an address. phone_key: E.164 without "+", empty if it is no number.
  email_key text NOT NULL DEFAULT '',
  phone_key text DEFAULT '',
  phone_extension text NOT NULL DEFAULT '',
  -- Folded text.
  search text DEFAULT '',
  -- Version of the rules and the country. The API refills rows that have another.
  normalised_by text NOT NULL DEFAULT '',
  owner_id uuid REFERENCES staff_accounts,
  follow_up date,
  -- Order in which leads are due: a new one at once, any other on its day, then those without a day, then closed ones.
  next_step_at timestamptz GENERATED ALWAYS AS (
    CASE WHEN status = 'closed' THEN timestamp '9999-01-01' AT TIME ZONE 'UTC'
      ELSE coalesce(
        follow_up::timestamp AT TIME ZONE 'UTC',
        CASE WHEN status = 'new' THEN created_at ELSE timestamp '9998-01-01' AT TIME ZONE 'UTC' END)
    END) STORED,
  -- When the lead was first qualified. A lead that is closed afterwards still counts as qualified.
  qualified_at timestamptz,
  -- When the lead first left new. Later changes do not move it.
  first_reply_at timestamptz,
  -- The answer that the form's page promised.
  reply_due_at timestamptz,
  -- Sorts the longest-waiting lead first and all answered ones last.
  waiting_since timestamptz GENERATED ALWAYS AS (
    CASE WHEN status = 'new' THEN created_at ELSE timestamp '9999-01-01' AT TIME ZONE 'UTC' END) STORED,
  -- Stands for the lead in its events. It is random: without this row it identifies nobody.
  event_key uuid NOT NULL DEFAULT gen_random_uuid(),
  -- Of its newest event, in microseconds since 1970. 0: the log has no event of it.
  event_version bigint NOT NULL DEFAULT 0,
  -- What the lead's newest event says about its sender's trial and onboarding. Null: unknown.
  told_trial boolean,
  told_onboarding boolean,
  CONSTRAINT leads_whole_deletion CHECK (num_nulls(deleted_at, deletion_id) IN (0, 2))
);

CREATE INDEX leads_newest ON leads (created_at DESC, id DESC);
CREATE INDEX leads_session ON leads (session_id);
CREATE INDEX leads_email_key ON leads (email_key) WHERE email_key <> '';
CREATE INDEX leads_phone ON leads (phone_key) WHERE phone_key <> '';
CREATE INDEX leads_search ON leads USING gin (search gin_trgm_ops);
CREATE INDEX leads_normalised_by ON leads (normalised_by);
CREATE INDEX leads_deletion ON leads (deletion_id) WHERE deletion_id IS NOT NULL;
-- Lists and counts of the inbox, as index-only scans where possible.
CREATE INDEX leads_inbox ON leads (created_at DESC, id DESC) INCLUDE (status)
  WHERE deleted_at IS NULL AND spam_reason = '';
CREATE INDEX leads_spam ON leads (created_at DESC, id DESC) WHERE deleted_at IS NULL AND spam_reason <> '';
CREATE INDEX leads_by_status ON leads (status, created_at DESC, id DESC) WHERE deleted_at IS NULL AND spam_reason = '';
CREATE INDEX leads_updated ON leads (updated_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX leads_by_name ON leads (lower(name), id) WHERE deleted_at IS NULL;
CREATE INDEX leads_by_source ON leads (source, created_at DESC, id DESC) INCLUDE (status) WHERE deleted_at IS NULL;
CREATE INDEX leads_by_variant ON leads (variant, created_at DESC, id DESC) INCLUDE (status) WHERE deleted_at IS NULL;
CREATE INDEX leads_by_owner ON leads (owner_id, created_at DESC, id DESC) INCLUDE (status) WHERE deleted_at IS NULL;
CREATE INDEX leads_by_campaign ON leads ((first_touch ->> 'utm_campaign'), created_at DESC, id DESC)
  WHERE deleted_at IS NULL;
CREATE INDEX leads_by_utm_source ON leads ((first_touch ->> 'utm_source'), created_at DESC, id DESC)
  WHERE deleted_at IS NULL;
CREATE INDEX leads_next_step ON leads (next_step_at, id) WHERE deleted_at IS NULL;
CREATE INDEX leads_follow_up ON leads (follow_up) WHERE deleted_at IS NULL AND status <> 'closed';
CREATE INDEX leads_waiting ON leads (waiting_since, id) WHERE deleted_at IS NULL;
CREATE INDEX leads_late ON leads (reply_due_at) WHERE deleted_at IS NULL AND status = 'new';
CREATE INDEX leads_answered ON leads (created_at) INCLUDE (first_reply_at, owner_id)
  WHERE deleted_at IS NULL AND spam_reason = '' AND first_reply_at IS NOT NULL;
-- Counts of campaigns, as an index-only scan.
CREATE INDEX leads_counted ON leads (campaign, created_at)
  INCLUDE (status, qualified_at, told_trial, told_onboarding) WHERE deleted_at IS NULL AND spam_reason = '';

CREATE FUNCTION note_status() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status = 'qualified' THEN
    NEW.qualified_at := coalesce(NEW.qualified_at, CASE WHEN TG_OP = 'INSERT' THEN NEW.created_at ELSE NEW.updated_at END);
  END IF;
  IF TG_OP = 'UPDATE' AND OLD.status = 'new' AND NEW.status <> 'new' THEN
    NEW.first_reply_at := coalesce(OLD.first_reply_at, NEW.updated_at);
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER leads_status BEFORE INSERT OR UPDATE OF status ON leads FOR EACH ROW EXECUTE FUNCTION note_status();

-- The whole trial form. Its lead shows it in the inbox, and deleting the lead deletes it.
CREATE TABLE trial_signups (
  lead_id uuid PRIMARY KEY REFERENCES leads ON DELETE CASCADE,
  name text NOT NULL,
  email text NOT NULL,
  phone text NOT NULL,
  business_name text NOT NULL,
  website text NOT NULL,
  primary_keyword text NOT NULL,
  target_area text NOT NULL,
  current_ads_account text NOT NULL CHECK (current_ads_account IN ('yes', 'no')),
  additional_info text NOT NULL,
  source text NOT NULL,
  trial_type text NOT NULL,
  created_at timestamptz NOT NULL
);

-- Columns that leads have too mean the same here.
CREATE TABLE onboarding_submissions (
  id uuid PRIMARY KEY,
  full_name text NOT NULL,
  business_name text NOT NULL,
  mobile_number text NOT NULL,
  website_address text NOT NULL,
  email_address text NOT NULL,
  has_google_ads boolean NOT NULL,
  primary_keyword text NOT NULL,
  target_area text NOT NULL,
  notes text NOT NULL,
  session_id text NOT NULL,
  first_touch jsonb NOT NULL,
  spam_reason text NOT NULL,
  created_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  deleted_at timestamptz,
  deletion_id uuid REFERENCES deletions,
  email_key text NOT NULL DEFAULT '',
  phone_key text DEFAULT '',
  phone_extension text NOT NULL DEFAULT '',
  search text DEFAULT '',
  normalised_by text NOT NULL DEFAULT '',
  CONSTRAINT onboarding_whole_deletion CHECK (num_nulls(deleted_at, deletion_id) IN (0, 2))
);

CREATE INDEX onboarding_submissions_newest ON onboarding_submissions (created_at DESC, id DESC);
CREATE INDEX onboarding_submissions_session ON onboarding_submissions (session_id);
CREATE INDEX onboarding_inbox ON onboarding_submissions (created_at DESC, id DESC)
  WHERE deleted_at IS NULL AND spam_reason = '';
CREATE INDEX onboarding_by_account ON onboarding_submissions (has_google_ads, created_at DESC, id DESC)
  WHERE deleted_at IS NULL AND spam_reason = '';
CREATE INDEX onboarding_by_name ON onboarding_submissions (lower(full_name), id) WHERE deleted_at IS NULL;
CREATE INDEX onboarding_email_key ON onboarding_submissions (email_key) WHERE email_key <> '';
CREATE INDEX onboarding_phone ON onboarding_submissions (phone_key) WHERE phone_key <> '';
CREATE INDEX onboarding_search ON onboarding_submissions USING gin (search gin_trgm_ops);
CREATE INDEX onboarding_normalised_by ON onboarding_submissions (normalised_by);
CREATE INDEX onboarding_deletion ON onboarding_submissions (deletion_id) WHERE deletion_id IS NOT NULL;

-- Notes about a person. Deleting the record deletes them.
CREATE TABLE staff_notes (
  id uuid PRIMARY KEY,
  lead_id uuid REFERENCES leads ON DELETE CASCADE,
  submission_id uuid REFERENCES onboarding_submissions ON DELETE CASCADE,
  author text NOT NULL,
  body text NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT staff_notes_one_record CHECK (num_nonnulls(lead_id, submission_id) = 1)
);
CREATE INDEX staff_notes_lead ON staff_notes (lead_id, created_at);
CREATE INDEX staff_notes_submission ON staff_notes (submission_id, created_at);

-- One change of many leads by staff. Its id undoes it.
CREATE TABLE bulk_changes (
  id uuid PRIMARY KEY,
  changed_by text NOT NULL,
  changed_at timestamptz NOT NULL,
  undone_at timestamptz
);

-- Deleting the record deletes its history. before and after: user names for an owner, days for a follow-up, empty for none.
CREATE TABLE record_changes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  lead_id uuid REFERENCES leads ON DELETE CASCADE,
  submission_id uuid REFERENCES onboarding_submissions ON DELETE CASCADE,
  field text NOT NULL CHECK (field IN ('status', 'spam', 'owner', 'follow_up')),
  before text NOT NULL,
  after text NOT NULL,
  changed_by text NOT NULL,
  changed_at timestamptz NOT NULL,
  bulk_id uuid REFERENCES bulk_changes ON DELETE SET NULL,
  CONSTRAINT record_changes_one_record CHECK (num_nonnulls(lead_id, submission_id) = 1)
);
CREATE INDEX record_changes_lead ON record_changes (lead_id, id);
CREATE INDEX record_changes_submission ON record_changes (submission_id, id);
CREATE INDEX record_changes_bulk ON record_changes (bulk_id) WHERE bulk_id IS NOT NULL;

-- The click id of an advertising platform. Only that platform gets it, no event holds it, and it expires with its useful life.
CREATE TABLE click_ids (
  lead_id uuid REFERENCES leads ON DELETE CASCADE,
  submission_id uuid REFERENCES onboarding_submissions ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('gclid', 'gbraid', 'wbraid', 'msclkid', 'fbclid')),
  value text NOT NULL,
  clicked_at timestamptz NOT NULL,
  recorded_at timestamptz NOT NULL,
  CONSTRAINT click_ids_one_record CHECK (num_nonnulls(lead_id, submission_id) = 1),
  CONSTRAINT click_ids_of_lead UNIQUE (lead_id, kind),
  CONSTRAINT click_ids_of_submission UNIQUE (submission_id, kind)
);
CREATE INDEX click_ids_age ON click_ids (clicked_at);

-- An erased or expired lead still counts in past figures: its row moves here without contact data or session. A lead that staff
-- deleted, or that was spam, never counted and leaves no row. Columns as in counted_leads.
CREATE TABLE removed_leads (
  created_at timestamptz NOT NULL,
  campaign text NOT NULL,
  utm_source text NOT NULL,
  utm_medium text NOT NULL,
  variant text NOT NULL,
  status text NOT NULL,
  qualified boolean NOT NULL,
  signed_up boolean NOT NULL,
  trial boolean,
  onboarding boolean
);
CREATE INDEX removed_leads_counted ON removed_leads (campaign, created_at);

-- The leads of every figure: no spam, none that staff deleted. qualified: is qualified now, or was before it was closed.
-- signed_up: is itself a trial signup. trial, onboarding: the same person has sent that form.
CREATE VIEW counted_leads AS
SELECT id, created_at, campaign, coalesce(first_touch ->> 'utm_source', '') AS utm_source,
  coalesce(first_touch ->> 'utm_medium', '') AS utm_medium,
  coalesce(nullif(first_touch ->> 'utm_source', ''), 'direct') AS source, variant, status,
  qualified_at IS NOT NULL AND status IN ('qualified', 'closed') AS qualified,
  EXISTS (SELECT FROM trial_signups WHERE lead_id = leads.id) AS signed_up, told_trial AS trial, told_onboarding AS onboarding
FROM leads WHERE deleted_at IS NULL AND spam_reason = ''
UNION ALL
SELECT NULL, created_at, campaign, utm_source, utm_medium, coalesce(nullif(utm_source, ''), 'direct'), variant, status, qualified, signed_up,
  trial, onboarding FROM removed_leads;

-- A link's tags can hold an address or a telephone number. The log removes them too.
CREATE FUNCTION without_contact_data(tag text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN tag ~* '@|%40|([+(]|\m0)[0-9 ()./-]{8,}' THEN '[removed]' ELSE tag END
$$;

CREATE FUNCTION keep_counting_lead() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO removed_leads
  SELECT created_at, without_contact_data(campaign), without_contact_data(utm_source), without_contact_data(utm_medium),
    without_contact_data(variant), status, qualified, signed_up, trial, onboarding
  FROM counted_leads WHERE id = OLD.id;
  RETURN OLD;
END $$;
CREATE TRIGGER leads_kept_counting BEFORE DELETE ON leads FOR EACH ROW EXECUTE FUNCTION keep_counting_lead();

-- ===== Campaigns and conversions =====

-- Staff archive a campaign instead of deleting it, because its clicks go on.
CREATE TABLE campaigns (
  id uuid PRIMARY KEY,
  -- Of the short link, short enough for print: /go/17.
  number bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  name text NOT NULL,
  date date NOT NULL,
  platform text NOT NULL,
  utm_source text NOT NULL,
  utm_medium text NOT NULL,
  utm_campaign text NOT NULL,
  utm_content text NOT NULL,
  utm_term text NOT NULL,
  ad_asset_description text NOT NULL,
  notes text NOT NULL,
  is_active boolean NOT NULL DEFAULT true,
  generated_url text NOT NULL,
  created_at timestamptz NOT NULL,
  archived_at timestamptz,
  -- For optimistic locking: each change adds one.
  version integer NOT NULL DEFAULT 1,
  -- Of its newest event, in microseconds since 1970. 0: the log has no event of it.
  event_version bigint NOT NULL DEFAULT 0,
  CONSTRAINT campaigns_tag UNIQUE (utm_campaign, utm_source, utm_medium),
  CONSTRAINT campaigns_archived_inactive CHECK (archived_at IS NULL OR NOT is_active)
);

-- Conversions that advertising platforms may download, as staff set them.
CREATE TABLE conversion_rules (
  kind text PRIMARY KEY CHECK (kind IN ('qualified', 'closed', 'onboarding')),
  is_offered boolean NOT NULL,
  name text NOT NULL,
  -- In the installation's currency. Null: the value of the platform's conversion action.
  value numeric(11, 2) CHECK (value >= 0)
);
INSERT INTO conversion_rules (kind, is_offered, name) VALUES
  ('qualified', true, 'Qualified lead'), ('closed', true, 'Closed lead'), ('onboarding', false, 'Onboarding');

-- A platform can download only its own file with these. password_hash is a SHA-256.
CREATE TABLE conversion_credentials (
  id uuid PRIMARY KEY,
  platform text NOT NULL CHECK (platform IN ('google-ads', 'microsoft-advertising')),
  username text NOT NULL UNIQUE,
  password_hash bytea NOT NULL,
  created_by text NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz
);

-- ===== Spend =====

-- The cost of a campaign on a day of the report time zone, by the report that named it.
CREATE TABLE spend (
  utm_campaign text NOT NULL CHECK (utm_campaign <> ''),
  day date NOT NULL,
  -- Empty tags: no other campaign has this value, or the report does not say which one.
  utm_source text NOT NULL DEFAULT '',
  utm_medium text NOT NULL DEFAULT '',
  -- Empty: typed by staff.
  platform text NOT NULL DEFAULT '',
  -- The advertiser's account at the platform, if the report names it.
  account text NOT NULL DEFAULT '',
  -- Null: staff removed the cost. The row stays because its event_version must grow.
  cost numeric(14, 2) CHECK (cost >= 0),
  -- As the platform counts them. Null: unknown.
  clicks bigint CHECK (clicks >= 0),
  -- Costs in another currency than CURRENCY are stored and do not count.
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  origin text NOT NULL CHECK (origin IN ('typed', 'import')),
  changed_by text NOT NULL,
  changed_at timestamptz NOT NULL,
  event_version bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (utm_campaign, day, utm_source, utm_medium, platform, account),
  CONSTRAINT spend_nothing_without_cost CHECK (cost IS NOT NULL OR clicks IS NULL)
);
CREATE INDEX spend_by_day ON spend (day, utm_campaign) INCLUDE (cost, clicks, currency);

-- The costs that count. A typed cost replaces all reports of its campaign and day.
CREATE VIEW spend_counted AS
SELECT * FROM spend WHERE cost IS NOT NULL AND (platform = '' OR NOT EXISTS (
  SELECT FROM spend AS typed WHERE typed.utm_campaign = spend.utm_campaign AND typed.day = spend.day
    AND typed.utm_source = spend.utm_source AND typed.utm_medium = spend.utm_medium
    AND typed.platform = '' AND typed.cost IS NOT NULL AND typed.currency = spend.currency));

-- Rows of spend as they were before a correction. Retention as for the audit log.
CREATE TABLE spend_corrections (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  LIKE spend INCLUDING DEFAULTS,
  corrected_by text NOT NULL,
  corrected_at timestamptz NOT NULL
);
CREATE INDEX spend_corrections_of ON spend_corrections (utm_campaign, day, id);

-- The campaign that staff chose for a name in a platform's reports. Empty platform: in all reports. Null campaign: ignore the name.
CREATE TABLE spend_names (
  name text NOT NULL,
  platform text NOT NULL DEFAULT '',
  utm_campaign text,
  utm_source text NOT NULL DEFAULT '',
  utm_medium text NOT NULL DEFAULT '',
  chosen_by text NOT NULL,
  chosen_at timestamptz NOT NULL,
  PRIMARY KEY (name, platform)
);

-- The headings that staff chose for a report's columns. headings: the SHA-256 of the set of all headings.
CREATE TABLE spend_columns (
  headings text PRIMARY KEY,
  campaign text NOT NULL,
  day text NOT NULL,
  cost text NOT NULL,
  clicks text,
  chosen_by text NOT NULL,
  chosen_at timestamptz NOT NULL
);

-- ===== Experiments =====

-- The plan of an A/B test, frozen when the run starts. A change of plan is a new run.
CREATE TABLE experiment_runs (
  id uuid PRIMARY KEY,
  test_name text NOT NULL,
  -- Null: the run of a test without a plan, which counts from the first visitor.
  started_at timestamptz,
  -- The control first.
  variants text[] NOT NULL,
  shares double precision[] NOT NULL,
  goal text NOT NULL DEFAULT 'any'
    CHECK (goal IN ('any', 'button_click', 'form_submission', 'stripe_intent', 'whatsapp_click', 'qualified_lead')),
  -- Of the goal any: the types that count. Empty: every type.
  primary_conversion_types text[] NOT NULL,
  alpha double precision NOT NULL CHECK (alpha > 0 AND alpha < 1),
  power double precision NOT NULL CHECK (power > 0 AND power < 1),
  minimum_effect double precision NOT NULL CHECK (minimum_effect > 0 AND minimum_effect < 1),
  -- The control's conversion rate that the plan assumes. Null: unknown.
  baseline_rate double precision CHECK (baseline_rate > 0 AND baseline_rate < 1),
  planned_visitors integer NOT NULL CHECK (planned_visitors > 0),
  created_at timestamptz NOT NULL,
  -- The effect that a run without a plan can detect with its own traffic.
  target_visitors integer CHECK (target_visitors > 0),
  target_effect double precision CHECK (target_effect > 0 AND target_effect < 1),
  -- The first crossing of a decision boundary, with the counts at that time.
  decided_at timestamptz,
  outcome text CHECK (outcome IN ('treatment', 'control', 'no_difference')),
  winner text,
  decided_arms jsonb,
  -- Sample ratio mismatch: when it was first found, and each variant's actual and expected visitors.
  split_broken_at timestamptz,
  split_broken_arms jsonb,
  CONSTRAINT experiment_runs_one_start UNIQUE NULLS NOT DISTINCT (test_name, started_at),
  CONSTRAINT experiment_runs_whole_decision CHECK (num_nulls(decided_at, outcome, decided_arms) IN (0, 3)),
  CONSTRAINT experiment_runs_whole_arms CHECK (
    cardinality(variants) = cardinality(shares)
    AND cardinality(variants) BETWEEN 2 AND 5
    AND 0 < ALL (shares)
  ),
  CONSTRAINT experiment_runs_whole_target CHECK (num_nulls(target_visitors, target_effect) IN (0, 2)),
  CONSTRAINT experiment_runs_winner_decided CHECK (decided_at IS NOT NULL OR winner IS NULL),
  CONSTRAINT experiment_runs_whole_split_alarm CHECK (num_nulls(split_broken_at, split_broken_arms) IN (0, 2))
);

-- The plan is immutable. A decision, a target and a split alarm are each written once.
CREATE FUNCTION keep_experiment_run() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  decision text[] := ARRAY['decided_at', 'outcome', 'winner', 'decided_arms'];
  target text[] := ARRAY['target_visitors', 'target_effect'];
  alarm text[] := ARRAY['split_broken_at', 'split_broken_arms'];
  before jsonb := to_jsonb(OLD);
  after jsonb := to_jsonb(NEW);
BEGIN
  IF after - decision - target - alarm <> before - decision - target - alarm
    OR (OLD.decided_at IS NOT NULL AND after - target - alarm <> before - target - alarm)
    OR (OLD.target_visitors IS NOT NULL AND after - decision - alarm <> before - decision - alarm)
    OR (OLD.split_broken_at IS NOT NULL AND after - decision - target <> before - decision - target)
  THEN
    RAISE EXCEPTION 'A run is never edited: start a new one';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER experiment_runs_kept BEFORE UPDATE ON experiment_runs
  FOR EACH ROW EXECUTE FUNCTION keep_experiment_run();

-- The steps that staff take with an A/B test. The highest version is its state. A test without a row has the state that the code declares.
CREATE TABLE experiment_changes (
  id uuid PRIMARY KEY,
  test_name text NOT NULL,
  -- 1, 2, 3 … by test. Of two concurrent steps one violates the unique constraint.
  version integer NOT NULL CHECK (version > 0),
  step text NOT NULL CHECK (step IN ('start', 'pause', 'resume', 'end', 'reopen', 'archive')),
  -- This and the following columns describe the test after the step.
  state text NOT NULL CHECK (state IN ('planned', 'running', 'paused', 'ended', 'archived')),
  -- The present or last run. Null before the first.
  run_id uuid REFERENCES experiment_runs,
  -- Percentages of new visitors by variant, the control first. json keeps that order, jsonb would not.
  shares json NOT NULL,
  -- Null before the end, and if no variant won.
  winner text,
  reason text NOT NULL CHECK (reason <> ''),
  -- Unknowns at the time of the step. Empty for none.
  not_known text NOT NULL,
  at timestamptz NOT NULL,
  by text NOT NULL,
  -- The change's version in the log, where version may repeat after a restore of an older backup.
  event_version bigint NOT NULL DEFAULT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint,
  CONSTRAINT experiment_changes_one_at_a_time UNIQUE (test_name, version)
);
CREATE INDEX experiment_changes_of_run ON experiment_changes (run_id);

CREATE FUNCTION keep_experiment_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR to_jsonb(NEW) <> to_jsonb(OLD) THEN
    RAISE EXCEPTION 'A change of an experiment is never edited: take another step';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER experiment_changes_kept BEFORE UPDATE OR DELETE ON experiment_changes
  FOR EACH ROW EXECUTE FUNCTION keep_experiment_change();

-- ===== Notifications =====

-- The e-mail messages that a member of staff chose.
CREATE TABLE notification_choices (
  account_id uuid PRIMARY KEY REFERENCES staff_accounts ON DELETE CASCADE,
  email text NOT NULL,
  kinds text[] NOT NULL,
  chosen_at timestamptz NOT NULL
);

-- A queue: one row for each recipient and channel, inserted in the transaction of its cause. The sender builds the message.
CREATE TABLE notifications (
  id uuid PRIMARY KEY,
  channel text NOT NULL CHECK (channel IN ('email', 'webhook')),
  kind text NOT NULL CHECK (kind IN ('lead', 'trial', 'onboarding', 'verdict', 'split_broken', 'alarm', 'digest')),
  -- Id of a record or run, name and time of an alarm, first day of a digest's week. Never contact data of visitors.
  about text NOT NULL,
  -- A member of staff. Null for an address of NOTIFY_TO, and for the webhook, whose address is empty.
  account_id uuid REFERENCES staff_accounts ON DELETE CASCADE,
  address text NOT NULL,
  happened_at timestamptz NOT NULL,
  -- The next try. While a process sends the message, the end of its lease.
  next_at timestamptz NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  -- dropped: the cause or the recipient was deleted before the message was sent.
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'failed', 'dropped')),
  -- Why the last try failed.
  reason text NOT NULL DEFAULT '',
  done_at timestamptz,
  CONSTRAINT notifications_once UNIQUE NULLS NOT DISTINCT (kind, about, channel, account_id, address)
);
CREATE INDEX notifications_due ON notifications (channel, next_at) WHERE state = 'waiting';
CREATE INDEX notifications_done ON notifications (done_at) WHERE done_at IS NOT NULL;
CREATE INDEX notifications_about ON notifications (about);

-- since: the start of the present state, wrong or right. raised_at: when the alarm was raised.
CREATE TABLE alarms (
  name text PRIMARY KEY,
  looks_wrong boolean NOT NULL,
  since timestamptz NOT NULL,
  looked_at timestamptz NOT NULL,
  raised_at timestamptz
);

