import type { ExperimentHistory } from '@firsttouch/api/contract/experiments/results'
import { DEFAULT_PLAN, targetOf } from '@firsttouch/api/experiments/statistics/run'
import { verdict } from '@firsttouch/api/experiments/statistics/verdict'
import { expect, test } from 'vitest'
import { shown } from '../testing/shown.tsx'
import { axisReach, Difference, readingsOf } from './difference.tsx'
import { unitFor } from './words.ts'

const BEGAN = new Date('2026-03-09T12:00:00Z')
const plan = { ...DEFAULT_PLAN, split: [40, 35, 25] }
const THREE = verdict({
  ...{ testName: 'trialHeading', now: new Date('2026-03-29T12:00:00Z'), sawBoth: 0 },
  ...{ startedAt: BEGAN, underWaySince: BEGAN, plan, target: targetOf(plan) },
  ...{ dailyVisitors: 100, decision: null },
  arms: [
    { variant: 'control', label: 'Original Heading', visitors: 1000, converters: 100 },
    { variant: 'freeWeek', label: 'A Week at Number One, Free', visitors: 880, converters: 90 },
    { variant: 'askedWeek', label: 'A Question', visitors: 620, converters: 80 },
  ],
})
/** The first point has too few visitors for an interval. */
const pointOf = (at: string, share: number): ExperimentHistory['points'][number] => ({
  at,
  arms: THREE.arms.map(({ variant, visitors, converters, comparison }) => ({
    ...{ variant, visitors: visitors * share, converters: converters * share },
    difference: share < 1 / 2 ? null : (comparison?.difference ?? null),
    interval: share < 1 / 2 ? null : (comparison?.interval ?? null),
  })),
})
const points = [
  pointOf('2026-03-10T12:00:00.000Z', 0.1),
  pointOf('2026-03-20T12:00:00.000Z', 0.5),
  pointOf('2026-03-29T12:00:00.000Z', 1),
]

test('each variant has its difference to the control, with its history newest first', () => {
  expect(shown(<Difference verdict={THREE} points={points} />)).toEqual([
    'Of every 100 visitors, how many more or fewer convert with A Week at Number One, Free than with Original Heading',
    'Show as a table: Difference of A Week at Number One, Free over time',
    'Visitors who first saw the test before the time in the first column, with their conversions until now.',
    'Up to | Original Heading | A Week at Number One, Free | Of every 100 visitors',
    '29 Mar, 13:00 | 100 of 1,000 | 90 of 880 | 4.4 fewer to 4.9 more',
    '20 Mar, 12:00 | 50 of 500 | 45 of 440 | 4.4 fewer to 4.9 more',
    '10 Mar, 12:00 | 10 of 100 | 9 of 88 | Too early',
    'Of every 100 visitors, how many more or fewer convert with A Question than with Original Heading',
    'Show as a table: Difference of A Question over time',
    'Visitors who first saw the test before the time in the first column, with their conversions until now.',
    'Up to | Original Heading | A Question | Of every 100 visitors',
    '29 Mar, 13:00 | 100 of 1,000 | 80 of 620 | 2.6 fewer to 8.4 more',
    '20 Mar, 12:00 | 50 of 500 | 40 of 310 | 2.6 fewer to 8.4 more',
    '10 Mar, 12:00 | 10 of 100 | 8 of 62 | Too early',
    'Line: measured difference among visitors who first saw the test up to that time. Dashes: no difference. Band: where the true difference almost certainly lies. Shaded: differences that the plan calls too small to matter. If the band touches the dashes, there may be no difference.',
  ])
})

test('a single measurement shows a hint instead of a chart', () => {
  expect(shown(<Difference verdict={THREE} points={points.slice(0, 2)} />)).toContain(
    'The chart appears after the second measurement.',
  )
})

test('a treatment has a reading at each point that has a difference and an interval', () => {
  expect(readingsOf(points, 'freeWeek').map(({ visitors }) => visitors)).toEqual([940, 1880])
  expect(readingsOf(points, 'gone')).toEqual([])
})

test('the chart’s scale follows the later intervals, not the first one', () => {
  const reading = (visitors: number, interval: [number, number]) => ({
    at: 0,
    visitors,
    difference: 0,
    interval,
  })
  const readings = [reading(200, [-0.4, 0.5]), reading(1000, [-0.05, 0.08]), reading(2000, [-0.02, 0.06])]
  expect(axisReach(readings, 0.01, unitFor(0.06))).toBe(0.09)
  expect(axisReach(readings, 0.2, unitFor(0.06))).toBeCloseTo(0.22)
})
