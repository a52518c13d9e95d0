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

/**
 * Optional texts are empty when absent. `version` increases with every change. `samePerson` is the number of other leads with this e-mail
 * address or phone number; the API treats their senders as one person. `replyDueAt` is the time by which the site promised an answer.
 * `firstReplyAt` is the time at which staff first changed the status away from new, for example with Mark as Contacted after a mail or a
 * call. A change that was undone does not count. The time stays if the lead becomes new again. `firstReplyBy` is the user name of the
 * person who made that change. `nameTyped` is false if the form filled in the name. `ownWords` is the part of the message that the person
 * typed.
 */
export const lead = z.object({
  ...recordFields,
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  business: z.string(),
  message: z.string(),
  nameTyped: z.boolean(),
  ownWords: z.string(),
  status,
  replyDueAt: z.iso.datetime().nullable(),
  firstReplyAt: z.iso.datetime().nullable(),
  firstReplyBy: z.string().nullable(),
  source: z.string(),
  sessionId: z.string(),
  firstTouchUtm: firstTouch,
  variant: z.string(),
  samePerson: z.int(),
  updatedAt: z.iso.datetime(),
})
export type Lead = z.infer<typeof lead>

const WAITING = ['yes', 'late'] as const
/** Funnel steps. `qualified` includes leads that were closed after they were qualified. */
export const REACHED = ['qualified', 'trial', 'onboarding'] as const

export const FOLLOW_UPS = ['due', 'overdue', 'later', 'none'] as const

/**
 * `utmSource`, `campaign`, `keyword` (utm_term) and `ad` (utm_content) filter by first touch. `channel`,
 * `referringSite`, `page` and `device` filter by the session, as in the funnel. `person` selects the lead with this id
 * and all leads of the same person. `waiting=yes` selects new leads, and `late` new leads past `replyDueAt`. `owner` is
 * an account id, `me` or `none`. `followUp=due` includes overdue and today. Closed leads are neither due nor later.
 */
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
  person: z.uuid('person must be a lead id').optional(),
  owner: z.union([z.enum(['me', 'none']), z.uuid()], 'owner must be me, none or an account id').optional(),
  waiting: z.enum(WAITING, { error: `waiting must be one of ${WAITING.join(', ')}` }).optional(),
  followUp: z.enum(FOLLOW_UPS, { error: `followUp must be one of ${FOLLOW_UPS.join(', ')}` }).optional(),
})
export type LeadFilter = z.infer<typeof leadFilter>

/**
 * `waiting`: unanswered leads come first, oldest first. `next`: by due date, where a new lead is due at its arrival; then leads without a
 * date; closed leads come last.
 */
export type LeadOrder = 'newest' | 'oldest' | 'updated' | 'name' | 'next' | 'waiting'

const counts = z.object({ total: z.int(), newCount: z.int(), dueCount: z.int(), lateCount: z.int() })
export type LeadCounts = z.infer<typeof counts>

/** The counts cover the filtered leads. `inbox` counts all leads except spam. `nextCursor` is null on the last page. */
export const leadPage = counts.extend({
  items: z.array(lead),
  inbox: counts,
  nextCursor: z.string().nullable(),
})
export type LeadPage = z.infer<typeof leadPage>

/** Filtered leads with a first reply, also by its author (`people`) and by current owner (`owners`, null: none). */
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
 * `no_session`: the form came without a session id. `unavailable`: the analytics store does not answer. `lastTouch` is the last touch
 * before the form: a visit with a campaign, with a medium other than organic, or by a paid click. null if there is none.
 */
export const leadJourney = z.object({
  state: z.enum(['known', 'no_session', 'unavailable']),
  firstTouch: touch,
  lastTouch: touch.nullable(),
  variant: z.string(),
  visits: z.int(),
  conversions: z.int(),
  pages: z.array(z.object({ path: z.string(), visits: z.int() })),
  /** Oldest first. If there are too many, only the newest. */
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

/** `versions` has the expected version of each id. If any version differs, the server answers 409 and changes nothing. */
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

/** `changed` counts leads that were different before. `undoToken` undoes the change for 30 days. */
export const bulkChanged = z.object({ changed: z.int(), undoToken: z.uuid() })
export type BulkChanged = z.infer<typeof bulkChanged>
/** `kept` counts leads that were changed or deleted later. The undo leaves them unchanged. */
export const bulkUndone = z.object({ restored: z.int(), kept: z.int() })
export type BulkUndone = z.infer<typeof bulkUndone>
