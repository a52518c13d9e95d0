import { z } from 'zod'
import {
  change,
  expectedCount,
  filterFields,
  idList,
  isSome,
  note,
  oneSelection,
  planned,
  recordFields,
  version,
} from './inbox.ts'
import { ONBOARDING_STEPS } from './onboarding-steps.ts'

const step = z.enum(ONBOARDING_STEPS, { error: `Each step must be one of ${ONBOARDING_STEPS.join(', ')}` })

/** Absent texts are empty. `done` lists completed steps. `version` increases with every change. */
export const onboardingSubmission = z.object({
  ...recordFields,
  fullName: z.string(),
  businessName: z.string(),
  mobileNumber: z.string(),
  websiteAddress: z.string(),
  emailAddress: z.string(),
  hasGoogleAds: z.boolean(),
  primaryKeyword: z.string(),
  targetArea: z.string(),
  notes: z.string(),
  done: z.array(step),
})
export type OnboardingSubmission = z.infer<typeof onboardingSubmission>

/** `missing` selects submissions where this step is not done. */
export const submissionFilter = z.strictObject({
  ...filterFields,
  account: z.enum(['yes', 'no'], 'account must be yes or no').optional(),
  missing: step.optional(),
})
export type SubmissionFilter = z.infer<typeof submissionFilter>

export type SubmissionOrder = 'newest' | 'oldest' | 'name'

/** `total` counts the submissions that match the filter. `inbox` counts all submissions except spam. */
export const submissionPage = z.object({
  items: z.array(onboardingSubmission),
  total: z.int(),
  inbox: z.object({ total: z.int() }),
  nextCursor: z.string().nullable(),
})
export type SubmissionPage = z.infer<typeof submissionPage>

export const submissionDetails = z.object({
  submission: onboardingSubmission,
  /** Leads with the same e-mail address or phone number, newest first. */
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

const changes = {
  spam: z.boolean('spam must be true or false').optional(),
  /** The complete list of done steps, in any order. */
  done: z.array(step, 'done must be a list of steps').max(ONBOARDING_STEPS.length).optional(),
  ...planned,
}
export const submissionPatch = z
  .object({ ...changes, version })
  .refine(({ version: _, ...wanted }) => isSome(wanted), {
    message: 'Send the steps that are done, an owner, a follow-up day, or spam',
    path: ['spam'],
  })
export type SubmissionPatch = z.output<typeof submissionPatch>

export const submissionSelection = z
  .object({
    submissionIds: idList('submission').optional(),
    filter: submissionFilter.optional(),
    expectedCount: expectedCount.optional(),
  })
  .check(oneSelection('submissionIds'))
