import type { Sql } from 'postgres'
import { phoneCell } from '../../contract/csv.ts'
import {
  type OnboardingSubmission,
  onboardingSubmission,
  submissionDetails,
  submissionFilter,
  submissionPage,
  submissionPatch,
  submissionSelection,
} from '../../contract/onboarding.ts'
import type { Api, Deps } from '../../deps.ts'
import { enqueueSenders } from '../../outbox/leads.ts'
import type { Inbox } from '../inbox.ts'
import { readSubmissionDetails } from '../records/details.ts'
import { SUBMISSIONS } from '../records/kind.ts'
import { SUBMISSION_LIST } from '../records/onboarding.ts'
import { BY_STAFF, type By, lockRecord } from '../records/staff-marks.ts'
import { inboxRoutes } from '../routes.ts'

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

const INBOX: Inbox<OnboardingSubmission> = {
  ...SUBMISSION_LIST,
  schemas: {
    item: onboardingSubmission,
    page: submissionPage,
    details: submissionDetails,
    change: submissionPatch,
    filter: submissionFilter,
    selection: submissionSelection,
  },
  details: readSubmissionDetails,
  change: changeSubmission,
  file: {
    subject: 'onboarding_submissions',
    columns: {
      ID: one => one.id,
      'Full Name': one => one.fullName,
      'Business Name': one => one.businessName,
      Email: one => one.emailAddress,
      Mobile: one => phoneCell(one.mobileNumber, one.phoneNumber),
      Website: one => one.websiteAddress,
      'Has Google Ads': one => (one.hasGoogleAds ? 'Yes' : 'No'),
      'Primary Keyword': one => one.primaryKeyword,
      'Target Area': one => one.targetArea,
      Notes: one => one.notes,
      'Created At': one => one.createdAt,
    },
  },
}

export const onboardingInboxRoutes = (app: Api, deps: Deps): void => inboxRoutes(app, deps, INBOX)
