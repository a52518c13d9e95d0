CREATE TABLE campaigns (
  id uuid PRIMARY KEY,
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
  CONSTRAINT campaigns_tag UNIQUE (utm_campaign, utm_source, utm_medium)
);

CREATE TABLE settings (
  name text PRIMARY KEY,
  value text NOT NULL,
  updated_at timestamptz NOT NULL
);
