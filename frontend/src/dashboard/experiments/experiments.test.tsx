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

test('the overview shows the verdict, the counts of each variant and a link to the details', () => {
  expect(overview({ at: '/admin?range=7' })).toEqual([
    'A/B Testing Results',
    'What to do: Wait',
    'No difference is proven yet. Original Landing Page converts 10% of its visitors and Optimized Landing Page V2 12.1%, and a gap of that size can still be chance. Change nothing and let the test run for about 4 more weeks. Looking as often as you like does no harm.',
    '2,000 of 5,000 planned visitors',
    'Since 9 Mar 2026, 20 days About 4 weeks left',
    'The planned visitors are enough to find a difference of 10 in every 1,000 visitors.',
    'Watching is safe. Look as often as you like: the verdict allows for it, so an early look cannot mislead you.',
    'Counts, by variant',
    'Variant | Original Landing Page | Optimized Landing Page V2 NEW',
    'Conversion rate | 10.00% | 12.12%',
    'Visitors | 1,010 | 990',
    'Visitors who converted | 101 | 120',
    'Of every 100 visitors, how many more or fewer convert than with the original | – | 2.3 fewer to 6.5 more',
    'Total events | 1,200 | 1,201',
    'Conversions | 140 | 141',
    'Conversion breakdown',
    'Conversions by type, by variant',
    'Type | Original Landing Page | Optimized Landing Page V2',
    'button click | 0 | 77',
    'form submission | 88 | 0',
    '[Next step, history and difference over time](/admin/split-test?range=7&test=landingPage)',
    'Visitors are automatically assigned to a variant of the page and keep seeing that one. The days chosen above do not change this result: it covers the whole run.',
  ])
})

test('the note about days appears only if days are chosen', () => {
  expect(overview().at(-1)).toMatch(/keep seeing that one\.$/)
})

test('a test that is not running shows its state instead of the verdict', () => {
  const ended = { ...RUNNING, state: 'ended' as const, shown: 'Ended: everyone sees V2.' }
  expect(overview(withList(ended))[1]).toBe(
    'Ended: everyone sees V2. What was found: No difference is proven yet.',
  )
  expect(overview(withList(RUNNING))[1]).toBe('What to do: Wait')
  // Until the experiment's state is known, the verdict comes first.
  expect(overview({ waiting: ['experimentList'] })[1]).toBe('What to do: Wait')
})

test('a test without events has no card, and a failed read has one', () => {
  expect(overview({ answers: { experiments: { ...STATS, testStats: [] } } })).toEqual([])
  expect(overview({ failed: ['experiments'] })).toContain(
    'The A/B test results could not be loaded. The server could not be reached.',
  )
})

test('tests are named if there are several, and a running one comes first', () => {
  const testStats = [
    ...STATS.testStats,
    ...STATS.testStats.map(stat => ({ ...stat, testName: 'trialHeading' })),
  ]
  const names = (given: Given) => overview(given).filter(line => line.startsWith('Test: '))
  expect(names({ answers: { experiments: { ...STATS, testStats } } })).toEqual([
    'Test: Landing page',
    'Test: Heading of the trial sign-up',
  ])
  const ended = { ...RUNNING, state: 'ended' as const }
  const experimentList = { experiments: [ended, { ...RUNNING, name: 'trialHeading' }] }
  const answers = { experiments: { ...STATS, testStats }, experimentList }
  expect(names({ answers })).toEqual(['Test: Heading of the trial sign-up', 'Test: Landing page'])
  expect(names({})).toEqual([])
})

test('a planned test has no results', () => {
  expect(result(PLANNED, { answers: { experimentChanges: { name: 'trialHeading', changes: [] } } })).toEqual([
    'Heading of the trial sign-up',
    'Planned On the page /trial-signup: Original Heading · A Week at Number One, Free · A Question',
    'Not started: everyone sees Original Heading, and no visitor is counted.',
    '[Start the test…] [Archive the test…]',
    'Who changed what',
    'No changes yet.',
  ])
})

test('the buttons follow from the test’s state, with the advised step first', () => {
  const bar = (given: Partial<Experiment>) =>
    result({ ...RUNNING, ...given }).find(line => /^\[(Start|Resume|Show|Restore)/.test(line))
  expect(bar({})).toBe('[Start a new run…] [Pause the test…] [End the test…]')
  expect(bar({ state: 'paused', steps: ['resume', 'end'], due: 'resume' })).toBe(
    '[Resume the test…] [End the test…]',
  )
  expect(bar({ state: 'ended', winner: 'v2', steps: ['start', 'end', 'reopen', 'archive'] })).toBe(
    '[Start a new run…] [Show Original Landing Page to everyone…] [Repeat the test…] [Archive the test…]',
  )
  expect(bar({ state: 'archived', steps: ['reopen'] })).toBe('[Restore the test…]')
  const verdict = { ...VERDICT, state: 'treatment' as const, winner: 'v2' }
  const won = shown(
    <ExperimentResult experiment={{ ...RUNNING, due: 'end' }} stats={{ ...STATS, verdicts: [verdict] }} />,
  )
  expect(won).toContain(
    '[Show Optimized Landing Page V2 to everyone and end the test] [Start a new run…] [Pause the test…]',
  )
})

test('a run shows its size and its result', () => {
  expect(result(RUNNING)).toContain(
    '9 Mar 2026 – now | 5,000 visitors, to find 20 more in every 1,000 visitors | No result yet.',
  )
})

test('other actions of visitors have a table of their own', () => {
  expect(result(RUNNING)).toEqual(
    expect.arrayContaining([
      'Action | Original Landing Page | Optimized Landing Page V2',
      'Onboarding form | 2.97% 30 of 1,010 | 0.91% 9 of 990 Lower than with the original',
      'WhatsApp click | 1.19% 12 of 1,010 | 1.31% 13 of 990',
    ]),
  )
  expect(result(RUNNING, { answers: { experimentDetails: { ...DETAILS, guards: [] } } })).toContain(
    'No other conversions yet.',
  )
})

test('a test without a visitor has a column for every variant', () => {
  const arms = VERDICT.arms.map(arm => ({ ...arm, visitors: 0, converters: 0, comparison: null }))
  const verdict = { ...VERDICT, arms, state: 'collecting' as const }
  const lines = shown(
    <ExperimentResult
      experiment={RUNNING}
      stats={{ ...STATS, testStats: [], conversionBreakdown: [], verdicts: [verdict] }}
    />,
  )
  expect(lines).toEqual(
    expect.arrayContaining([
      'Variant | Original Landing Page | Optimized Landing Page V2 NEW',
      'Conversion rate | – | –',
      'Visitors | 0 | 0',
      'Total events | 0 | 0',
    ]),
  )
})

test('with a broken traffic split the card compares no variants', () => {
  const verdict = { ...VERDICT, state: 'split_broken' as const }
  const lines = shown(
    <ExperimentResult experiment={{ ...RUNNING, verdict }} stats={{ ...STATS, verdicts: [verdict] }} />,
  )
  expect(lines).toContain('Conversion rate (not comparable) | 10.00% | 12.12%')
  expect(lines.join()).not.toMatch(/more or fewer convert/)
})

test('a warning appears with the verdict', () => {
  expect(result(RUNNING)).toContain('Onboarding forms fell.')
  const experimentDetails = { ...DETAILS, warning: '' }
  expect(result(RUNNING, { answers: { experimentDetails } })).not.toContain('Onboarding forms fell.')
})
