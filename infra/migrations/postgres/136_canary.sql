-- When the newest test event left of those that were seen in the read models, by whoever sent it and knows its id.
CREATE TABLE canary (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  sent_at timestamptz NOT NULL
);
