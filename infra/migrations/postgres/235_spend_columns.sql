-- Which headings of a report staff read as what. The key is the SHA-256 of the set of all its headings.
CREATE TABLE spend_columns (
  headings text PRIMARY KEY,
  campaign text NOT NULL,
  day text NOT NULL,
  cost text NOT NULL,
  clicks text,
  chosen_by text NOT NULL,
  chosen_at timestamptz NOT NULL
);
