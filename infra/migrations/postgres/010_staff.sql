CREATE TABLE staff_accounts (
  id uuid PRIMARY KEY,
  username text NOT NULL,
  password_hash text NOT NULL,
  disabled_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX staff_accounts_username ON staff_accounts (lower(username));

-- Only the SHA-256 of a cookie is stored: who reads the table cannot sign in with it.
CREATE TABLE staff_sessions (
  token_hash bytea PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES staff_accounts ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  seen_at timestamptz NOT NULL
);
CREATE INDEX staff_sessions_account ON staff_sessions (account_id);

-- A browser that has signed in before keeps its own count of wrong passwords, so that strangers cannot lock it out.
CREATE TABLE staff_devices (
  token_hash bytea PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES staff_accounts ON DELETE CASCADE,
  seen_at timestamptz NOT NULL
);

CREATE TABLE login_failures (
  subject text PRIMARY KEY,
  failures integer NOT NULL,
  last_at timestamptz NOT NULL,
  blocked_until timestamptz NOT NULL
);
