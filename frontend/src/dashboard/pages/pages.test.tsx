import type { Role } from '@firsttouch/api/contract/roles'
import { expect, test } from 'vitest'
import { Leads } from '../leads/leads.tsx'
import { Onboarding } from '../onboarding/onboarding.tsx'
import { draftFor } from '../onboarding/submission-row.tsx'
import { DraftProvider } from '../pieces/shared-draft.tsx'
import { PLANNED, RUNNING, VERDICT } from '../testing/answers/experiments.ts'
import { submission } from '../testing/answers/people.ts'
import { CONVERSIONS, NOTIFICATIONS, SESSION } from '../testing/answers/settings.ts'
import { type Given, shown } from '../testing/shown.tsx'
import { CampaignsPage } from './campaigns-page.tsx'
import { ExperimentsPage } from './experiments-page.tsx'
import { Overview } from './overview-page.tsx'
import { SettingsPage } from './settings-page.tsx'
import { TrafficPage } from './traffic-page.tsx'

const nothing = () => undefined
const CLOSED = {
  draft: null,
  open: nothing,
  close: nothing,
  startWith: nothing,
  created: null,
  setCreated: nothing,
}
const page = (
  Page: () => React.ReactNode,
  given: Given = {},
  draft: typeof CLOSED | { draft: object } = CLOSED,
) =>
  shown(
    <DraftProvider value={{ ...CLOSED, ...draft }}>
      <Page />
    </DraftProvider>,
    given,
  )
/** First line of each card. */
const CARDS = {
  domain: 'Domain Configuration',
  tag: 'Pages elsewhere',
  totals: /^\[?Total Visits/,
  costs: /^Advertising Cost:/,
  tests: 'A/B tests',
  results: 'A/B Testing Results',
  onboarding: 'Customer Onboarding Inbox',
  leads: 'Contact Form Leads',
  form: 'New Campaign',
  spend: 'Advertising costs',
  campaigns: 'Campaign Management',
  funnel: 'From visit to customer',
  'click-fraud': 'Click fraud',
  'own-visits': 'Your own visits',
  traffic: 'Traffic',
  conversions: 'Conversions for ad platforms',
  account: 'Account',
  team: 'Team',
  tokens: 'Read-only tokens for programs',
  notifications: 'Your notifications',
  accounting: 'Accounting',
  channels: 'Mail and webhook',
  audit: 'Audit log',
}
const cardsOf = (lines: string[]): string =>
  lines
    .flatMap(line =>
      Object.entries(CARDS).flatMap(([card, first]) =>
        (typeof first === 'string' ? first === line : first.test(line)) ? card : [],
      ),
    )
    .join(' ')

test.each([
  ['overview', Overview, 'domain totals costs results onboarding leads form campaigns'],
  ['traffic', TrafficPage, 'totals traffic funnel'],
  ['split-test', ExperimentsPage, 'tests results'],
  ['onboarding', Onboarding, 'onboarding'],
  ['leads', Leads, 'leads'],
  ['campaigns', CampaignsPage, 'form campaigns click-fraud'],
])('the page %s shows its cards in order', (_, Page, cards) => {
  expect(cardsOf(page(Page))).toBe(cards)
})

const as = (role: Role): Given => ({ answers: { session: { ...SESSION, role } } })

test.each([
  ['overview', 'viewer', Overview, 'domain totals costs results campaigns'],
  ['campaigns', 'viewer', CampaignsPage, 'campaigns click-fraud'],
] as const)('the page %s hides the cards that the role %s may not see', (_, role, Page, cards) => {
  expect(cardsOf(page(Page, as(role)))).toBe(cards)
})

const TABS = ['me', 'team', 'links', 'ads', 'system']
const settings = (given: Given = {}) =>
  TABS.map(tab => page(SettingsPage, { ...given, at: `/admin/settings?tab=${tab}` }))

test('the settings are grouped into tabs, and a role sees those that it can use', () => {
  const cardsAs = (role: Role) => settings(as(role)).map(cardsOf)
  expect(cardsAs('owner')).toEqual([
    'account notifications',
    'team tokens audit',
    'domain own-visits tag',
    'conversions',
    'accounting channels',
  ])
  // An unknown tab shows the first one.
  const [staffOwn, viewerOwn] = ['account notifications', 'account']
  expect(cardsAs('staff')).toEqual([
    ...[staffOwn, staffOwn, 'domain own-visits tag', 'conversions'],
    'accounting channels',
  ])
  expect(cardsAs('viewer')).toEqual([viewerOwn, viewerOwn, 'domain', viewerOwn, 'accounting'])
  expect(page(SettingsPage)[0]).toBe(
    '[Me, here](/admin/settings?tab=me) [Team](/admin/settings?tab=team) [Domain and links](/admin/settings?tab=links) [Ad platforms](/admin/settings?tab=ads) [System (1 alarm)](/admin/settings?tab=system)',
  )
})

test('a link to a section opens its tab', () => {
  const opened = (hash: string) => cardsOf(page(SettingsPage, { at: `/admin/settings${hash}` }))
  expect(opened('#accounting')).toBe('accounting channels')
  expect(opened('#read-tokens')).toBe('team tokens audit')
  expect(opened('#notifications')).toBe('account notifications')
  expect(opened('#nothing')).toBe('account notifications')
})

test('only the operators’ tab names settings and commands', () => {
  const off = {
    answers: {
      conversions: { ...CONVERSIONS, clickIds: false },
      notifications: {
        ...NOTIFICATIONS,
        channels: NOTIFICATIONS.channels.map(channel => ({ ...channel, through: null })),
      },
    },
  }
  const tabs = settings(off).map(lines => lines.join(' '))
  const speaks = tabs.map(words => /[A-Z]+_[A-Z]+|\.env|npm run/.test(words))
  expect(speaks).toEqual([false, false, false, false, true])
})

const buttonsOf = (lines: string[]): string[] =>
  lines.flatMap(line => line.match(/\[(?!.*\]\()[^\]]+\]/g) ?? [])

const OWN_ACCOUNT = /the passkey|the authenticator app|the session of/

test('a viewer has no button that changes anything', () => {
  const buttonsAs = (role: Role) =>
    [
      ...[Overview, TrafficPage, ExperimentsPage, CampaignsPage].map(Page => page(Page, as(role))),
      ...settings(as(role)),
    ].flatMap(buttonsOf)
  const CHANGES =
    /^\[(create|new|edit|duplicate|archive|restore|activate|delete|import|type in|remove|configure|start|pause|resume|end |renew|fix|invite|revoke|disable|save|test again|name |allow)/i
  expect(buttonsAs('viewer').filter(button => CHANGES.test(button) && !OWN_ACCOUNT.test(button))).toEqual([])
  expect(buttonsAs('owner').filter(button => CHANGES.test(button)).length).toBeGreaterThan(20)
})

test('staff can neither export lists nor change settings, unlike owners', () => {
  const buttons = [
    ...[Overview, Leads, Onboarding].map(Page => page(Page, as('staff'))),
    ...settings(as('staff')),
  ].flatMap(buttonsOf)
  const OWNERS =
    /export csv|configure|change conversions|download csv|credential|revoke|invite|token|name networks|allow|remove/i
  expect(buttons.filter(button => OWNERS.test(button) && !OWN_ACCOUNT.test(button))).toEqual([])
})

test('the overview cuts its lists to three', () => {
  const items = Array.from({ length: 5 }, (_, at) => submission({ id: String(at), fullName: `Lou ${at}` }))
  const lines = page(Overview, {
    answers: { onboarding: { items, total: 5, inbox: { total: 5 }, nextCursor: null } },
  })
  expect(lines.filter(line => line.includes('[ ] Select Lou'))).toHaveLength(3)
  expect(lines).toContain('[All 5 submissions](/admin/onboarding)')
})

test('the page shows the named test, else the first running one, else the first', () => {
  const shownTest = (given: Given) => {
    const lines = page(ExperimentsPage, given)
    return lines[lines.indexOf('A/B Testing Results') + 1]
  }
  const paused = { ...RUNNING, state: 'paused' as const }
  expect(shownTest({ at: '/admin/split-test?test=trialHeading' })).toBe('Heading of the trial sign-up')
  expect(shownTest({ at: '/admin/split-test?test=gone' })).toBe('Landing page')
  expect(shownTest({ answers: { experimentList: { experiments: [PLANNED, RUNNING] } } })).toBe('Landing page')
  expect(shownTest({ answers: { experimentList: { experiments: [PLANNED, paused] } } })).toBe(
    'Heading of the trial sign-up',
  )
})

test('only a running test explains how visitors are assigned', () => {
  const note = 'Visitors are automatically assigned to a variant of the page and keep seeing that one.'
  expect(page(ExperimentsPage)).toContain(note)
  expect(page(ExperimentsPage, { at: '/admin/split-test?test=trialHeading' })).not.toContain(note)
})

test('the page counts tests and shows nothing else without one', () => {
  expect(page(ExperimentsPage)[1]).toBe('2 tests')
  expect(page(ExperimentsPage, { answers: { experimentList: { experiments: [RUNNING] } } })[1]).toBe('1 test')
  expect(page(ExperimentsPage, { answers: { experimentList: { experiments: [] } } })).toEqual([
    'A/B tests',
    '0 tests',
  ])
})

test('the campaign form opens with a draft from another card', () => {
  expect(page(CampaignsPage)[3]).toBe('[Create New Campaign, closed]')
  expect(page(CampaignsPage, {}, { draft: { name: 'Roofs' } })[2]).toBe('[Create New Campaign, open]')
})

test('a customer’s campaign starts as a search ad for their keyword and area', () => {
  expect(draftFor(submission())).toEqual({
    ...{ name: 'Marsh Plumbing plumber', platform: 'Google Ads', utmSource: 'google', utmMedium: 'cpc' },
    ...{ adAssetDescription: 'Search Ad', notes: 'For Marsh Plumbing: plumber, Leeds' },
  })
})

test('the settings name the logged-in person', () => {
  const lines = page(SettingsPage)
  expect(lines).toContain('Logged in as ada')
  expect(lines.find(line => line.startsWith('Days and times'))).toContain('are in Europe/London time')
  expect(page(SettingsPage, { waiting: 'all' })).toContain('Logged in as …')
})

test('each open task links to its page', () => {
  const decided = { ...RUNNING, verdict: { ...VERDICT, state: 'treatment' as const } }
  const lines = page(Overview, { answers: { experimentList: { experiments: [decided] } } })
  expect(lines.slice(0, 2)).toEqual([
    'Needs you now',
    '[1 alarm](/admin/settings?tab=system) [11 new leads](/admin/leads?lead-status=new) [7 leads to follow up](/admin/leads?lead-follow-up=due) [1 verdict of A/B tests](/admin/split-test) [Advertising cost missing for 1 day](/admin/campaigns?campaigns-part=costs)',
  ])
  const unread = ['leads', 'onboarding', 'notifications'] as const
  expect(page(Overview, { ...as('viewer'), waiting: unread })[0]).toBe('Domain Configuration')
})

test.each([
  ['running', 'collecting', ''],
  ['running', 'undecided', ''],
  ['running', 'control', '[1 verdict of A/B tests]'],
  ['paused', 'no_difference', '[1 verdict of A/B tests]'],
  ['running', 'split_broken', '[1 alarm of A/B tests]'],
  ['ended', 'treatment', ''],
] as const)('a test that is %s with the verdict %s needs staff: “%s”', (state, verdict, words) => {
  const test = { ...RUNNING, state, verdict: { ...VERDICT, state: verdict } }
  const needs = page(Overview, { answers: { experimentList: { experiments: [test] } } })[1] ?? ''
  expect(needs.match(/\[[^\]]* of A\/B tests\]/)?.[0] ?? '').toBe(words)
})

test('the note on assignment mentions the chosen days only on a page that has them', () => {
  const mentions = (Page: () => React.ReactNode) =>
    page(Page, { at: '/admin?range=7' }).some(line => line.includes('The days chosen above'))
  expect([mentions(Overview), mentions(ExperimentsPage)]).toEqual([true, false])
})
