/** The leads inbox. */
import { z } from 'zod'
import { firstTouch } from './forms.ts'
import {
  change,
  choice,
  expectedCount,
  filterFields,
  idList,
  MOST_LISTED,
  note,
  oneSelection,
  orderField,
  PAGE_SIZE,
  pageFields,
  version,
} from './inbox.ts'
import { onboardingSubmission } from './onboarding.ts'

export const LEAD_STATUSES = ['new', 'contacted', 'qualified', 'closed'] as const
export type LeadStatus = (typeof LEAD_STATUSES)[number]

const status = z.enum(LEAD_STATUSES, { error: `Status must be one of ${LEAD_STATUSES.join(', ')}` })

/**
 * Optional texts are empty when absent. `spamReason` is empty for a lead; `?spam=include` lists the others too.
 * `variant`: the page that the visitor was shown, where their browser said so. `samePerson`: how many other leads have
 * the same e-mail address or phone number. `staffNotes`: how many notes staff wrote. `version` moves with every change.
 * `nameTyped` is false where a form gave the name; `ownWords` is what of the message the person typed, and may be quoted.
 */
export const lead = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  business: z.string(),
  message: z.string(),
  nameTyped: z.boolean(),
  ownWords: z.string(),
  status,
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

/**
 * The one filter of list, count, export and deletion. `q`: every word somewhere in name, e-mail, phone, business or
 * message. `source` is the form; `utmSource` and `campaign` are of the first touch, where `direct` also finds leads without
 * a source. `person`: the lead of this id and those of the same person.
 */
export const leadFilter = z.strictObject({
  ...filterFields,
  status: status.optional(),
  source: choice.optional(),
  campaign: choice.optional(),
  utmSource: choice.optional(),
  variant: choice.optional(),
  person: z.uuid('person must be a lead id').optional(),
})
export type LeadFilter = z.infer<typeof leadFilter>

export const LEAD_ORDERS = ['newest', 'oldest', 'updated', 'name'] as const
export type LeadOrder = (typeof LEAD_ORDERS)[number]
const order = orderField(LEAD_ORDERS)

export const leadsQuery = leadFilter.extend({ order, ...pageFields(MOST_LISTED) })
export const leadSearchQuery = leadFilter.extend({ order, ...pageFields(PAGE_SIZE) })
export const leadsCsvQuery = leadFilter.extend({ order })

/** `total` and `newCount` are of the filter, `inbox` of everything that is not spam. */
export const leadPage = z.object({
  items: z.array(lead),
  total: z.int(),
  newCount: z.int(),
  inbox: z.object({ total: z.int(), newCount: z.int() }),
  nextCursor: z.string().nullable(),
})
export type LeadPage = z.infer<typeof leadPage>

/** What is known of a lead beside itself; all of it from Postgres. */
export const leadDetails = z.object({
  lead,
  /** The trial signups of this person, newest first: what they asked for. */
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
  /** Other leads with this e-mail address or phone number, newest first. */
  samePerson: z.array(lead),
  notes: z.array(note),
  changes: z.array(change),
})
export type LeadDetails = z.infer<typeof leadDetails>

const step = z.object({
  type: z.enum(['visit', 'conversion', 'ab_test']),
  at: z.iso.datetime(),
  pagePath: z.string(),
  utm: firstTouch,
  referrer: z.string(),
  conversionType: z.string(),
  testName: z.string(),
  variant: z.string(),
})

/**
 * What the lead's session did, from ClickHouse. `state` says whether that is known: `no_session` when the browser named
 * none, `unavailable` while the figures cannot be read. `lastTouch`: the last tagged visit before the form was sent.
 */
export const leadJourney = z.object({
  state: z.enum(['known', 'no_session', 'unavailable']),
  firstTouch,
  lastTouch: firstTouch.nullable(),
  variant: z.string(),
  visits: z.int(),
  conversions: z.int(),
  pages: z.array(z.object({ path: z.string(), visits: z.int() })),
  /** Oldest first; the newest of them where there are more than can be sent. */
  steps: z.array(step),
})
export type LeadJourney = z.infer<typeof leadJourney>

/** `spam: false` takes the mark off a lead that was taken for spam. */
export const leadPatch = z
  .object({
    status: status.optional(),
    spam: z.boolean('spam must be true or false').optional(),
    version,
  })
  .refine(patch => patch.status !== undefined || patch.spam !== undefined, {
    message: 'Send a status, or spam',
    path: ['status'],
  })
export type LeadPatch = z.input<typeof leadPatch>

/** Either leads by their ids, or whatever a filter finds, as long as that is the expected number. */
export const leadSelection = z
  .object({
    leadIds: idList('lead').optional(),
    filter: leadFilter.optional(),
    expectedCount: expectedCount.optional(),
  })
  .check(oneSelection('leadIds'))
export type LeadSelection = z.input<typeof leadSelection>

/**
 * The number as messaging apps want it: digits with the country first, or null when it cannot be one. A number without a
 * country is taken as British, where the customers are. The stored number stays as it was typed.
 */
export const internationalDigits = (phone: string): string | null => {
  const typed = phone.trim()
  const digits = typed.replace(/\(0\)/, '').replace(/\D/g, '')
  const number = typed.startsWith('+')
    ? digits
    : digits.startsWith('00')
      ? digits.slice(2)
      : digits.startsWith('0')
        ? `44${digits.slice(1)}`
        : digits
  return /^[1-9]\d{5,14}$/.test(number) ? number : null
}
