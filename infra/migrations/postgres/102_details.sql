-- Up to which day the read models of a consumer group keep of a visit no more than its count.
CREATE TABLE details_removed (
  consumer_group text PRIMARY KEY,
  until timestamptz NOT NULL
);
