-- Imports of costs, which staff can undo. Retention as for the audit log.
CREATE TABLE spend_batches (
  id uuid PRIMARY KEY,
  -- Empty: pasted rows.
  file text NOT NULL,
  platform text NOT NULL,
  -- How many costs the import changed.
  costs integer NOT NULL,
  stored_by text NOT NULL,
  stored_at timestamptz NOT NULL,
  undone_by text,
  undone_at timestamptz
);
CREATE INDEX spend_batches_at ON spend_batches (stored_at);

-- Each cost as it was before the import. Null cost: unknown.
CREATE TABLE spend_batch_costs (
  -- Deferred: the costs are counted first.
  batch uuid NOT NULL REFERENCES spend_batches ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  utm_campaign text NOT NULL,
  day date NOT NULL,
  utm_source text NOT NULL,
  utm_medium text NOT NULL,
  platform text NOT NULL,
  account text NOT NULL,
  cost numeric(14, 2),
  clicks bigint,
  currency text NOT NULL,
  origin text NOT NULL,
  -- The import that had stored it.
  batch_before uuid,
  PRIMARY KEY (batch, utm_campaign, day, utm_source, utm_medium, platform, account)
);
CREATE INDEX spend_batch_costs_before ON spend_batch_costs (batch_before) WHERE batch_before IS NOT NULL;
CREATE INDEX spend_batch_costs_of ON spend_batch_costs (utm_campaign);

-- The import that stored the present cost. Null: another change did.
ALTER TABLE spend ADD COLUMN batch uuid;
