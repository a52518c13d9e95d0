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
  recordOwner,
  storedNumber,
  version,
} from './inbox.ts'
import { LEAD_STATUSES } from './lead-status.ts'
import { onboardingSubmission } from './onboarding.ts'
import { CHANNEL, DEVICE } from './range.ts'

const status = z.enum(LEAD_STATUSES, { error: `Status must be one of ${LEAD_STATUSES.join(', ')}` })

/**
 * Optional texts are empty when absent. `samePerson`: how many other leads have this e-mail address or phone number: that is one person, everywhere. `version` moves with
 * every change. `replyDueAt`: by when an answer was promised. `firstReplyAt`: the first reply, which is when a person first changed the status away from new, as Mark as Contacted does after a mail or a call; a change that is undone was none. It stays while the lead is new again. `firstReplyBy`: the user name of who made that change. `nameTyped`: false where a form gave the name. `ownWords`: the part of the message that the person typed.
 */
export const lead = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  phoneNumber: storedNumber,
  business: z.string(),
  message: z.string(),
  nameTyped: z.boolean(),
  ownWords: z.string(),
  status,
  owner: recordOwner.nullable(),
  followUp: z.iso.date().nullable(),
  replyDueAt: z.iso.datetime().nullable(),
  firstReplyAt: z.iso.datetime().nullable(),
  firstReplyBy: z.string().nullable(),
  source: z.string(),
  sessionId: z.string(),
  firstTouchUtm: firstTouch,
  variant: z.string(),
  spamReason: z.string(),
  samePerson: z.int(),
  staffNotes: z.int(),
  version: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type Lead = z.infer<typeof lead>

const WAITING = ['yes', 'late'] as const
/** Steps of the funnel, as its figures count them: `qualified` includes those that were closed after it. */
export const REACHED = ['qualified', 'trial', 'onboarding'] as const

export const FOLLOW_UPS = ['due', 'overdue', 'later', 'none'] as const

/**
 * `q`: every word somewhere. `utmSource`, `campaign`, `keyword` (utm_term) and `ad` (utm_content) are of the first touch; `channel`, `referringSite`, `page` and `device` of the session's, as in the funnel. `person`: the lead of this id and others of the same person.
 * `waiting`: still new; `late`: for longer than was promised. `owner`: an account, `me` or `none`. `followUp`: `due` includes overdue and today; what is closed is neither due nor later.
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

/** `waiting`: who waits longest comes first, whoever was answered last. `next`: in the order in which they are due, a new one when it comes; then those without a day, closed ones last. */
export type LeadOrder = 'newest' | 'oldest' | 'updated' | 'name' | 'next' | 'waiting'

const counts = z.object({ total: z.int(), newCount: z.int(), dueCount: z.int(), lateCount: z.int() })
export type LeadCounts = z.infer<typeof counts>

/** The counts are of the filter, `inbox` has those of everything that is not spam. */
export const leadPage = counts.extend({
  items: z.array(lead),
  inbox: counts,
  nextCursor: z.string().nullable(),
})
export type LeadPage = z.infer<typeof leadPage>

/** Of the leads that a filter finds and that have a first reply. `people`: by who made that reply, whoever looks after the lead now. */
export const replyTimes = z.object({
  answered: z.int(),
  medianSeconds: z.int().nullable(),
  people: z.array(z.object({ person: z.string(), answered: z.int(), medianSeconds: z.int() })),
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

/** Channel and site are empty where no visit of the session is known. */
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

/** `no_session`: the browser named none. `unavailable`: figures cannot be read. `lastTouch`: the last touch before the form; a visit with a campaign, with a medium other than organic or by a paid click is one. */
export const leadJourney = z.object({
  state: z.enum(['known', 'no_session', 'unavailable']),
  firstTouch: touch,
  lastTouch: touch.nullable(),
  variant: z.string(),
  visits: z.int(),
  conversions: z.int(),
  pages: z.array(z.object({ path: z.string(), visits: z.int() })),
  /** Oldest first; where there are too many, the newest of them. */
  steps: z.array(step),
})
export type LeadJourney = z.infer<typeof leadJourney>

/** What is not named stays. `spam: false` takes the mark off a lead that was taken for spam. */
const changes = {
  status: status.optional(),
  spam: z.boolean('spam must be true or false').optional(),
  ...planned,
}
const SOME = { message: 'Send a status, an owner, a follow-up day, or spam', path: ['status'] }

export const leadPatch = z
  .object({ ...changes, version })
  .refine(({ version: _, ...wanted }) => isSome(wanted), SOME)
export type LeadPatch = z.input<typeof leadPatch>

export const leadSelection = z
  .object({
    leadIds: idList('lead').optional(),
    filter: leadFilter.optional(),
    expectedCount: expectedCount.optional(),
  })
  .check(oneSelection('leadIds'))

const { spam: _, ...bulk } = changes

/** `versions`, one for each id: when a lead has been changed since, none is changed now. */
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

/** `changed`: those that did not have it already. `undoToken` undoes the change for as long as deletions can be. */
export const bulkChanged = z.object({ changed: z.int(), undoToken: z.uuid() })
export type BulkChanged = z.infer<typeof bulkChanged>
/** `kept`: those that were changed again or deleted since, and keep what they have. */
export const bulkUndone = z.object({ restored: z.int(), kept: z.int() })
export type BulkUndone = z.infer<typeof bulkUndone>
