-- A campaign is never deleted, as its clicks go on: it is put away. A change moves the version by one, so that two people do
-- not overwrite each other. The number is the short link's, made to be printed: /go/17.
ALTER TABLE campaigns
  ADD COLUMN archived_at timestamptz,
  ADD COLUMN version integer NOT NULL DEFAULT 1,
  ADD COLUMN number bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  ADD CONSTRAINT campaigns_archived_inactive CHECK (archived_at IS NULL OR NOT is_active);
