-- How far each consumer group has projected the log, and what it has counted on the way: both move in a batch's transaction.
-- entries: the offsets before next_offset whose entries were counted; fewer than next_offset if some were passed over.
ALTER TABLE ledger_places RENAME TO checkpoints;
ALTER TABLE checkpoints ADD COLUMN entries bigint NOT NULL DEFAULT 0;
UPDATE checkpoints SET entries = next_offset;

-- accepted: what the entries say by themselves. projected: events that became rows. duplicates: those among them whose id
-- was there before; conflicts: those among these that say something else.
ALTER TABLE ledger_counts RENAME TO event_counts;
ALTER TABLE event_counts
  ALTER COLUMN projected SET DEFAULT 0,
  ADD COLUMN accepted bigint NOT NULL DEFAULT 0,
  ADD COLUMN duplicates bigint NOT NULL DEFAULT 0,
  ADD COLUMN conflicts bigint NOT NULL DEFAULT 0;
UPDATE event_counts SET accepted = projected;
INSERT INTO event_counts (consumer_group, partition, type, accepted)
SELECT consumer_group, partition, counted.key, sum(counted.value::bigint)
FROM dead_letters, jsonb_each_text(types) AS counted
WHERE replayed_at IS NULL
GROUP BY consumer_group, partition, counted.key
ON CONFLICT (consumer_group, partition, type) DO UPDATE SET accepted = event_counts.accepted + EXCLUDED.accepted;

-- snapshot: what was last read between two batches; balance: what was said of it, as the API answers it.
-- opened: whether event_counts holds the duplicates of everything before the checkpoint.
CREATE TABLE accounting (
  consumer_group text PRIMARY KEY,
  snapshot jsonb,
  balance jsonb,
  opened boolean NOT NULL DEFAULT true
) WITH (fillfactor = 10);

-- The release before counted duplicates on its own; where it had come exactly as far as the checkpoint, its sums go on.
INSERT INTO accounting (consumer_group, opened)
SELECT DISTINCT consumer_group, NOT EXISTS (
  SELECT FROM checkpoints AS own LEFT JOIN books_places AS counted USING (consumer_group, partition)
  WHERE own.consumer_group = checkpoints.consumer_group AND counted.next_offset IS DISTINCT FROM own.next_offset
)
FROM checkpoints;
INSERT INTO event_counts (consumer_group, partition, type, duplicates)
SELECT consumer_group, (SELECT min(partition) FROM checkpoints WHERE checkpoints.consumer_group = books.consumer_group), sum.key, sum.value::bigint
FROM books JOIN accounting USING (consumer_group), jsonb_each_text(totals->'duplicates') AS sum
WHERE opened
ON CONFLICT (consumer_group, partition, type) DO UPDATE SET duplicates = EXCLUDED.duplicates;
INSERT INTO event_counts (consumer_group, partition, type, conflicts)
SELECT consumer_group, (SELECT min(partition) FROM checkpoints WHERE checkpoints.consumer_group = books.consumer_group), 'visit', (totals->>'conflicts')::bigint
FROM books JOIN accounting USING (consumer_group)
WHERE totals ? 'conflicts'
ON CONFLICT (consumer_group, partition, type) DO UPDATE SET conflicts = EXCLUDED.conflicts;

DROP TABLE books_places, books;
ALTER TABLE dead_letters DROP COLUMN booked_types, DROP COLUMN rebooked;
UPDATE log_consumers SET consumer_group = replace(consumer_group, 'books-', 'accounting-') WHERE consumer_group LIKE 'books-%';

-- compared: how far the log had been projected at earlier comparisons, [{at, offsets: [[partition, next offset]]}].
ALTER TABLE reconciliations ADD COLUMN compared jsonb NOT NULL DEFAULT '[]';
