-- The inboxes at any size: search, a deletion that can be undone, staff's notes, and who changed what.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- The number as internationalDigits in api/contract/leads.ts reads it; empty where it cannot be one.
CREATE FUNCTION international_digits(phone text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE WHEN number ~ '^[1-9][0-9]{5,14}$' THEN number ELSE '' END
  FROM (
    SELECT CASE
      WHEN btrim(phone) LIKE '+%' THEN digits
      WHEN digits LIKE '00%' THEN substr(digits, 3)
      WHEN digits LIKE '0%' THEN '44' || substr(digits, 2)
      ELSE digits
    END AS number
    FROM (SELECT regexp_replace(regexp_replace(phone, '\(0\)', ''), '[^0-9]', '', 'g') AS digits) AS typed
  ) AS read
$$;

-- One deletion by staff: its id is what undoes it. The records stay where they are, marked with it.
CREATE TABLE deletions (
  id uuid PRIMARY KEY,
  inbox text NOT NULL CHECK (inbox IN ('leads', 'onboarding')),
  deleted_by text NOT NULL,
  deleted_at timestamptz NOT NULL,
  restored_at timestamptz
);

-- A lead with a deleted_at is in no list, count or export. variant: the page that the browser was shown, where it said so.
-- A change moves the version by one, so that two people do not overwrite each other.
ALTER TABLE leads
  ADD COLUMN version integer NOT NULL DEFAULT 1,
  ADD COLUMN variant text NOT NULL DEFAULT '',
  ADD COLUMN deleted_at timestamptz,
  ADD COLUMN deletion_id uuid REFERENCES deletions,
  ADD COLUMN phone_key text GENERATED ALWAYS AS (international_digits(phone)) STORED,
  ADD COLUMN search text GENERATED ALWAYS AS (lower(
    name || E'\n' || email || E'\n' || phone || E'\n' || regexp_replace(phone, '[^0-9]', '', 'g') || E'\n'
      || international_digits(phone) || E'\n' || business || E'\n' || message)) STORED,
  ADD CONSTRAINT leads_whole_deletion CHECK (num_nulls(deleted_at, deletion_id) IN (0, 2));

-- The inbox as it opens, and its two counts, without a look at the rows themselves.
CREATE INDEX leads_inbox ON leads (created_at DESC, id DESC) INCLUDE (status)
  WHERE deleted_at IS NULL AND spam_reason = '';
CREATE INDEX leads_spam ON leads (created_at DESC, id DESC) WHERE deleted_at IS NULL AND spam_reason <> '';
CREATE INDEX leads_by_status ON leads (status, created_at DESC, id DESC) WHERE deleted_at IS NULL AND spam_reason = '';
CREATE INDEX leads_updated ON leads (updated_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX leads_by_name ON leads (lower(name), id) WHERE deleted_at IS NULL;
CREATE INDEX leads_by_source ON leads (source, created_at DESC, id DESC) INCLUDE (status) WHERE deleted_at IS NULL;
CREATE INDEX leads_by_variant ON leads (variant, created_at DESC, id DESC) INCLUDE (status) WHERE deleted_at IS NULL;
CREATE INDEX leads_by_campaign ON leads ((first_touch ->> 'utm_campaign'), created_at DESC, id DESC)
  WHERE deleted_at IS NULL;
CREATE INDEX leads_by_utm_source ON leads ((first_touch ->> 'utm_source'), created_at DESC, id DESC)
  WHERE deleted_at IS NULL;
CREATE INDEX leads_phone ON leads (phone_key) WHERE phone_key <> '';
CREATE INDEX leads_deletion ON leads (deletion_id) WHERE deletion_id IS NOT NULL;
CREATE INDEX leads_search ON leads USING gin (search gin_trgm_ops);

ALTER TABLE onboarding_submissions
  ADD COLUMN version integer NOT NULL DEFAULT 1,
  ADD COLUMN deleted_at timestamptz,
  ADD COLUMN deletion_id uuid REFERENCES deletions,
  ADD COLUMN phone_key text GENERATED ALWAYS AS (international_digits(mobile_number)) STORED,
  ADD COLUMN search text GENERATED ALWAYS AS (lower(
    full_name || E'\n' || business_name || E'\n' || email_address || E'\n' || mobile_number || E'\n'
      || regexp_replace(mobile_number, '[^0-9]', '', 'g') || E'\n' || international_digits(mobile_number) || E'\n'
      || website_address || E'\n' || primary_keyword || E'\n' || target_area || E'\n' || notes)) STORED,
  ADD CONSTRAINT onboarding_whole_deletion CHECK (num_nulls(deleted_at, deletion_id) IN (0, 2));

CREATE INDEX onboarding_inbox ON onboarding_submissions (created_at DESC, id DESC)
  WHERE deleted_at IS NULL AND spam_reason = '';
CREATE INDEX onboarding_by_account ON onboarding_submissions (has_google_ads, created_at DESC, id DESC)
  WHERE deleted_at IS NULL AND spam_reason = '';
CREATE INDEX onboarding_by_name ON onboarding_submissions (lower(full_name), id) WHERE deleted_at IS NULL;
CREATE INDEX onboarding_phone ON onboarding_submissions (phone_key) WHERE phone_key <> '';
CREATE INDEX onboarding_deletion ON onboarding_submissions (deletion_id) WHERE deletion_id IS NOT NULL;
CREATE INDEX onboarding_search ON onboarding_submissions USING gin (search gin_trgm_ops);

-- What staff wrote about a person, and what they changed: it goes with the record.
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

CREATE TABLE record_changes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  lead_id uuid REFERENCES leads ON DELETE CASCADE,
  submission_id uuid REFERENCES onboarding_submissions ON DELETE CASCADE,
  field text NOT NULL CHECK (field IN ('status', 'spam')),
  before text NOT NULL,
  after text NOT NULL,
  changed_by text NOT NULL,
  changed_at timestamptz NOT NULL,
  CONSTRAINT record_changes_one_record CHECK (num_nonnulls(lead_id, submission_id) = 1)
);
CREATE INDEX record_changes_lead ON record_changes (lead_id, id);
CREATE INDEX record_changes_submission ON record_changes (submission_id, id);
