-- Who looks after a lead, and the day on which somebody is to look at it again. next_step_at puts leads in the order in which
-- they are due: a new one when it comes, any other on its day, those without a day after all that have one, closed ones last.
ALTER TABLE leads
  ADD COLUMN owner_id uuid REFERENCES staff_accounts,
  ADD COLUMN follow_up date,
  ADD COLUMN next_step_at timestamptz GENERATED ALWAYS AS (
    CASE WHEN status = 'closed' THEN timestamp '9999-01-01' AT TIME ZONE 'UTC'
      ELSE coalesce(
        follow_up::timestamp AT TIME ZONE 'UTC',
        CASE WHEN status = 'new' THEN created_at ELSE timestamp '9998-01-01' AT TIME ZONE 'UTC' END)
    END) STORED;
CREATE INDEX leads_next_step ON leads (next_step_at, id) WHERE deleted_at IS NULL;
CREATE INDEX leads_by_owner ON leads (owner_id, created_at DESC, id DESC) INCLUDE (status) WHERE deleted_at IS NULL;
CREATE INDEX leads_follow_up ON leads (follow_up) WHERE deleted_at IS NULL AND status <> 'closed';

-- One change of many leads by staff: its id is what undoes it.
CREATE TABLE bulk_changes (
  id uuid PRIMARY KEY,
  changed_by text NOT NULL,
  changed_at timestamptz NOT NULL,
  undone_at timestamptz
);

-- For an owner, before and after are user names; for a follow-up, days. Empty for none.
ALTER TABLE record_changes DROP CONSTRAINT record_changes_field_check;
ALTER TABLE record_changes
  ADD CONSTRAINT record_changes_field_check CHECK (field IN ('status', 'spam', 'owner', 'follow_up')),
  ADD COLUMN bulk_id uuid REFERENCES bulk_changes ON DELETE SET NULL;
CREATE INDEX record_changes_bulk ON record_changes (bulk_id) WHERE bulk_id IS NOT NULL;
