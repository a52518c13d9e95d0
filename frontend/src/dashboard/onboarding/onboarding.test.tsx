import { expect, test } from 'vitest'
import { SUBMISSION_DETAILS, SUBMISSIONS, submission } from '../testing/answers/people.ts'
import { SITE } from '../testing/answers/settings.ts'
import { type Given, shown } from '../testing/shown.tsx'
import { Onboarding } from './onboarding.tsx'
import { SubmissionPanel } from './submission-panel.tsx'

const AT = '/admin/onboarding'
const inbox = (given: Given = {}) =>
  shown(<Onboarding onCreateCampaign={() => undefined} />, { at: AT, ...given })
const NONE = { ...SUBMISSIONS, items: [], total: 0 }

test('each customer has their own facts, and what waits for them', () => {
  expect(inbox()).toEqual([
    'Customer Onboarding Inbox',
    '2 submissions 0 selected',
    '[Select All] [Export CSV] [Delete, disabled]',
    '[Search submissions]',
    '[Filter by account: *Any account*, Has Google Ads, Needs Account] [Order submissions by: *Newest first*, Oldest first, Name] [More filters, closed]',
    '[ ] Select Lou Marsh',
    'Lou Marsh',
    'Has Google Ads',
    '28 Mar 2026, 14:00 ID 00000000-0000-4000-8000-000000000051',
    'Business: Marsh Plumbing',
    'Email: lou@marsh.example',
    'Mobile: 07700 900456',
    'Website: [https://marsh.example](https://marsh.example/)',
    'Primary keyword: plumber',
    'Target area: Leeds',
    'Notes: Mornings only.',
    '2 notes',
    'Waiting for manager access at help@example.com',
    '[Details of Lou Marsh] [Contact Customer](mailto:lou@marsh.example?subject=Your%20Google%20Ads%20campaign%20for%20Marsh%20Plumbing&body=Hi%20Lou%2C%0D%0A%0D%0AThank%20you%20for%20your%20details.%20We%20are%20preparing%20your%20campaign%20for%20%22plumber%22%20in%20Leeds.%0D%0A%0D%0A) [Create Campaign]',
    '[ ] Select Mo Reed',
    'Mo Reed',
    'Needs Account',
    '28 Mar 2026, 14:00 ID 00000000-0000-4000-8000-000000000052',
    'Business: Reed Lofts',
    'Email: lou@marsh.example',
    'Mobile: 07700 900456',
    'Website: none yet',
    'Primary keyword: loft',
    'Target area: York',
    '[Details of Mo Reed] [Contact Customer](mailto:lou@marsh.example?subject=Your%20Google%20Ads%20campaign%20for%20Reed%20Lofts&body=Hi%20Mo%2C%0D%0A%0D%0AThank%20you%20for%20your%20details.%20We%20are%20preparing%20your%20campaign%20for%20%22loft%22%20in%20York.%0D%0A%0D%0A) [Create Campaign]',
  ])
})

test('the list is asked for by every filter of the address', () => {
  const asked: unknown[] = []
  const onboarding = ({ query }: { query: unknown }) => {
    asked.push(query)
    return NONE
  }
  const at = `${AT}?onboarding-search=roof&onboarding-account=yes&onboarding-order=name&onboarding-to=2026-03-01`
  inbox({ at, answers: { onboarding } })
  expect(asked).toEqual([{ q: 'roof', account: 'yes', to: '2026-03-01', order: 'name' }])
})

test('whose access is waited for is said, once it is known', () => {
  expect(inbox({ waiting: ['siteConfig'] })).toContain('Waiting for manager access at …')
  const none = inbox({ answers: { siteConfig: { ...SITE, supportEmail: '' } } })
  expect(none).toContain('Waiting for manager access at our company e-mail')
})

test('what was taken for spam says why, and none of it says so', () => {
  const items = [submission({ spamReason: 'too_fast' })]
  const at = `${AT}?onboarding-spam=only`
  expect(inbox({ at, answers: { onboarding: { ...SUBMISSIONS, items } } })).toContain(
    'Taken for spam: too fast',
  )
  expect(inbox({ at, answers: { onboarding: NONE } }).slice(-2)).toEqual([
    'Nothing was taken for spam.',
    'Choose Submissions above to go back to the inbox.',
  ])
  expect(inbox({ at: `${at}&onboarding-search=x`, answers: { onboarding: NONE } })).toContain(
    'No submissions match.',
  )
})

test('an empty inbox says where submissions come from', () => {
  expect(inbox({ answers: { onboarding: { ...NONE, inbox: { total: 0 } } } })).toEqual([
    'Customer Onboarding Inbox',
    '0 submissions 0 selected',
    'No onboarding submissions yet.',
    'Customers fill in the onboarding form after they paid; View Onboarding shows you that page.',
  ])
})

test('the panel has the customer whole', () => {
  const panel = (given: Given = {}) => shown(<SubmissionPanel id="51" onClose={() => undefined} />, given)
  expect(panel({ at: '/admin/onboarding?range=7' })).toEqual([
    'Lou Marsh',
    'Has Google Ads 28 Mar 2026, 14:00',
    'Business: Marsh Plumbing',
    'Email: lou@marsh.example',
    'Mobile: 07700 900456',
    'Website: [https://marsh.example](https://marsh.example/)',
    'Primary keyword: plumber',
    'Target area: Leeds',
    'Notes: Mornings only.',
    '[Contact Customer](mailto:lou@marsh.example?subject=Your%20Google%20Ads%20campaign%20for%20Marsh%20Plumbing&body=Hi%20Lou%2C%0D%0A%0D%0AThank%20you%20for%20your%20details.%20We%20are%20preparing%20your%20campaign%20for%20%22plumber%22%20in%20Leeds.%0D%0A%0D%0A) [Mark as Spam]',
    'Notes',
    'Only staff see them',
    'New note []',
    '[Add Note, disabled]',
    'Messages before',
    'Same e-mail address or phone number',
    '[Lou M.](/admin/leads?range=7&lead=00000000-0000-4000-8000-000000000031) 20 Mar 2026, 10:00 qualified Contact form',
    'History',
    'Nobody has changed anything yet.',
    '[Back to the list] [Close]',
  ])
  const alone = panel({ answers: { submission: { ...SUBMISSION_DETAILS, leads: [] } } })
  expect(alone).toContain('This customer has sent no message.')
  expect(panel({ waiting: 'all' })[0]).toBe('Submission')
})
