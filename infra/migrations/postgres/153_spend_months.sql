-- Costs by campaign value and month: adding up a year of 2,000 campaigns day by day took seconds. Kept by triggers, so that no writer
-- of costs can forget it; writers hold LOCKS.spend, or two of them could each count a month without the other's days.
CREATE TABLE spend_months (
  utm_campaign text NOT NULL,
  month date NOT NULL,
  currency text NOT NULL,
  -- Hundredths of each of 31 days; nought too where no cost is known.
  costs bigint[] NOT NULL,
  -- All of them.
  cost bigint NOT NULL,
  -- The days with a known cost: bit 0 is the first.
  known integer NOT NULL,
  PRIMARY KEY (utm_campaign, month, currency)
);
CREATE INDEX spend_months_by_month ON spend_months (month);

CREATE FUNCTION count_spend_months(campaigns text[], months date[]) RETURNS void LANGUAGE sql AS $$
  DELETE FROM spend_months USING unnest(campaigns, months) AS touched (utm_campaign, month)
  WHERE spend_months.utm_campaign = touched.utm_campaign AND spend_months.month = touched.month;

  INSERT INTO spend_months (utm_campaign, month, currency, costs, cost, known)
  SELECT counted.utm_campaign, counted.month, counted.currency, array_agg(coalesce(hundredths, 0) ORDER BY n), sum(hundredths),
    bit_or(CASE WHEN hundredths IS NULL THEN 0 ELSE 1 << (n - 1) END)
  FROM (
    SELECT DISTINCT touched.utm_campaign, month, currency
    FROM unnest(campaigns, months) AS touched (utm_campaign, month)
    JOIN spend ON spend.utm_campaign = touched.utm_campaign AND day >= month AND day < month + interval '1 month'
    WHERE cost IS NOT NULL
  ) AS counted
  CROSS JOIN generate_series(1, 31) AS n
  LEFT JOIN LATERAL (
    SELECT (cost * 100)::bigint AS hundredths FROM spend
    WHERE spend.utm_campaign = counted.utm_campaign AND day = month + n - 1 AND day < month + interval '1 month'
      AND spend.currency = counted.currency
  ) AS found ON true
  GROUP BY counted.utm_campaign, counted.month, counted.currency
$$;

CREATE FUNCTION spend_was_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_spend_months(array_agg(utm_campaign), array_agg(month)) FROM (
    SELECT DISTINCT utm_campaign, date_trunc('month', day)::date AS month FROM added) AS touched;
  RETURN NULL;
END $$;

-- Most updates only note that the log was told.
CREATE FUNCTION spend_was_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_spend_months(array_agg(utm_campaign), array_agg(month)) FROM (
    SELECT DISTINCT utm_campaign, date_trunc('month', day)::date AS month FROM (
      (SELECT utm_campaign, day, cost, currency FROM removed EXCEPT SELECT utm_campaign, day, cost, currency FROM added)
      UNION ALL
      (SELECT utm_campaign, day, cost, currency FROM added EXCEPT SELECT utm_campaign, day, cost, currency FROM removed)
    ) AS other) AS touched HAVING count(*) > 0;
  RETURN NULL;
END $$;

CREATE FUNCTION spend_was_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_spend_months(array_agg(utm_campaign), array_agg(month)) FROM (
    SELECT DISTINCT utm_campaign, date_trunc('month', day)::date AS month FROM removed) AS touched;
  RETURN NULL;
END $$;

CREATE FUNCTION spend_was_emptied() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM spend_months;
  RETURN NULL;
END $$;

SELECT count_spend_months(array_agg(utm_campaign), array_agg(month)) FROM (
  SELECT DISTINCT utm_campaign, date_trunc('month', day)::date AS month FROM spend) AS touched;

CREATE TRIGGER spend_added AFTER INSERT ON spend REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION spend_was_added();
CREATE TRIGGER spend_changed AFTER UPDATE ON spend REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION spend_was_changed();
CREATE TRIGGER spend_removed AFTER DELETE ON spend REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION spend_was_removed();
CREATE TRIGGER spend_emptied AFTER TRUNCATE ON spend FOR EACH STATEMENT EXECUTE FUNCTION spend_was_emptied();
