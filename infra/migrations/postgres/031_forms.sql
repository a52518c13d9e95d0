-- One row per idempotency key: the same key twice gets the first answer again. No contact data.
CREATE TABLE form_submissions (
  form text NOT NULL,
  key text NOT NULL,
  record_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (form, key)
);
CREATE INDEX form_submissions_age ON form_submissions (created_at);

-- Tokens of the signed form time that were used: a second use marks the submission as spam.
CREATE TABLE form_tokens (
  nonce text PRIMARY KEY,
  used_at timestamptz NOT NULL
);

-- The subject is a keyed hash of the sender's network, never an address.
CREATE TABLE form_attempts (
  subject text NOT NULL,
  period text NOT NULL,
  starts_at timestamptz NOT NULL,
  attempts integer NOT NULL,
  PRIMARY KEY (subject, period, starts_at)
);
