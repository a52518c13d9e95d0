-- What is told back to the advertisers' platforms, as staff set it. value is in the installation's currency; null: what the
-- platform's own conversion action says.
CREATE TABLE conversion_rules (
  kind text PRIMARY KEY CHECK (kind IN ('qualified', 'closed', 'onboarding')),
  is_offered boolean NOT NULL,
  name text NOT NULL,
  value numeric(11, 2) CHECK (value >= 0)
);
INSERT INTO conversion_rules (kind, is_offered, name) VALUES
  ('qualified', true, 'Qualified lead'), ('closed', true, 'Closed lead'), ('onboarding', false, 'Onboarding');

-- With which a platform fetches its own file and nothing else. The password is stored as its SHA-256.
CREATE TABLE conversion_credentials (
  id uuid PRIMARY KEY,
  platform text NOT NULL CHECK (platform IN ('google-ads', 'microsoft-advertising')),
  username text NOT NULL UNIQUE,
  password_hash bytea NOT NULL,
  created_by text NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz
);
