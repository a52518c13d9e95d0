import { expect, test } from 'vitest'
import { DASHBOARD_PAGES, type DashboardPage } from '../../dashboard-pages.ts'
import { useCounts } from '../pages/counts.ts'
import { RUNNING, VERDICT } from '../testing/answers/experiments.ts'
import { LEADS } from '../testing/answers/people.ts'
import { NOTIFICATIONS } from '../testing/answers/settings.ts'
import { found, type Given, shown } from '../testing/shown.tsx'
import { Dashboard } from './dashboard.tsx'
import { Frame } from './frame.tsx'
import { Login, wantedIn } from './login.tsx'
import { NotFound } from './not-found.tsx'
import { PageBody } from './page-body.tsx'

const decided = { ...RUNNING, verdict: { ...VERDICT, state: 'treatment' as const } }
const NEWS = { experimentList: { experiments: [decided] } }
const CALM = {
  leads: { ...LEADS, inbox: { ...LEADS.inbox, newCount: 0 } },
  notifications: { ...NOTIFICATIONS, alarms: [] },
}
const frame = (given: Given = {}) => shown(<Frame page="overview" />, given)

test('the frame links to every page with its open tasks and keeps the days', () => {
  expect(frame({ at: '/admin?range=7&lead=x', answers: NEWS })).toEqual([
    '[Skip to the content](#main)',
    'UTM Campaign Dashboard',
    '[State of the figures, closed]',
    'Connecting',
    '[Search]',
    '[Account of ada, closed]',
    '[Last 7 days, closed]',
    '[View Onboarding](/onboarding) [Logout]',
    '1 verdict of A/B tests',
    'Firsttouch',
    '[Overview, here](/admin?range=7) [Traffic](/admin/traffic?range=7) [A/B tests 1 verdict](/admin/split-test?range=7) [Onboarding 2](/admin/onboarding?range=7) [Leads 11 new](/admin/leads?range=7) [Campaigns 2](/admin/campaigns?range=7) [Settings 1 alarm](/admin/settings?range=7)',
    '[More, closed]',
    '(busy) Loading Overview',
  ])
})

test('without open tasks pages show their counts only', () => {
  const lines = frame({ answers: CALM }).join()
  expect(lines).toContain('[Leads 60](/admin/leads)')
  expect(lines).toContain('[Settings](/admin/settings)')
  expect(lines).toContain('[A/B tests](/admin/split-test)')
  expect(lines).not.toContain('new leads')
})

test('a test’s alarm comes before its verdict', () => {
  const broken = {
    ...RUNNING,
    run: { ...RUNNING.run, id: 'r2' },
    verdict: { ...VERDICT, state: 'split_broken' },
  }
  const experimentList = { experiments: [decided, broken] as (typeof RUNNING)[] }
  const lines = frame({ answers: { experimentList } })
  expect(lines).toContain('1 alarm of A/B tests, 1 verdict of A/B tests')
  expect(lines.join()).toContain('[A/B tests 1 alarm](/admin/split-test)')
})

test.each([
  ['treatment', 'running', { verdicts: 1, testAlarms: 0 }],
  ['no_difference', 'paused', { verdicts: 1, testAlarms: 0 }],
  ['split_broken', 'running', { verdicts: 0, testAlarms: 1 }],
  ['collecting', 'running', { verdicts: 0, testAlarms: 0 }],
  ['undecided', 'running', { verdicts: 0, testAlarms: 0 }],
  ['treatment', 'ended', { verdicts: 0, testAlarms: 0 }],
] as const)('a test with the verdict %s in the state %s counts if staff can act', (verdict, state, waits) => {
  const experiment = { ...RUNNING, state, verdict: { ...VERDICT, state: verdict } }
  expect(found(useCounts, { answers: { experimentList: { experiments: [experiment] } } })).toMatchObject(
    waits,
  )
})

test('a test without visitors has no verdict to act on', () => {
  const experiments = [{ ...RUNNING, verdict: null }]
  expect(found(useCounts, { answers: { experimentList: { experiments } } })).toMatchObject({ verdicts: 0 })
})

test('archived campaigns are not counted', () => {
  expect(found(useCounts)).toEqual({
    unanswered: 11,
    due: 7,
    alarms: 1,
    verdicts: 0,
    testAlarms: 0,
    counts: { leads: 60, onboarding: 2, campaigns: 2 },
  })
  expect(found(useCounts, { waiting: 'all' })).toEqual({
    ...{ unanswered: 0, due: 0, alarms: 0, verdicts: 0, testAlarms: 0 },
    counts: {},
  })
})

test('counts ignore the filters of the lead list', () => {
  const leads = { ...LEADS, total: 5, newCount: 1 }
  expect(found(useCounts, { at: '/admin?lead-search=x', answers: { leads } })).toMatchObject({
    ...{ unanswered: 11, counts: { leads: 60 } },
  })
})

test('each page has its name as the heading, and the overview the specified title', () => {
  const heading = (page: DashboardPage) => shown(<Frame page={page} />)[1]
  expect(DASHBOARD_PAGES.map(heading)).toEqual([
    ...['UTM Campaign Dashboard', 'Traffic', 'A/B tests', 'Onboarding', 'Leads', 'Campaigns', 'Settings'],
  ])
})

test('thousands of new leads have a thousands separator', () => {
  const leads = { ...LEADS, inbox: { ...LEADS.inbox, newCount: 3391 } }
  expect(frame({ answers: { leads } }).join()).toContain('[Leads 3,391 new]')
})

test('a loading page names itself', () => {
  expect(shown(<PageBody page="split-test" />)).toEqual(['(busy) Loading A/B tests'])
})

test('the loading dashboard shows only in browsers that have logged in', () => {
  expect(shown(<Dashboard page="overview" />, { stored: { isAuthenticated: 'true' } })).toEqual([
    'Loading dashboard...',
  ])
  expect(shown(<Dashboard page="overview" />)).toEqual([])
})

test('the login and the 404 page show their texts', () => {
  expect(shown(<Login />)).toEqual([
    'Admin Login',
    'For staff: campaigns, results and leads.',
    'Username []',
    'Password []',
    '[Login]',
    '[Back to the site](/)',
  ])
  expect(shown(<NotFound />)).toEqual([
    '404 Page Not Found',
    'The dashboard has no page at this address. It may have moved. Check the link for typos.',
    '[Return to the dashboard](/admin)',
  ])
})

test('the login returns to the requested dashboard page', () => {
  const leadsTo = (wanted: unknown) => wantedIn({ wanted })
  expect(leadsTo('/admin/leads?lead=1')).toBe('/admin/leads?lead=1')
  for (const other of ['/administration', '/admin-x', 'https://other.example/admin', 7])
    expect(leadsTo(other)).toBe('/admin')
  expect([wantedIn(null), wantedIn('/admin/leads'), wantedIn({})]).toEqual(['/admin', '/admin', '/admin'])
})
