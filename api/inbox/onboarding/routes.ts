import type { ISql, Sql } from 'postgres'
import type { By } from '../../auth/guard.ts'
import { phoneCell } from '../../contract/csv.ts'
import {
  type OnboardingSubmission,
  onboardingSubmission,
  type SubmissionPatch,
  submissionDetails,
  submissionFilter,
  submissionPage,
  submissionPatch,
  submissionSelection,
} from '../../contract/onboarding.ts'
import { ONBOARDING_STEPS, type OnboardingStep } from '../../contract/onboarding-steps.ts'
import type { Api, Deps } from '../../deps.ts'
import { enqueueSenders } from '../../outbox/leads.ts'
import type { Inbox } from '../inbox.ts'
import { readSubmissionDetails } from '../records/details.ts'
import { SUBMISSIONS } from '../records/kind.ts'
import { selectOne } from '../records/list.ts'
import { SUBMISSION_LIST } from '../records/onboarding.ts'
import { BY_STAFF, lockRecord, nameOfOwner } from '../records/staff-marks.ts'
import { inboxRoutes } from '../routes.ts'

export const changeSubmission = (
  sql: Sql,
  id: string,
  { version, ...wanted }: SubmissionPatch,
  { staff, now }: By,
): Promise<void> =>
  sql.begin(async transaction => {
    await lockRecord(transaction, SUBMISSIONS, id, version)
    const before = await selectOne(transaction, SUBMISSION_LIST, id)
    const after = await changed(transaction, before, wanted)
    const [had, has] = [marksOf(before), marksOf(after)]
    const fields = Object.keys(has).filter(field => had[field] !== has[field])
    if (fields.length === 0) return
    const marks = fields.map(field => ({
      ...{ submission_id: id, field, before: had[field], after: has[field] },
      ...{ changed_by: staff, changed_at: now },
    }))
    await transaction`INSERT INTO record_changes ${transaction(marks)}`
    await transaction`
      UPDATE onboarding_submissions SET spam_reason = ${after.spamReason}, owner_id = ${after.owner?.id ?? null},
        follow_up = ${after.followUp}, steps_done = ${after.done}, version = version + 1 WHERE id = ${id}`
    if (fields.includes('spam')) await enqueueSenders(transaction, [id])
  })

type Marked = Pick<OnboardingSubmission, 'spamReason' | 'owner' | 'followUp' | 'done'>

const changed = async (
  sql: ISql,
  before: Marked,
  { spam, owner, followUp, done }: Omit<SubmissionPatch, 'version'>,
): Promise<Marked> => ({
  spamReason: spam === undefined ? before.spamReason : spam ? before.spamReason || BY_STAFF : '',
  owner: owner
    ? { id: owner, username: await nameOfOwner(sql, owner) }
    : owner === null
      ? null
      : before.owner,
  followUp: followUp === undefined ? before.followUp : followUp,
  done: done ?? before.done,
})

const marksOf = ({ spamReason, owner, followUp, done }: Marked): Record<string, string> => ({
  spam: spamReason,
  owner: owner?.username ?? '',
  follow_up: followUp ?? '',
  ...Object.fromEntries(ONBOARDING_STEPS.map(step => [step, done.includes(step) ? 'done' : ''])),
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
    /** First the columns of the specification, then the progress of the onboarding. */
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
      Access: one => yesOrNo(one, 'access'),
      Keyword: one => yesOrNo(one, 'keyword'),
      'Landing Page': one => yesOrNo(one, 'landing_page'),
      Live: one => yesOrNo(one, 'live'),
      Owner: one => one.owner?.username ?? '',
      'Follow-up': one => one.followUp ?? '',
    },
  },
}

const yesOrNo = ({ done }: OnboardingSubmission, step: OnboardingStep) => (done.includes(step) ? 'Yes' : 'No')

export const onboardingInboxRoutes = (app: Api, deps: Deps): void => inboxRoutes(app, deps, INBOX)
