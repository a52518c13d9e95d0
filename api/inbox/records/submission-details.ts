/** What is known of an onboarding submission beside itself. */
import type { Sql } from 'postgres'
import type { SubmissionDetails } from '../../contract/onboarding.ts'
import { selectLeadsBy } from './leads.ts'
import { selectSubmissionsBy } from './onboarding.ts'
import { noSuch, selectChanges, selectNotes } from './staff-marks.ts'

const LEADS = 20

/** Throws a HttpError (404) when there is no such submission. */
export const readSubmissionDetails = async (sql: Sql, id: string): Promise<SubmissionDetails> => {
  const [submission] = await selectSubmissionsBy(sql, sql`id = ${id}`, 1)
  if (!submission) throw noSuch('onboarding')
  const [leads, notes, changes] = await Promise.all([
    selectLeadsBy(sql, leadsOf(sql, id), LEADS),
    selectNotes(sql, 'onboarding', id),
    selectChanges(sql, 'onboarding', id),
  ])
  return { submission, leads, notes, changes }
}

const leadsOf = (sql: Sql, submissionId: string) => sql`spam_reason = '' AND (
  lower(email) = (SELECT lower(email_address) FROM onboarding_submissions WHERE id = ${submissionId})
  OR phone_key <> '' AND phone_key = (SELECT phone_key FROM onboarding_submissions WHERE id = ${submissionId}))`
