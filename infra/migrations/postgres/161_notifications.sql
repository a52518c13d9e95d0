-- Who of the staff is told of what, by e-mail.
CREATE TABLE notification_choices (
  account_id uuid PRIMARY KEY REFERENCES staff_accounts ON DELETE CASCADE,
  email text NOT NULL,
  kinds text[] NOT NULL,
  chosen_at timestamptz NOT NULL
);

-- One row for each recipient and channel, stored in the transaction of what it tells of. about is the id of a record or of an
-- experiment's run, the name and time of an alarm, the first day of a digest's week: never contact data of visitors. The
-- message is made when it is sent. account_id: a member of staff; address: somebody in NOTIFY_TO; neither for the webhook.
CREATE TABLE notifications (
  id uuid PRIMARY KEY,
  channel text NOT NULL CHECK (channel IN ('email', 'webhook')),
  kind text NOT NULL CHECK (kind IN ('lead', 'trial', 'onboarding', 'verdict', 'alarm', 'digest')),
  about text NOT NULL,
  account_id uuid REFERENCES staff_accounts ON DELETE CASCADE,
  address text NOT NULL,
  happened_at timestamptz NOT NULL,
  -- While somebody sends it, until when nobody else takes it.
  next_at timestamptz NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  -- dropped: what it told of was gone, or the recipient was, before it was sent.
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'failed', 'dropped')),
  -- Of the last try that failed, in words.
  reason text NOT NULL DEFAULT '',
  done_at timestamptz,
  CONSTRAINT notifications_once UNIQUE NULLS NOT DISTINCT (kind, about, channel, account_id, address)
);
CREATE INDEX notifications_due ON notifications (channel, next_at) WHERE state = 'waiting';
CREATE INDEX notifications_done ON notifications (done_at) WHERE done_at IS NOT NULL;
CREATE INDEX notifications_about ON notifications (about);

-- An alarm of the pipeline: since when it has looked wrong or right without a break, and when it was raised.
CREATE TABLE alarms (
  name text PRIMARY KEY,
  looks_wrong boolean NOT NULL,
  since timestamptz NOT NULL,
  looked_at timestamptz NOT NULL,
  raised_at timestamptz
);

-- When npm run backup was last done.
CREATE TABLE backups (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  made_at timestamptz NOT NULL
);
