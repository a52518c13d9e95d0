-- The API writes these columns in the statement that inserts the record. SQL has no second definition of them.
-- email_key: one text for all spellings of an address. phone_key: E.164 without "+", empty for what is no number.
-- search: folded text. normalised_by: version of the rules and country. The API refills rows that have another.
ALTER TABLE leads
  ALTER COLUMN phone_key DROP EXPRESSION, ALTER COLUMN phone_key SET DEFAULT '',
  ALTER COLUMN search DROP EXPRESSION, ALTER COLUMN search SET DEFAULT '',
  ADD COLUMN phone_extension text NOT NULL DEFAULT '',
  ADD COLUMN email_key text NOT NULL DEFAULT '',
  ADD COLUMN normalised_by text NOT NULL DEFAULT '';
ALTER TABLE onboarding_submissions
  ALTER COLUMN phone_key DROP EXPRESSION, ALTER COLUMN phone_key SET DEFAULT '',
  ALTER COLUMN search DROP EXPRESSION, ALTER COLUMN search SET DEFAULT '',
  ADD COLUMN phone_extension text NOT NULL DEFAULT '',
  ADD COLUMN email_key text NOT NULL DEFAULT '',
  ADD COLUMN normalised_by text NOT NULL DEFAULT '';
DROP FUNCTION international_digits(text);

DROP INDEX leads_email, onboarding_submissions_email;
CREATE INDEX leads_email_key ON leads (email_key) WHERE email_key <> '';
CREATE INDEX onboarding_email_key ON onboarding_submissions (email_key) WHERE email_key <> '';
CREATE INDEX leads_normalised_by ON leads (normalised_by);
CREATE INDEX onboarding_normalised_by ON onboarding_submissions (normalised_by);
