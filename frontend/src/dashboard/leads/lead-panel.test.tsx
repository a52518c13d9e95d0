import type { Lead, LeadJourney } from '@firsttouch/api/contract/leads'
import { expect, test } from 'vitest'
import { ANSWERED, JOURNEY, LEAD_DETAILS, lead, submission } from '../testing/answers/people.ts'
import { type Given, shown } from '../testing/shown.tsx'
import { LeadPanel } from './lead-panel.tsx'

const nothing = () => undefined
const FRAME = { wanted: { current: '' }, onClose: nothing, onPrevious: undefined, onNext: nothing }
const panel = (given: Given = {}) =>
  shown(<LeadPanel id="32" item={undefined} onOpen={nothing} frame={FRAME} />, given)
const after = (lines: string[], heading: string) => lines.slice(lines.indexOf(heading) + 1)
const journey = (given: Partial<LeadJourney>) =>
  after(panel({ answers: { journey: { ...JOURNEY, ...given } } }), 'Journey')
const withLead = (given: Partial<Lead>) =>
  panel({ answers: { lead: { ...LEAD_DETAILS, lead: { ...ANSWERED, ...given } } } })

test('the panel shows the whole lead, from the first touch to the history', () => {
  expect(panel()).toEqual([
    'Kim Field',
    '[Previous, disabled] [Next] [Close]',
    '[Status of Kim Field: New, *Contacted*, Qualified, Closed]',
    'Owner [Owner of Kim Field: Nobody, ada (you), *ben*] Follow-up [Follow-up of Kim Field: *27 Mar 2026*, Today, Tomorrow, In 3 days, In a week, Another day…, No follow-up]',
    'Email: kim@example.org',
    'Call me.',
    '[Reply via Email](mailto:kim@example.org?subject=Re%3A%20Your%20enquiry&body=Hi%20Kim%2C%0D%0A%0D%0AThank%20you%20for%20getting%20in%20touch.%0D%0A%0D%0AYou%20wrote%3A%0D%0A%3E%20My%20roof%20leaks.%0D%0A%0D%0A) [WhatsApp, disabled] [Mark as spam]',
    '1 note [wrote 2 other times] Source: Promotional popup Replied by ben on 25 Mar 2026, 11:00, after 3 h Updated: 26 Mar 2026, 10:00 25 Mar 2026, 08:00 ID 00000000-0000-4000-8000-000000000032',
    'Notes',
    'Only staff see them',
    'New note []',
    '[Add note, disabled]',
    'Rang twice.',
    'ada, 26 Mar 2026, 09:00',
    'Journey',
    '3 visits, 1 conversion',
    'First touch: Paid search / Google / Paid clicks (CPC) / spring_roofs',
    'Last touch: Paid search / Google / Paid clicks (CPC) / gutters',
    'Variant: Optimized Landing Page V2',
    'Pages: / (2 times), /trial-signup',
    'Visited /trial-signup Paid search / Google / Paid clicks (CPC) / spring_roofs 25 Mar 2026, 07:50',
    'Was shown Optimized Landing Page V2 25 Mar 2026, 07:51',
    'Sent this form 25 Mar 2026, 08:00',
    'Conversion counted for Optimized Landing Page V2 25 Mar 2026, 08:01',
    'Conversion: Form submission /trial-signup 25 Mar 2026, 08:02',
    'Free trial',
    'Started: 26 Mar 2026, 08:00',
    'Primary keyword: tiles',
    'Target location: Hull',
    'Google Ads account: has one',
    'Website: kim.example',
    'Additional info: In a hurry.',
    'Onboarding',
    'Sent: 28 Mar 2026, 14:00',
    'Customer: Lou Marsh',
    'Business: Marsh Plumbing',
    'Primary keyword: plumber',
    'Target area: Leeds',
    'Google Ads: has an account',
    'Also from this person',
    'Same e-mail address or phone number',
    '[K. Field] 29 Mar 2026, 10:00 Closed Hello?',
    'History',
    'Status: Contacted, was New ben, 25 Mar 2026, 11:00',
  ])
})

test('an unknown journey shows the reason and no counts', () => {
  expect(journey({ state: 'no_session' })).toContain(
    'The browser sent no session ID, so it is not known what this person did before.',
  )
  expect(journey({ state: 'unavailable' })).toContain(
    'Analytics are temporarily unavailable, so the steps are missing.',
  )
  expect(journey({ state: 'no_session', pages: [] })[0]).toBe(
    'First touch: Paid search / Google / Paid clicks (CPC) / spring_roofs',
  )
  expect(journey({ steps: [] })).toContain(
    'No events of this session were counted: an ad blocker may have stopped them.',
  )
  expect(journey({ pages: [] }).join()).not.toContain('Pages:')
  expect(journey({ lastTouch: null, variant: '' }).slice(2, 4)).toEqual([
    'Last touch: not known',
    'Variant: not known',
  ])
})

test('a message without later steps comes last', () => {
  const lines = journey({ steps: JOURNEY.steps.slice(0, 2), conversions: 0, visits: 1 })
  expect(lines[0]).toBe('1 visit, 0 conversions')
  expect(lines[7]).toBe('Sent this form 25 Mar 2026, 08:00')
})

test('the journey loads and fails separately', () => {
  expect(panel({ failed: ['journey'] })).toContain(
    'The journey could not be loaded. The server could not be reached.',
  )
  expect(panel({ waiting: ['journey'] })).toContain('(busy) Loading the journey')
  expect(panel({ waiting: 'all' })[0]).toBe('Lead')
})

test('the panel hides empty parts', () => {
  const details = { ...LEAD_DETAILS, trials: [], onboarding: [], samePerson: [], notes: [], changes: [] }
  const lines = panel({ answers: { lead: details } })
  expect(lines.join()).not.toMatch(/Free trial|Business:|Also from this person/)
  const [trial] = LEAD_DETAILS.trials
  if (!trial) throw new Error('There is none')
  const needs = panel({
    answers: {
      lead: {
        ...details,
        trials: [{ ...trial, website: '', additionalInfo: '', currentAdsAccount: 'no' }],
        onboarding: [submission({ hasGoogleAds: false })],
      },
    },
  })
  expect(needs).toContain('Google Ads account: needs one')
  expect(needs).toContain('Google Ads: needs an account')
  expect(needs.join()).not.toMatch(/Website|Additional info/)
})

test('a former owner and a missing follow-up are shown', () => {
  const lines = withLead({ owner: { id: 'gone', username: 'dan' }, followUp: null })
  expect(lines.find(line => line.startsWith('Owner'))).toEqual(
    'Owner [Owner of Kim Field: Nobody, ada (you), ben, *dan (cannot log in)*] Follow-up [Follow-up of Kim Field: *No day*, Today, Tomorrow, In 3 days, In a week, Another day…]',
  )
})

test('spam marks can be removed, and a lead can be contacted by its known channels', () => {
  expect(withLead({ spamReason: 'links' }).join()).toContain('[Not spam]')
  expect(panel().join()).toContain('[Mark as spam]')
  expect(panel().join()).toContain('[WhatsApp, disabled]')
  expect(panel().join()).not.toContain('[Call]')
  expect(panel({ answers: { lead: { ...LEAD_DETAILS, lead: lead() } } }).join()).toContain(
    '[Call](tel:+447700900123)',
  )
})
