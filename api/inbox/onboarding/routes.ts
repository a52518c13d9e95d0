import { phoneCell } from '../../contract/csv.ts'
import {
  type OnboardingSubmission,
  onboardingSubmission,
  submissionDetails,
  submissionFilter,
  submissionPage,
  submissionPatch,
  submissionSearchQuery,
  submissionSelection,
  submissionsCsvQuery,
  submissionsQuery,
} from '../../contract/onboarding.ts'
import type { Api, Deps } from '../../deps.ts'
import type { Inbox } from '../inbox.ts'
import { readSubmissionDetails } from '../records/details.ts'
import { SUBMISSION_LIST } from '../records/onboarding.ts'
import { inboxRoutes } from '../routes.ts'
import { changeSubmission } from './changes.ts'

const INBOX: Inbox<OnboardingSubmission> = {
  ...SUBMISSION_LIST,
  schemas: {
    item: onboardingSubmission,
    page: submissionPage,
    details: submissionDetails,
    change: submissionPatch,
    filter: submissionFilter,
    list: submissionsQuery,
    search: submissionSearchQuery,
    file: submissionsCsvQuery,
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
