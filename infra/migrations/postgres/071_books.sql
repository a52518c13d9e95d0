-- The books of the pipeline, by consumer group (one for each generation of read models). See projector/books.ts.
-- What the projector says it has done. Both tables move in the transaction that a round runs in.
CREATE TABLE ledger_places (
  consumer_group text NOT NULL,
  partition integer NOT NULL,
  next_offset bigint NOT NULL,
  PRIMARY KEY (consumer_group, partition)
) WITH (fillfactor = 10);

CREATE TABLE ledger_counts (
  consumer_group text NOT NULL,
  partition integer NOT NULL,
  type text NOT NULL,
  projected bigint NOT NULL,
  PRIMARY KEY (consumer_group, partition, type)
) WITH (fillfactor = 10);

-- What the log says: counted by a second reader, up to where the ledger has been compared.
CREATE TABLE books_places (
  consumer_group text NOT NULL,
  partition integer NOT NULL,
  next_offset bigint NOT NULL,
  PRIMARY KEY (consumer_group, partition)
) WITH (fillfactor = 10);

-- keeper: one process keeps a group's books at a time. totals: per type since the log's first entry.
-- statement: the last statement of the books, as the API answers it; basis: what it rests on.
CREATE TABLE books (
  consumer_group text PRIMARY KEY,
  keeper uuid,
  totals jsonb NOT NULL DEFAULT '{}',
  statement jsonb,
  basis jsonb
) WITH (fillfactor = 10);
