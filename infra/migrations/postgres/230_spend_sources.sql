-- A cost belongs to a campaign, a day and the report that brought it. Empty tags: the campaign is the only one of its value, or
-- nothing says which of several it is. Empty platform: staff typed the cost in, and so is every cost of an earlier release.
ALTER TABLE spend
  ADD COLUMN utm_source text NOT NULL DEFAULT '',
  ADD COLUMN utm_medium text NOT NULL DEFAULT '',
  ADD COLUMN platform text NOT NULL DEFAULT '',
  -- Of the advertiser at the platform, where the file names one.
  ADD COLUMN account text NOT NULL DEFAULT '',
  DROP CONSTRAINT spend_pkey,
  ADD PRIMARY KEY (utm_campaign, day, utm_source, utm_medium, platform, account);
ALTER TABLE spend_corrections
  ADD COLUMN utm_source text NOT NULL DEFAULT '',
  ADD COLUMN utm_medium text NOT NULL DEFAULT '',
  ADD COLUMN platform text NOT NULL DEFAULT '',
  ADD COLUMN account text NOT NULL DEFAULT '';

-- The costs that count: a typed one instead of all that reports say of its campaign and day.
CREATE VIEW spend_counted AS
SELECT * FROM spend WHERE cost IS NOT NULL AND (platform = '' OR NOT EXISTS (
  SELECT FROM spend AS typed WHERE typed.utm_campaign = spend.utm_campaign AND typed.day = spend.day
    AND typed.utm_source = spend.utm_source AND typed.utm_medium = spend.utm_medium
    AND typed.platform = '' AND typed.cost IS NOT NULL AND typed.currency = spend.currency));

-- A name of a report may mean one campaign at one platform and another at the next. Empty platform: at all.
ALTER TABLE spend_names
  ADD COLUMN platform text NOT NULL DEFAULT '',
  ADD COLUMN utm_source text NOT NULL DEFAULT '',
  ADD COLUMN utm_medium text NOT NULL DEFAULT '',
  DROP CONSTRAINT spend_names_pkey,
  ADD PRIMARY KEY (name, platform);

ALTER TABLE spend_months
  ADD COLUMN utm_source text NOT NULL DEFAULT '',
  ADD COLUMN utm_medium text NOT NULL DEFAULT '',
  DROP CONSTRAINT spend_months_pkey,
  ADD PRIMARY KEY (utm_campaign, month, utm_source, utm_medium, currency);

CREATE OR REPLACE FUNCTION count_spend_months(campaigns text[], months date[]) RETURNS void LANGUAGE sql AS $$
  DELETE FROM spend_months USING unnest(campaigns, months) AS touched (utm_campaign, month)
  WHERE spend_months.utm_campaign = touched.utm_campaign AND spend_months.month = touched.month;

  WITH days AS (
    SELECT utm_campaign, utm_source, utm_medium, month, currency, day - month + 1 AS n, (sum(cost) * 100)::bigint AS hundredths
    FROM (SELECT DISTINCT * FROM unnest(campaigns, months) AS given (utm_campaign, month)) AS touched
    JOIN spend_counted USING (utm_campaign)
    WHERE day >= month AND day < month + interval '1 month'
    GROUP BY utm_campaign, utm_source, utm_medium, month, currency, day
  )
  INSERT INTO spend_months (utm_campaign, utm_source, utm_medium, month, currency, costs, cost, known)
  SELECT utm_campaign, utm_source, utm_medium, month, currency, array_agg(coalesce(hundredths, 0) ORDER BY n), sum(hundredths),
    bit_or(CASE WHEN hundredths IS NULL THEN 0 ELSE 1 << (n - 1) END)
  FROM (SELECT DISTINCT utm_campaign, utm_source, utm_medium, month, currency FROM days) AS counted
  CROSS JOIN generate_series(1, 31) AS n
  LEFT JOIN days USING (utm_campaign, utm_source, utm_medium, month, currency, n)
  GROUP BY utm_campaign, utm_source, utm_medium, month, currency
$$;

-- Most updates only note that the log was told.
CREATE OR REPLACE FUNCTION spend_was_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_spend_months(array_agg(utm_campaign), array_agg(month)) FROM (
    SELECT DISTINCT utm_campaign, date_trunc('month', day)::date AS month FROM (
      (SELECT utm_campaign, day, utm_source, utm_medium, platform, account, cost, currency FROM removed
        EXCEPT SELECT utm_campaign, day, utm_source, utm_medium, platform, account, cost, currency FROM added)
      UNION ALL
      (SELECT utm_campaign, day, utm_source, utm_medium, platform, account, cost, currency FROM added
        EXCEPT SELECT utm_campaign, day, utm_source, utm_medium, platform, account, cost, currency FROM removed)
    ) AS other) AS touched HAVING count(*) > 0;
  RETURN NULL;
END $$;
