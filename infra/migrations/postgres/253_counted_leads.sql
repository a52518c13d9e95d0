-- What the figures of the past keep of a lead whose record is gone for good by an erasure or by its age: no contact data, no session.
-- A lead that staff deleted, or that was spam, never counted. Its removal leaves nothing here.
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

-- The leads that every figure counts: without spam and without what staff deleted. qualified: staff called it qualified, and it
-- is qualified now or was closed after it. signed_up: it is a trial signup itself. trial: the same person has sent one.
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

-- Links can carry an address or a telephone number in their tags. The log has none of them either.
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
