-- spam_reason is empty for a lead. first_touch is what brought the visitor, as the browser sent it with the form.
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
  first_touch jsonb NOT NULL,
  spam_reason text NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX leads_newest ON leads (created_at DESC, id DESC);
CREATE INDEX leads_email ON leads (lower(email));
CREATE INDEX leads_session ON leads (session_id);

-- The whole of a trial signup; the lead that shows it in the inbox owns it, so that deleting the lead deletes it too.
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
  created_at timestamptz NOT NULL
);
CREATE INDEX onboarding_submissions_newest ON onboarding_submissions (created_at DESC, id DESC);
CREATE INDEX onboarding_submissions_email ON onboarding_submissions (lower(email_address));
CREATE INDEX onboarding_submissions_session ON onboarding_submissions (session_id);
