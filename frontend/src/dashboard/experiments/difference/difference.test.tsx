import type { ExperimentHistory } from '@firsttouch/api/contract/experiments/results'
import { DEFAULT_PLAN, targetOf } from '@firsttouch/api/experiments/statistics/run'
import { verdict } from '@firsttouch/api/experiments/statistics/verdict'
import { expect, test } from 'vitest'
import { useRead } from '../../data/use-read.ts'
import { type Given, shown } from '../../testing/shown.tsx'
import { Difference } from './difference.tsx'

const BEGAN = new Date('2026-03-09T12:00:00Z')
const plan = { ...DEFAULT_PLAN, split: [40, 35, 25] }
const THREE = verdict({
  ...{ testName: 'trialHeading', now: new Date('2026-03-29T12:00:00Z'), sawBoth: 0 },
  ...{
    startedAt: BEGAN,
    underWaySince: BEGAN,
    plan,
    target: targetOf(plan),
    dailyVisitors: 100,
    decision: null,
  },
  arms: [
    { variant: 'control', label: 'Original Heading', visitors: 1000, converters: 100 },
    { variant: 'freeWeek', label: 'A Week at Number One, Free', visitors: 880, converters: 90 },
    { variant: 'askedWeek', label: 'A Question', visitors: 620, converters: 80 },
  ],
})
/** The first reading came before there was enough of anybody. */
const pointOf = (at: string, share: number): ExperimentHistory['points'][number] => {
  const arms = THREE.arms.map(({ variant, visitors, converters, comparison }) => ({
    ...{ variant, visitors: visitors * share, converters: converters * share },
    difference: share < 1 / 2 ? null : (comparison?.difference ?? null),
    interval: share < 1 / 2 ? null : (comparison?.interval ?? null),
  }))
  return { at, arms }
}
const points = [
  pointOf('2026-03-10T12:00:00.000Z', 0.1),
  pointOf('2026-03-20T12:00:00.000Z', 0.5),
  pointOf('2026-03-29T12:00:00.000Z', 1),
]

const Part = () => <Difference verdict={THREE} history={useRead('history', { id: 'trialHeading' })} />
const part = (given: Given = {}) =>
  shown(<Part />, { answers: { history: { testName: 'trialHeading', points } }, ...given })

test('each version has its difference to the control, with its history newest first', () => {
  expect(part()).toEqual([
    'The difference over time',
    'Of every 100 visitors, between 4.4 fewer and 4.9 more convert with A Week at Number One, Free than with Original Heading.',
    'The same as a table: Difference of A Week at Number One, Free over time',
    'Everyone who first saw the test up to a moment; whether they converted is as of now',
    'Up to | Original Heading | A Week at Number One, Free | Difference in every 100 visitors | True difference',
    '29 Mar, 13:00 | 100 of 1,000 | 90 of 880 | +0.2 | −4.4 to +4.9',
    '20 Mar, 12:00 | 50 of 500 | 45 of 440 | +0.2 | −4.4 to +4.9',
    '10 Mar, 12:00 | 10 of 100 | 9 of 88 | – | Too early',
    'Of every 100 visitors, between 2.6 fewer and 8.4 more convert with A Question than with Original Heading.',
    'The same as a table: Difference of A Question over time',
    'Everyone who first saw the test up to a moment; whether they converted is as of now',
    'Up to | Original Heading | A Question | Difference in every 100 visitors | True difference',
    '29 Mar, 13:00 | 100 of 1,000 | 80 of 620 | +2.9 | −2.6 to +8.4',
    '20 Mar, 12:00 | 50 of 500 | 40 of 310 | +2.9 | −2.6 to +8.4',
    '10 Mar, 12:00 | 10 of 100 | 8 of 62 | – | Too early',
    'Line: as measured, by when visitors first saw the test. Dashes: no difference. Band: where the true difference almost certainly lies. Shaded: too small to matter, by the plan. A band that touches the line may be no difference.',
  ])
})

test('one reading is no picture, and one that cannot be had says so', () => {
  expect(part({ answers: { history: { testName: 'trialHeading', points: points.slice(0, 2) } } })).toContain(
    'The picture begins with the second reading, within a quarter of an hour.',
  )
  expect(part({ failed: ['history'] })).toContain(
    'The history of the test could not be loaded. The server could not be reached.',
  )
})
