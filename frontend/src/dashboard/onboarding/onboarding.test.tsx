import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { DraftProvider, useDraft } from '../pieces/shared-draft.tsx'
import { ShortenLists } from '../pieces/short-lists.tsx'
import { SUBMISSION_DETAILS, SUBMISSIONS, submission } from '../testing/answers/people.ts'
import { SITE } from '../testing/answers/settings.ts'
import { type Given, shown as shownAlone } from '../testing/shown.tsx'
import { Onboarding } from './onboarding.tsx'
import { SubmissionPanel } from './submission-panel.tsx'

const AT = '/admin/onboarding'
const nothing = () => undefined
const WithDraft = ({ children }: { children: ReactNode }) => (
  <DraftProvider value={useDraft()}>{children}</DraftProvider>
)
const shown = (part: ReactNode, given: Given) => shownAlone(<WithDraft>{part}</WithDraft>, given)
const inbox = (given: Given = {}) => shown(<Onboarding />, { at: AT, ...given })
const short = (given: Given = {}) =>
  shown(
    <ShortenLists value={3}>
      <Onboarding />
    </ShortenLists>,
    given,
  )
const NONE = { ...SUBMISSIONS, items: [], total: 0 }

test('each customer shows their details and next steps', () => {
  expect(inbox()).toEqual([
    'Customer Onboarding Inbox',
    '2 submissions 0 selected',
    '[Select All] [Export CSV] [Delete, disabled]',
    '[Search submissions]',
    '[Filter by account: *Any account*, Has Google Ads, Needs Account] [Filter by what is missing: *Any state*, Not yet: Access, Not yet: Keyword, Not yet: Landing page, Not yet: Ads live] [Order submissions by: *Newest first*, Oldest first, Name]',
    '[More filters, closed]',
    '[ ] Select Lou Marsh',
    '[Details of Lou Marsh]',
    '[x] Access [ ] Keyword [ ] Landing page [ ] Ads live',
    'Marsh Plumbing · plumber, Leeds',
    'Has Google Ads Owner: ben Due today',
    '22 h',
    '[ ] Select Mo Reed',
    '[Details of Mo Reed]',
    '[ ] Access [ ] Keyword [ ] Landing page [ ] Ads live',
    'Reed Lofts · loft, York',
    'Needs Account',
    '22 h',
  ])
})

test('the overview shows each customer’s details and next steps', () => {
  const lines = short()
  expect(lines.slice(lines.indexOf('22 h') + 1, lines.indexOf('[ ] Select Mo Reed'))).toEqual([
    'Business: Marsh Plumbing',
    'Email: lou@marsh.example',
    'Mobile: 07700 900456',
    'Website: [https://marsh.example](https://marsh.example/)',
    'Google Ads: has an account',
    'Primary keyword: plumber',
    'Target area: Leeds',
    'Notes: Mornings only.',
    '[Contact Customer](mailto:lou@marsh.example?subject=Your%20Google%20Ads%20campaign%20for%20Marsh%20Plumbing&body=Hi%20Lou%2C%0D%0A%0D%0AThank%20you%20for%20your%20details.%20We%20are%20preparing%20your%20campaign%20for%20%22plumber%22%20in%20Leeds.%0D%0A%0D%0A) [Create Campaign]',
    '2 notes',
    'Waiting for manager access at help@example.com',
    '28 Mar 2026, 14:00 ID 00000000-0000-4000-8000-000000000051',
  ])
  expect(lines).toContain('Website: none yet')
})

test('deleted submissions are shown in full and can only be restored', () => {
  const lines = inbox({ at: `${AT}?onboarding-spam=deleted` })
  expect(lines).toContain('[Select All] [Restore, disabled]')
  expect(lines).toContain('[Restore Lou Marsh]')
  expect(lines).toContain('Notes: Mornings only.')
  expect(lines.join()).not.toMatch(/\[.\] Landing page|Details of|Contact Customer|Export/)
  const none = inbox({ at: `${AT}?onboarding-spam=deleted`, answers: { onboarding: NONE } })
  expect(none).toContain('Nothing was deleted in the last 30 days.')
})

test('the list is requested with every filter of the address', () => {
  const asked: unknown[] = []
  const onboarding = ({ query }: { query: unknown }) => {
    asked.push(query)
    return NONE
  }
  const at = `${AT}?onboarding-search=roof&onboarding-account=yes&onboarding-order=name&onboarding-to=2026-03-01`
  inbox({ at, answers: { onboarding } })
  expect(asked).toEqual([{ q: 'roof', account: 'yes', to: '2026-03-01', order: 'name' }])
})

test('the note about manager access names the company’s e-mail once it is known', () => {
  expect(short({ waiting: ['siteConfig'] })).toContain('Waiting for manager access at …')
  const none = short({ answers: { siteConfig: { ...SITE, supportEmail: '' } } })
  expect(none).toContain('Waiting for manager access at our company e-mail')
})

test('a spam submission shows its reason, and an empty spam list says so', () => {
  const items = [submission({ spamReason: 'too_fast' })]
  const at = `${AT}?onboarding-spam=only`
  expect(inbox({ at, answers: { onboarding: { ...SUBMISSIONS, items } } })).toContain(
    'Classified as spam: too fast Has Google Ads Owner: ben Due today',
  )
  expect(inbox({ at, answers: { onboarding: NONE } }).slice(-2)).toEqual([
    'Nothing was classified as spam.',
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
    'Customers fill in the onboarding form after they have paid. “View Onboarding” on the overview opens the form.',
  ])
})

test('the panel shows the whole submission', () => {
  const panel = (given: Given = {}) =>
    shown(
      <SubmissionPanel
        id="51"
        item={undefined}
        onOpen={nothing}
        frame={{ wanted: { current: '' }, onClose: nothing, onPrevious: undefined, onNext: nothing }}
      />,
      given,
    )
  expect(panel({ at: '/admin/onboarding?range=7' })).toEqual([
    'Lou Marsh',
    '[Previous, disabled] [Next] [Close]',
    '[x] Access [ ] Keyword [ ] Landing page [ ] Ads live',
    'Owner [Owner of Lou Marsh: Nobody, ada (you), *ben*] Follow-up [Follow-up of Lou Marsh: *29 Mar 2026*, Today, Tomorrow, In 3 days, In a week, Another day…, No follow-up]',
    'Business: Marsh Plumbing',
    'Email: lou@marsh.example',
    'Mobile: 07700 900456',
    'Website: [https://marsh.example](https://marsh.example/)',
    'Google Ads: has an account',
    'Primary keyword: plumber',
    'Target area: Leeds',
    'Notes: Mornings only.',
    '[Contact Customer](mailto:lou@marsh.example?subject=Your%20Google%20Ads%20campaign%20for%20Marsh%20Plumbing&body=Hi%20Lou%2C%0D%0A%0D%0AThank%20you%20for%20your%20details.%20We%20are%20preparing%20your%20campaign%20for%20%22plumber%22%20in%20Leeds.%0D%0A%0D%0A) [Create Campaign] [Mark as spam]',
    '2 notes',
    'Waiting for manager access at help@example.com',
    '28 Mar 2026, 14:00 ID 00000000-0000-4000-8000-000000000051',
    'Notes',
    'Only staff see them',
    'New note []',
    '[Add note, disabled]',
    'Messages',
    'Same e-mail address or phone number',
    '[Lou M.](/admin/leads?range=7&lead=00000000-0000-4000-8000-000000000031) 20 Mar 2026, 10:00 Qualified Contact form',
    'History',
    'No changes yet.',
  ])
  const alone = panel({ answers: { submission: { ...SUBMISSION_DETAILS, leads: [] } } })
  expect(alone).toContain('No messages from this customer.')
  expect(panel({ waiting: 'all' })[0]).toBe('Submission')
})
