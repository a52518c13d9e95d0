/** Leads and submissions in different states. */
import type { RecordOwner } from '@firsttouch/api/contract/inbox'
import type { Lead, LeadDetails, LeadJourney, LeadPage, ReplyTimes } from '@firsttouch/api/contract/leads'
import type {
  OnboardingSubmission,
  SubmissionDetails,
  SubmissionPage,
} from '@firsttouch/api/contract/onboarding'
import { idOf } from './answers.ts'

const UNTAGGED = { utm_source: '', utm_medium: '', utm_campaign: '', utm_content: '', utm_term: '' }
const TAGGED = { ...UNTAGGED, utm_source: 'google', utm_medium: 'cpc', utm_campaign: 'spring_roofs' }

export const OWNERS: RecordOwner[] = [
  { id: idOf(91), username: 'ada' },
  { id: idOf(92), username: 'ben' },
]

export const lead = (given: Partial<Lead> = {}): Lead => ({
  ...{
    id: idOf(31),
    name: 'Jo Bloggs',
    email: 'jo@example.co.uk',
    phone: '07700 900123',
    phoneNumber: { e164: '+447700900123', extension: '' },
    business: 'Roofs & Co',
  },
  ...{ message: 'My roof leaks.', nameTyped: true, ownWords: 'My roof leaks.', status: 'new', owner: null },
  ...{ followUp: null, replyDueAt: '2026-03-30T09:00:00.000Z', firstReplyAt: null, firstReplyBy: null },
  source: 'contact_form',
  ...{ sessionId: 'abcdefgh-1234', firstTouchUtm: TAGGED, variant: 'v2', spamReason: '', samePerson: 0 },
  ...{
    staffNotes: 0,
    version: 1,
    createdAt: '2026-03-29T09:00:00.000Z',
    updatedAt: '2026-03-29T09:30:00.000Z',
  },
  ...given,
})

/** This lead has an owner and an overdue follow-up. */
export const ANSWERED = lead({
  ...{
    id: idOf(32),
    name: 'Kim Field',
    email: 'kim@example.org',
    phone: '',
    phoneNumber: null,
    business: '',
    message: 'Call me.',
  },
  ...{ status: 'contacted', owner: { id: idOf(92), username: 'ben' }, followUp: '2026-03-27' },
  ...{
    firstReplyAt: '2026-03-25T11:00:00.000Z',
    firstReplyBy: 'ben',
    source: 'promotional_popup',
    sessionId: '',
    samePerson: 2,
  },
  ...{ firstTouchUtm: UNTAGGED, staffNotes: 1, createdAt: '2026-03-25T08:00:00.000Z', replyDueAt: null },
  updatedAt: '2026-03-26T10:00:00.000Z',
})

export const LEADS: LeadPage = {
  items: [lead(), ANSWERED],
  ...{ total: 60, newCount: 11, dueCount: 7, lateCount: 3, nextCursor: 'more' },
  inbox: { total: 60, newCount: 11, dueCount: 7, lateCount: 3 },
}

export const REPLY_TIMES: ReplyTimes = {
  ...{ answered: 49, medianSeconds: 5_400 },
  people: [
    { person: 'ben', answered: 30, medianSeconds: 2_400 },
    { person: 'ada', answered: 19, medianSeconds: 18_000 },
  ],
  owners: [],
}

export const submission = (given: Partial<OnboardingSubmission> = {}): OnboardingSubmission => ({
  ...{ id: idOf(51), fullName: 'Lou Marsh', businessName: 'Marsh Plumbing', mobileNumber: '07700 900456' },
  phoneNumber: { e164: '+447700900456', extension: '' },
  ...{ websiteAddress: 'https://marsh.example', emailAddress: 'lou@marsh.example', hasGoogleAds: true },
  ...{
    primaryKeyword: 'plumber',
    targetArea: 'Leeds',
    notes: 'Mornings only.',
    spamReason: '',
    staffNotes: 2,
  },
  ...{ done: ['access'], owner: { id: idOf(92), username: 'ben' }, followUp: '2026-03-29' },
  ...{ version: 1, createdAt: '2026-03-28T14:00:00.000Z' },
  ...given,
})

export const SUBMISSIONS: SubmissionPage = {
  items: [
    submission(),
    submission({
      ...{
        id: idOf(52),
        fullName: 'Mo Reed',
        businessName: 'Reed Lofts',
        websiteAddress: 'none yet',
        notes: '',
      },
      ...{ done: [], owner: null, followUp: null },
      ...{ hasGoogleAds: false, staffNotes: 0, primaryKeyword: 'loft', targetArea: 'York' },
    }),
  ],
  ...{ total: 2, inbox: { total: 2 }, nextCursor: null },
}

export const LEAD_DETAILS: LeadDetails = {
  lead: ANSWERED,
  trials: [
    {
      ...{ leadId: idOf(33), website: 'kim.example', primaryKeyword: 'tiles', targetArea: 'Hull' },
      ...{ currentAdsAccount: 'yes', additionalInfo: 'In a hurry.', createdAt: '2026-03-26T08:00:00.000Z' },
    },
  ],
  onboarding: [submission()],
  samePerson: [lead({ id: idOf(34), name: 'K. Field', status: 'closed', message: 'Hello?' })],
  notes: [{ id: idOf(61), author: 'ada', body: 'Rang twice.', createdAt: '2026-03-26T09:00:00.000Z' }],
  changes: [
    {
      ...{ field: 'status', before: 'new', after: 'contacted', changedBy: 'ben' },
      changedAt: '2026-03-25T11:00:00.000Z',
    },
  ],
}

const TOUCH = { ...TAGGED, channel: 'Paid search', referringSite: 'google.com' }

const step = (type: LeadJourney['steps'][number]['type'], at: string) => ({
  ...{ type, at, pagePath: '/trial-signup', utm: TOUCH, referrer: '' },
  ...{ conversionType: '', testName: '', variant: '' },
})

/** Two steps before the message of 8:00 and two after it. */
export const JOURNEY: LeadJourney = {
  ...{ state: 'known', firstTouch: TOUCH, lastTouch: { ...TOUCH, utm_campaign: 'gutters' }, variant: 'v2' },
  ...{ visits: 3, conversions: 1 },
  pages: [
    { path: '/', visits: 2 },
    { path: '/trial-signup', visits: 1 },
  ],
  steps: [
    step('visit', '2026-03-25T07:50:00.000Z'),
    { ...step('ab_test', '2026-03-25T07:51:00.000Z'), testName: 'landingPage', variant: 'v2' },
    {
      ...step('ab_test', '2026-03-25T08:01:00.000Z'),
      ...{ testName: 'landingPage', variant: 'v2', conversionType: 'form_submission' },
    },
    { ...step('conversion', '2026-03-25T08:02:00.000Z'), conversionType: 'form_submission' },
  ],
}

export const SUBMISSION_DETAILS: SubmissionDetails = {
  submission: submission(),
  leads: [
    {
      ...{ id: idOf(31), name: 'Lou M.', source: 'contact_form', status: 'qualified' },
      createdAt: '2026-03-20T10:00:00.000Z',
    },
  ],
  notes: [],
  changes: [],
}
