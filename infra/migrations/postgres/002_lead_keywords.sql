-- The leads of every figure by keyword and ad as well, and by session, of which ClickHouse knows the page and the device. An erased or
-- expired lead has none of these.
CREATE OR REPLACE VIEW counted_leads AS
SELECT id, created_at, campaign, coalesce(first_touch ->> 'utm_source', '') AS utm_source,
  coalesce(first_touch ->> 'utm_medium', '') AS utm_medium,
  coalesce(nullif(first_touch ->> 'utm_source', ''), 'direct') AS source, variant, status,
  qualified_at IS NOT NULL AND status IN ('qualified', 'closed') AS qualified,
  EXISTS (SELECT FROM trial_signups WHERE lead_id = leads.id) AS signed_up, told_trial AS trial, told_onboarding AS onboarding,
  coalesce(first_touch ->> 'utm_term', '') AS utm_term, coalesce(first_touch ->> 'utm_content', '') AS utm_content, session_id
FROM leads WHERE deleted_at IS NULL AND spam_reason = ''
UNION ALL
SELECT NULL, created_at, campaign, utm_source, utm_medium, coalesce(nullif(utm_source, ''), 'direct'), variant, status, qualified, signed_up,
  trial, onboarding, '', '', '' FROM removed_leads;
