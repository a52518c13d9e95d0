-- What advertising cost, by campaign value and day of the report time zone. A row without a cost is one that staff took away: its
-- version has to stay, so that the log can be told. Costs in another currency than CURRENCY are kept and not counted.
CREATE TABLE spend (
  utm_campaign text NOT NULL CHECK (utm_campaign <> ''),
  day date NOT NULL,
  cost numeric(14, 2) CHECK (cost >= 0),
  -- As the advertising platform counts them; null where nobody said.
  clicks bigint CHECK (clicks >= 0),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  origin text NOT NULL CHECK (origin IN ('typed', 'import')),
  changed_by text NOT NULL,
  changed_at timestamptz NOT NULL,
  event_version bigint NOT NULL DEFAULT next_event_version(0),
  -- Whether an event of this version is in the outbox.
  told boolean NOT NULL DEFAULT false,
  PRIMARY KEY (utm_campaign, day),
  CONSTRAINT spend_nothing_without_cost CHECK (cost IS NOT NULL OR clicks IS NULL)
);
CREATE INDEX spend_by_day ON spend (day, utm_campaign) INCLUDE (cost, clicks, currency);
CREATE INDEX spend_to_tell ON spend (utm_campaign, day) WHERE NOT told;

-- What was there before a correction, with who had said so and when, and who corrected it. Kept as long as the audit log.
CREATE TABLE spend_corrections (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  utm_campaign text NOT NULL,
  day date NOT NULL,
  cost numeric(14, 2),
  clicks bigint,
  currency text NOT NULL,
  origin text NOT NULL,
  changed_by text NOT NULL,
  changed_at timestamptz NOT NULL,
  corrected_by text NOT NULL,
  corrected_at timestamptz NOT NULL
);
CREATE INDEX spend_corrections_of ON spend_corrections (utm_campaign, day, id);

-- How advertising platforms call campaigns, where that is neither the campaign's value nor its name here; null: to be left out.
CREATE TABLE spend_names (
  name text PRIMARY KEY,
  utm_campaign text,
  chosen_by text NOT NULL,
  chosen_at timestamptz NOT NULL
);
