import { DAY_MS } from '@firsttouch/infra/platform/timing'
import type { Fragment, ISql } from 'postgres'
import { ABSOLUTE_MS, DEVICE_MS, IDLE_MS } from './auth/sessions.ts'
import { FORGOTTEN_AFTER_MS } from './auth/throttle.ts'
import { DEFAULT_DAYS } from './contract/kept.ts'
import type { Keep } from './deps.ts'

/** For this many days, deleted records can be restored and bulk changes can be undone. */
const UNDO_DAYS = 30

/** Days after which an expired invitation is deleted. Until then, its link shows that it has expired. */
const INVITATION_DAYS = 30

/** Retention of notifications in days. A notification has no personal data, so it may stay longer than its record. */
const TOLD_DAYS = 30

export const KEEP: Keep = {
  leadsDays: DEFAULT_DAYS.forms,
  spamDays: DEFAULT_DAYS.programs,
  detailsDays: DEFAULT_DAYS.visitDetails,
  auditDays: 400,
  clickIdDays: DEFAULT_DAYS.clickIds,
}

export const sweep = async (sql: ISql, now: Date, keep: Keep = KEEP): Promise<void> => {
  const before = (ms: number) => new Date(now.getTime() - ms)
  await sql`DELETE FROM staff_sessions WHERE seen_at < ${before(IDLE_MS)} OR created_at < ${before(ABSOLUTE_MS)}`
  await sql`DELETE FROM staff_devices WHERE seen_at < ${before(DEVICE_MS)}`
  await sql`DELETE FROM staff_invitations WHERE expires_at < ${before(INVITATION_DAYS * DAY_MS)}`
  await sql`DELETE FROM login_failures WHERE last_at < ${before(FORGOTTEN_AFTER_MS)}`
  await sql`DELETE FROM form_attempts WHERE starts_at < ${before(2 * DAY_MS)}`
  await sql`DELETE FROM used_nonces WHERE used_at < ${before(DAY_MS)}`
  await sql`DELETE FROM form_submissions WHERE created_at < ${before(7 * DAY_MS)}`
  await sql`DELETE FROM outbox WHERE sent_at < ${before(7 * DAY_MS)}`
  await sql`DELETE FROM notifications WHERE done_at < ${before(TOLD_DAYS * DAY_MS)}`
  for (const table of ['leads', 'onboarding_submissions']) await sweepInbox(sql, table, before, keep)
  // If click ids are off, `clickIdDays` is 0, so every click id is deleted.
  await sql`DELETE FROM click_ids WHERE clicked_at <= ${before(keep.clickIdDays * DAY_MS)}`
  await sql`DELETE FROM bulk_changes WHERE changed_at < ${before(UNDO_DAYS * DAY_MS)}`
  await sql`DELETE FROM deletions WHERE deleted_at < ${before(UNDO_DAYS * DAY_MS)}`
  if (keep.auditDays > 0) {
    await sql`DELETE FROM audit_log WHERE at < ${before(keep.auditDays * DAY_MS)}`
    await sql`DELETE FROM spend_corrections WHERE corrected_at < ${before(keep.auditDays * DAY_MS)}`
    await sql`DELETE FROM spend_batches WHERE stored_at < ${before(keep.auditDays * DAY_MS)}`
  }
}

const sweepInbox = async (
  sql: ISql,
  table: string,
  before: (ms: number) => Date,
  { leadsDays, spamDays, detailsDays }: Keep,
): Promise<void> => {
  // All bulk changes lock records in the order of their ids, which prevents deadlocks.
  const those = (where: Fragment) =>
    sql`id IN (SELECT id FROM ${sql(table)} WHERE ${where} ORDER BY id FOR UPDATE)`
  const remove = (where: Fragment) => sql`DELETE FROM ${sql(table)} WHERE ${those(where)}`
  await remove(sql`deleted_at < ${before(UNDO_DAYS * DAY_MS)}`)
  if (leadsDays > 0) await remove(sql`created_at < ${before(leadsDays * DAY_MS)}`)
  // Retention also replaces the id of an old session in its events, so the stored id would find no events.
  if (detailsDays > 0)
    await sql`
      UPDATE ${sql(table)} SET session_id = ''
      WHERE ${those(sql`session_id <> '' AND created_at < ${before(detailsDays * DAY_MS)}`)}`
  if (spamDays > 0) await remove(sql`spam_reason <> '' AND created_at < ${before(spamDays * DAY_MS)}`)
}
