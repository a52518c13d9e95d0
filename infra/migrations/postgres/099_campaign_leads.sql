-- Leads by the campaign of their first touch: counted for every campaign at once, without a look at the leads themselves.
ALTER TABLE leads ADD COLUMN campaign text GENERATED ALWAYS AS (coalesce(first_touch ->> 'utm_campaign', '')) STORED;
CREATE INDEX leads_of_campaign ON leads (campaign, status) INCLUDE (created_at)
  WHERE deleted_at IS NULL AND spam_reason = '';
