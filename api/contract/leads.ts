import { z } from 'zod'
import { firstTouch } from './forms.ts'
import {
  change,
  choice,
  expectedCount,
  filterFields,
  idList,
  isSome,
  MOST_IDS,
  note,
  oneSelection,
  planned,
  recordFields,
  version,
} from './inbox.ts'
import { LEAD_STATUSES } from './lead-status.ts'
import { onboardingSubmission } from './onboarding.ts'
import { CHANNEL, DEVICE } from './range.ts'

const status = z.enum(LEAD_STATUSES, { error: `Status must be one of ${LEAD_STATUSES.join(', ')}` })

/** Missing texts are empty. `version` increases with every change. */
export const lead = z.object({
  ...recordFields,
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  business: z.string(),
  message: z.string(),
  /** False if the form, not the visitor, filled in the name. */
  nameTyped: z.boolean(),
  /** The part of `message` that the visitor typed. */
  ownWords: z.string(),
  status,
  /** Time by which the site promised an answer. */
  replyDueAt: z.iso.datetime().nullable(),
  /** Time at which staff first changed the status away from new. Undone changes do not count. */
  firstReplyAt: z.iso.datetime().nullable(),
  /** User name of the person who changed the status at `firstReplyAt`. */
  firstReplyBy: z.string().nullable(),
  source: z.string(),
  sessionId: z.string(),
  firstTouchUtm: firstTouch,
  variant: z.string(),
  /** Number of other leads with this e-mail address or phone number. Their senders count as the same person. */
  samePerson: z.int(),
  updatedAt: z.iso.datetime(),
})
export type Lead = z.infer<typeof lead>

const WAITING = ['yes', 'late'] as const
/** Funnel steps that a lead can have reached. `qualified` includes leads that were closed after they were qualified. */
export const REACHED = ['qualified', 'trial', 'onboarding'] as const

export const FOLLOW_UPS = ['due', 'overdue', 'later', 'none'] as const

/** `channel`, `referringSite`, `page` and `device` belong to the session. The UTM tags belong to the first touch. */
export const leadFilter = z.strictObject({
  ...filterFields,
  status: status.optional(),
  source: choice.optional(),
  campaign: choice.optional(),
  utmSource: choice.optional(),
  keyword: choice.optional(),
  ad: choice.optional(),
  channel: CHANNEL.optional(),
  referringSite: choice.optional(),
  page: choice.optional(),
  device: DEVICE.optional(),
  variant: choice.optional(),
  reached: z.enum(REACHED, { error: `reached must be one of ${REACHED.join(', ')}` }).optional(),
  /** Selects the lead with this id and all leads of the same person. */
  person: z.uuid('person must be a lead id').optional(),
  owner: z.union([z.enum(['me', 'none']), z.uuid()], 'owner must be me, none or an account id').optional(),
  /** `yes` selects new leads. `late` selects new leads past `replyDueAt`. */
  waiting: z.enum(WAITING, { error: `waiting must be one of ${WAITING.join(', ')}` }).optional(),
  /** `due` includes overdue and today. Closed leads are neither due nor later. */
  followUp: z.enum(FOLLOW_UPS, { error: `followUp must be one of ${FOLLOW_UPS.join(', ')}` }).optional(),
})
export type LeadFilter = z.infer<typeof leadFilter>

/**
 * `waiting` starts with the unanswered leads, oldest first. `next` sorts by due date. A new lead is due at its arrival.
 * Leads without a date follow, then closed leads.
 */
export type LeadOrder = 'newest' | 'oldest' | 'updated' | 'name' | 'next' | 'waiting'

const counts = z.object({ total: z.int(), newCount: z.int(), dueCount: z.int(), lateCount: z.int() })
export type LeadCounts = z.infer<typeof counts>

/** Counts of the filtered leads. `inbox` covers all leads except spam. `nextCursor` is null on the last page. */
export const leadPage = counts.extend({
  items: z.array(lead),
  inbox: counts,
  nextCursor: z.string().nullable(),
})
export type LeadPage = z.infer<typeof leadPage>

/** Covers only leads with a first reply. `people` groups by author of the reply, `owners` by current owner. */
export const replyTimes = z.object({
  answered: z.int(),
  medianSeconds: z.int().nullable(),
  people: z.array(z.object({ person: z.string(), answered: z.int(), medianSeconds: z.int() })),
  owners: z.array(z.object({ owner: z.string().nullable(), answered: z.int(), medianSeconds: z.int() })),
})
export type ReplyTimes = z.infer<typeof replyTimes>

export const leadDetails = z.object({
  lead,
  trials: z.array(
    z.object({
      leadId: z.uuid(),
      website: z.string(),
      primaryKeyword: z.string(),
      targetArea: z.string(),
      currentAdsAccount: z.enum(['yes', 'no']),
      additionalInfo: z.string(),
      createdAt: z.iso.datetime(),
    }),
  ),
  onboarding: z.array(onboardingSubmission),
  samePerson: z.array(lead),
  notes: z.array(note),
  changes: z.array(change),
})
export type LeadDetails = z.infer<typeof leadDetails>

/** `channel` and `referringSite` are empty if no visit of the session is known. */
const touch = firstTouch.extend({ channel: z.string(), referringSite: z.string() })
export type Touch = z.infer<typeof touch>

const step = z.object({
  type: z.enum(['visit', 'conversion', 'ab_test']),
  at: z.iso.datetime(),
  pagePath: z.string(),
  utm: touch,
  referrer: z.string(),
  conversionType: z.string(),
  testName: z.string(),
  variant: z.string(),
})

/**
 * `no_session` means that the form had no session id, `unavailable` that the analytics store does not answer.
 * Of the visits before the form, `lastTouch` is the last one with a campaign, a medium other than organic or a paid
 * click. Without such a visit, it is the first one. null if there is no visit before the form.
 */
export const leadJourney = z.object({
  state: z.enum(['known', 'no_session', 'unavailable']),
  firstTouch: touch,
  lastTouch: touch.nullable(),
  variant: z.string(),
  visits: z.int(),
  conversions: z.int(),
  pages: z.array(z.object({ path: z.string(), visits: z.int() })),
  /** Steps of the visitor, oldest first. A long list has only the newest steps. */
  steps: z.array(step),
})
export type LeadJourney = z.infer<typeof leadJourney>

/** An omitted field stays unchanged. `spam: false` removes the spam mark. */
const changes = {
  status: status.optional(),
  spam: z.boolean('spam must be true or false').optional(),
  ...planned,
}
const SOME = { message: 'Send a status, an owner, a follow-up day, or spam', path: ['status'] }

export const leadPatch = z
  .object({ ...changes, version })
  .refine(({ version: _, ...wanted }) => isSome(wanted), SOME)

export const leadSelection = z
  .object({
    leadIds: idList('lead').optional(),
    filter: leadFilter.optional(),
    expectedCount: expectedCount.optional(),
  })
  .check(oneSelection('leadIds'))

const { spam: _, ...bulk } = changes

/** `versions` has the expected version of each id. If one differs, the server answers 409 and changes nothing. */
export const leadBulkChange = leadSelection
  .safeExtend({
    versions: z.array(z.int('Each version must be a whole number')).max(MOST_IDS).optional(),
    change: z.strictObject(bulk).refine(isSome, SOME),
  })
  .refine(({ versions, leadIds }) => versions === undefined || versions.length === leadIds?.length, {
    message: 'Send one version for each of the leadIds',
    path: ['versions'],
  })
export type LeadBulkChange = z.input<typeof leadBulkChange>
export type LeadChange = Omit<z.output<typeof leadPatch>, 'version'>

/** `changed` counts leads that were different before. `undoToken` can undo the change within 30 days. */
export const bulkChanged = z.object({ changed: z.int(), undoToken: z.uuid() })
export type BulkChanged = z.infer<typeof bulkChanged>
/** `kept` counts leads that were changed or deleted after the bulk change. The undo leaves them unchanged. */
export const bulkUndone = z.object({ restored: z.int(), kept: z.int() })
export type BulkUndone = z.infer<typeof bulkUndone>
