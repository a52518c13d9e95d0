import { HttpError } from '@firsttouch/infra/platform/http/http'
import type { Fragment, ISql, Sql } from 'postgres'
import { v4 } from 'uuid'
import type { By } from '../../auth/guard.ts'
import type { BulkChanged, BulkUndone, LeadChange } from '../../contract/leads.ts'
import { enqueueLeads, enqueueSenders } from '../../outbox/leads.ts'
import { LEADS } from '../records/kind.ts'
import { type Chosen, lockChosen } from '../records/selection.ts'
import { BY_STAFF, lockRecord, nameOfOwner } from '../records/staff-marks.ts'

export const changeLead = (
  sql: Sql,
  id: string,
  { version, ...wanted }: LeadChange & { version?: number | undefined },
  by: By,
): Promise<void> =>
  sql.begin(async transaction => {
    await lockRecord(transaction, LEADS, id, version)
    await applyChange(transaction, [id], wanted, by, null)
  })

export const changeMany = (sql: Sql, chosen: Chosen, wanted: LeadChange, by: By): Promise<BulkChanged> =>
  sql.begin(async transaction => {
    const ids = await lockChosen(transaction, LEADS, chosen)
    const id = v4()
    await transaction`
      INSERT INTO bulk_changes (id, changed_by, changed_at) VALUES (${id}, ${by.staff}, ${by.now})`
    const changed = await applyChange(transaction, ids, wanted, by, id)
    return { changed, undoToken: id }
  })

/** Skips fields that have been changed again. Throws HttpError 404 for an unknown change, 409 if already undone. */
export const undoMany = (sql: Sql, undoToken: string, by: By): Promise<BulkUndone> =>
  sql.begin(async transaction => {
    const [change] = await transaction<{ undoneAt: Date | null }[]>`
      SELECT undone_at AS "undoneAt" FROM bulk_changes WHERE id = ${undoToken} FOR UPDATE`
    if (!change)
      throw new HttpError(404, 'There is nothing to undo: the change is unknown or too old.', [
        { path: 'undoToken', message: 'names no change that can be undone' },
      ])
    if (change.undoneAt)
      throw new HttpError(409, 'This change was already undone.', [
        { path: 'undoToken', message: 'was already used' },
      ])
    const ofChange = transaction`SELECT lead_id FROM record_changes WHERE bulk_id = ${undoToken}`
    const leads = await transaction`SELECT id FROM leads WHERE id IN (${ofChange}) ORDER BY id FOR UPDATE`
    const restored = await revertChange(transaction, undoToken, by)
    await transaction`UPDATE bulk_changes SET undone_at = ${by.now} WHERE id = ${undoToken}`
    return { restored, kept: leads.length - restored }
  })

const applyChange = async (
  sql: ISql,
  ids: readonly string[],
  wanted: LeadChange,
  by: By,
  bulkId: string | null,
): Promise<number> => {
  const { owner } = wanted
  const ownerName = owner ? await nameOfOwner(sql, owner) : emptyOrNot(owner)
  return takeSteps(sql, stepsTo(sql, ids, { ...wanted, ownerName }), by, bulkId)
}

type Wanted = Omit<LeadChange, 'owner'> & { ownerName: string | null }

const stepsTo = (sql: ISql, ids: readonly string[], { status, spam, ownerName, followUp }: Wanted) => sql`
    SELECT leads.id, step.field, step.before, step.after
    FROM leads LEFT JOIN staff_accounts ON staff_accounts.id = owner_id
    CROSS JOIN LATERAL (VALUES
      ('status', status, ${status ?? null}::text),
      ('spam', spam_reason, CASE ${spam ?? null}::boolean
        WHEN true THEN coalesce(nullif(spam_reason, ''), ${BY_STAFF}) WHEN false THEN '' END),
      ('owner', coalesce(username, ''), ${ownerName}::text),
      ('follow_up', ${dayText(sql)}, ${followUp ?? emptyOrNot(followUp)}::text)
    ) AS step (field, before, after)
    WHERE leads.id = ANY(${ids}::uuid[]) AND step.before <> step.after`

const emptyOrNot = (wanted: string | null | undefined): '' | null => (wanted === null ? '' : null)

const dayText = (sql: ISql): Fragment => sql`coalesce(to_char(follow_up, 'YYYY-MM-DD'), '')`

const revertChange = async (sql: ISql, bulkId: string, by: By): Promise<number> => {
  const restored = await takeSteps(sql, stepsBack(sql, bulkId), by, null)
  // The trigger `note_status` stores the first reply's time. If the undone change was that reply, clears the time.
  await sql`
    UPDATE leads SET first_reply_at = NULL FROM record_changes AS change
    WHERE bulk_id = ${bulkId} AND leads.id = lead_id AND field = 'status' AND status = 'new' AND first_reply_at = changed_at`
  return restored
}

const stepsBack = (sql: ISql, bulkId: string): Fragment => sql`
  SELECT leads.id, change.field, change.after AS before, change.before AS after
  FROM record_changes AS change JOIN leads ON leads.id = change.lead_id
  LEFT JOIN staff_accounts ON staff_accounts.id = owner_id
  WHERE change.bulk_id = ${bulkId} AND deleted_at IS NULL AND change.after = CASE change.field
    WHEN 'status' THEN status WHEN 'owner' THEN coalesce(username, '') WHEN 'follow_up' THEN ${dayText(sql)} END`

/** Records each changed field with its author. Returns the number of changed leads. */
const takeSteps = async (sql: ISql, steps: Fragment, { staff, now }: By, bulkId: string | null) => {
  const changed = await sql<{ id: string; isTold: boolean; isSpamChanged: boolean }[]>`
    WITH steps AS MATERIALIZED (${steps}),
    noted AS (
      INSERT INTO record_changes (lead_id, field, before, after, changed_by, changed_at, bulk_id)
      SELECT id, field, before, after, ${staff}, ${now}, ${bulkId} FROM steps),
    wanted AS (
      SELECT id, max(after) FILTER (WHERE field = 'status') AS status, max(after) FILTER (WHERE field = 'spam') AS spam,
        max(after) FILTER (WHERE field = 'owner') AS owner, max(after) FILTER (WHERE field = 'follow_up') AS follow_up
      FROM steps GROUP BY id)
    UPDATE leads SET
      status = coalesce(wanted.status, leads.status),
      spam_reason = coalesce(wanted.spam, leads.spam_reason),
      owner_id = CASE WHEN wanted.owner IS NULL THEN owner_id
        ELSE (SELECT staff_accounts.id FROM staff_accounts WHERE username = wanted.owner) END,
      follow_up = CASE WHEN wanted.follow_up IS NULL THEN leads.follow_up ELSE nullif(wanted.follow_up, '')::date END,
      version = version + 1, updated_at = ${now}
    FROM wanted WHERE leads.id = wanted.id
    RETURNING leads.id, num_nonnulls(wanted.status, wanted.spam) > 0 AS "isTold", wanted.spam IS NOT NULL AS "isSpamChanged"`
  const changedIn = (field: 'isTold' | 'isSpamChanged') =>
    changed.flatMap(lead => (lead[field] ? [lead.id] : []))
  await enqueueLeads(sql, changedIn('isTold'), now)
  await enqueueSenders(sql, changedIn('isSpamChanged'))
  return changed.length
}
