import type { Sql } from 'postgres'
import { enqueueSenders } from '../../outbox/leads.ts'
import { SUBMISSIONS } from '../records/kind.ts'
import { BY_STAFF, type By, lockRecord } from '../records/staff-marks.ts'

type Wanted = { spam: boolean; version?: number | undefined }

/** Throws a HttpError: 404 when there is no such submission, 409 when somebody changed it since `version`. */
export const changeSubmission = (sql: Sql, id: string, { spam, version }: Wanted, by: By): Promise<void> =>
  sql.begin(async transaction => {
    const { spamReason } = await lockRecord(transaction, SUBMISSIONS, id, version)
    if (spam === (spamReason !== '')) return
    const after = spam ? BY_STAFF : ''
    await transaction`
      INSERT INTO record_changes (submission_id, field, before, after, changed_by, changed_at)
      VALUES (${id}, 'spam', ${spamReason}, ${after}, ${by.staff}, ${by.now})`
    await transaction`
      UPDATE onboarding_submissions SET spam_reason = ${after}, version = version + 1 WHERE id = ${id}`
    await enqueueSenders(transaction, [id])
  })
