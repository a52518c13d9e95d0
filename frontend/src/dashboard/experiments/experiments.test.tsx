import type { Experiment } from '@firsttouch/api/contract/experiments/life'
import { expect, test } from 'vitest'
import { DETAILS, PLANNED, RUNNING, STATS, VERDICT } from '../testing/answers/experiments.ts'
import { type Given, shown } from '../testing/shown.tsx'
import { ExperimentResult } from './experiment-result.tsx'
import { Experiments } from './experiments.tsx'

const overview = (given: Given = {}) => shown(<Experiments />, given)
const withList = (...experiments: Experiment[]): Given => ({ answers: { experimentList: { experiments } } })
const result = (experiment: Experiment, given: Given = {}) =>
  shown(<ExperimentResult experiment={experiment} stats={STATS} />, given)

test('the overview has the verdict, what each version counted, and the way to the rest', () => {
  expect(overview({ at: '/admin?range=7' })).toEqual([
    'A/B Testing Results',
    'What to do: Wait',
    'No difference is proven yet. Original Landing Page converts 10% of its visitors and Optimized Landing Page V2 12.1%, and a gap of that size can still be chance. Change nothing and let the test run for about 4 more weeks. Looking as often as you like does no harm.',
    '2,000 of 5,000 planned visitors',
    '(Visitors so far, of those planned)',
    'Since 9 Mar 2026, 20 days About 4 weeks left',
    'Enough to find 1 more in every 100 visitors.',
    'Watching is safe. Look as often as you like: the verdict allows for it, so an early look cannot mislead you.',
    'Original Landing Page',
    '10.00% conversion rate',
    '(Conversion rate of Original Landing Page, beside the highest)',
    '101 of 1,010 visitors converted',
    'Total events: 1,200',
    'Conversions: 140',
    'Optimized Landing Page V2 NEW',
    '12.12% conversion rate',
    '(Conversion rate of Optimized Landing Page V2, beside the highest)',
    '120 of 990 visitors converted',
    'Total events: 1,201',
    'Conversions: 141',
    'Conversion breakdown',
    'Conversions by type and version',
    'Type | Original Landing Page | Optimized Landing Page V2',
    'button click | 0 | 77',
    'form submission | 88 | 0',
    '[What to do with it, the difference and its history](/admin/split-test?range=7&test=landingPage)',
    'Visitors are automatically assigned to a version of the page and keep seeing that one. The days chosen above do not change this result: it covers the whole run.',
  ])
})

test('days that do not change a result are mentioned only where some are chosen', () => {
  expect(overview().at(-1)).toMatch(/keep seeing that one\.$/)
})

test('a test that does not run says how it stands in the place of its verdict', () => {
  const ended = { ...RUNNING, state: 'ended' as const, winner: 'v2' }
  expect(overview(withList(ended))[1]).toBe(
    'Ended: everyone sees Optimized Landing Page V2 since 9 Mar 2026. What was found: No difference is proven yet.',
  )
  expect(overview(withList(RUNNING))[1]).toBe('What to do: Wait')
  // Until it is known how it stands, its verdict does.
  expect(overview({ waiting: ['experimentList'] })[1]).toBe('What to do: Wait')
})

test('a test without a single event has no card, a read that failed has one', () => {
  expect(overview({ answers: { experiments: { ...STATS, testStats: [] } } })).toEqual([])
  expect(overview({ failed: ['experiments'] })).toContain(
    'The split-test results could not be loaded. The server could not be reached.',
  )
})

test('tests are named where there are several', () => {
  const testStats = [
    ...STATS.testStats,
    ...STATS.testStats.map(stat => ({ ...stat, testName: 'trialHeading' })),
  ]
  const names = (given: Given) => overview(given).filter(line => line.startsWith('Test: '))
  expect(names({ answers: { experiments: { ...STATS, testStats } } })).toEqual([
    'Test: Landing page',
    'Test: Heading of the trial sign-up',
  ])
  expect(names({})).toEqual([])
})

test('a test that was not started has no results yet', () => {
  expect(result(PLANNED, { answers: { experimentChanges: { name: 'trialHeading', changes: [] } } })).toEqual([
    'Heading of the trial sign-up',
    'Planned On the page /trial-signup',
    ...['Original Heading 40%', 'A Week at Number One, Free 35%', 'A Question 25%'],
    'Not started: everyone sees Original Heading, and nobody is counted.',
    '[Start the test…] [Archive the test…]',
    'Who changed what',
    'Nobody has changed anything yet: the test is as it was declared.',
  ])
})

test('what can be done follows from how it stands', () => {
  const steps = (given: Partial<Experiment>) =>
    result({ ...RUNNING, ...given }).filter(line => /^\[(Start|Resume|Reopen)/.test(line))
  expect(steps({})).toEqual(['[Start a new run…] [Pause the test…] [End the test…] [Export counts]'])
  expect(steps({ state: 'paused', steps: ['resume', 'end'] })).toEqual([
    '[Resume the test…] [End the test…] [Export counts]',
  ])
  expect(steps({ state: 'ended', winner: 'v2', steps: ['start', 'reopen', 'archive'] })).toEqual([
    '[Start a new run…] [Reopen the test…] [Archive the test…] [Export counts]',
  ])
})

test('a run says its size and that it has no result yet', () => {
  expect(result(RUNNING).find(line => line.startsWith('From 9 Mar 2026'))).toBe(
    'From 9 Mar 2026 to now 5,000 visitors, to find 2 more in every 100 visitors No result yet.',
  )
})

test('what is of all runs says so beside the present one', () => {
  const lines = shown(
    <ExperimentResult
      experiment={RUNNING}
      stats={{
        ...STATS,
        testStats: STATS.testStats.map(stat => ({ ...stat, visitors: stat.visitors + 500 })),
      }}
    />,
  )
  expect(lines).toContain('In all runs: 10.00% of 1,510 visitors')
  expect(result(RUNNING).join()).not.toContain('In all runs')
  expect(lines).toContain('Conversion breakdown, all runs')
  expect(result(RUNNING)).toContain('Conversion breakdown')
})

test('a split that is broken compares nothing', () => {
  const verdict = { ...VERDICT, state: 'split_broken' as const }
  const lines = shown(
    <ExperimentResult experiment={{ ...RUNNING, verdict }} stats={{ ...STATS, verdicts: [verdict] }} />,
  )
  expect(lines).toContain('10.00% conversion rate, not to be compared')
  expect(lines.join()).not.toMatch(/beside the highest|The difference over time/)
})

test('a warning stands beside the verdict while there is one', () => {
  expect(result(RUNNING)).toContain('Onboarding forms fell.')
  const experimentDetails = { ...DETAILS, warning: '' }
  expect(result(RUNNING, { answers: { experimentDetails } })).not.toContain('Onboarding forms fell.')
})
