import { z } from 'zod'
import {
  change,
  expectedCount,
  filterFields,
  idList,
  note,
  oneSelection,
  storedNumber,
  version,
} from './inbox.ts'

/** Optional texts are empty when absent. `version` moves with every change. */
export const onboardingSubmission = z.object({
  id: z.uuid(),
  fullName: z.string(),
  businessName: z.string(),
  mobileNumber: z.string(),
  phoneNumber: storedNumber,
  websiteAddress: z.string(),
  emailAddress: z.string(),
  hasGoogleAds: z.boolean(),
  primaryKeyword: z.string(),
  targetArea: z.string(),
  notes: z.string(),
  spamReason: z.string(),
  staffNotes: z.int(),
  version: z.int(),
  createdAt: z.iso.datetime(),
})
export type OnboardingSubmission = z.infer<typeof onboardingSubmission>

export const submissionFilter = z.strictObject({
  ...filterFields,
  account: z.enum(['yes', 'no'], 'account must be yes or no').optional(),
})
export type SubmissionFilter = z.infer<typeof submissionFilter>

export type SubmissionOrder = 'newest' | 'oldest' | 'name'

/** `total` is of the filter, `inbox` of everything that is not spam. */
export const submissionPage = z.object({
  items: z.array(onboardingSubmission),
  total: z.int(),
  inbox: z.object({ total: z.int() }),
  nextCursor: z.string().nullable(),
})
export type SubmissionPage = z.infer<typeof submissionPage>

export const submissionDetails = z.object({
  submission: onboardingSubmission,
  /** Leads with this e-mail address or phone number, newest first: how the customer came. */
  leads: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      source: z.string(),
      status: z.string(),
      createdAt: z.iso.datetime(),
    }),
  ),
  notes: z.array(note),
  changes: z.array(change),
})
export type SubmissionDetails = z.infer<typeof submissionDetails>

export const submissionPatch = z.object({ spam: z.boolean('spam must be true or false'), version })

export const submissionSelection = z
  .object({
    submissionIds: idList('submission').optional(),
    filter: submissionFilter.optional(),
    expectedCount: expectedCount.optional(),
  })
  .check(oneSelection('submissionIds'))
