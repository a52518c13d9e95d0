import { describe, expect, it } from 'vitest'
import { chanceToWin, expectedLoss } from '../../testing/described-arms.ts'
import { oneLook } from '../../testing/fixed-horizon.ts'
import { samplePlan } from '../../testing/sample-plan.ts'
import cases from './cases.json' with { type: 'json' }
import { mean, posterior } from './posterior.ts'
import { sampleRatio } from './ratio-test.ts'
import { DEFAULT_PLAN, targetOf } from './run.ts'
import {
  type Arm,
  confidenceSequence,
  enoughData,
  rate,
  reading,
  relativeSequence,
  standardError,
} from './sequence.ts'
import { credibleUplift } from './uplift.ts'
import { verdict } from './verdict.ts'

const { tolerances } = cases

function near(actual: number | null | undefined, expected: number, tolerance = tolerances.default_relative) {
  expect(actual).toBeTypeOf('number')
  const allowed = Math.max(tolerances.zero_means_absolute, tolerance * Math.abs(expected))
  expect(Math.abs(Number(actual) - expected), `${actual} should be ${expected}`).toBeLessThanOrEqual(allowed)
}

const nearAbsolute = (actual: number | undefined, expected: number, tolerance: number) =>
  expect(Math.abs(Number(actual) - expected), `${actual} should be ${expected}`).toBeLessThanOrEqual(
    tolerance,
  )

const nearEach = (actual: readonly number[] | null | undefined, expected: number[], tolerance?: number) =>
  expected.forEach((value, i) => {
    near(actual?.[i], value, tolerance)
  })

type Expected = (typeof cases.experiments)[number]['expected']
const given = <K extends string>(expected: Expected, key: K): unknown =>
  Object.entries(expected).find(([name]) => name === key)?.[1]
const numberAt = (expected: Expected, key: string) => Number(given(expected, key))

describe.each(cases.experiments)('reference case $id', ({ input, expected }) => {
  const control = { visitors: input.control.exposures, converters: input.control.conversions }
  const treatment = { visitors: input.treatment.exposures, converters: input.treatment.conversions }
  const tuning = { alpha: input.alpha, plannedVisitors: input.tuningN }
  const empty = control.visitors === 0

  it('gives the expected difference, anytime interval and p value', () => {
    const sequence = confidenceSequence(control, treatment, tuning)
    if (empty) return expect(sequence).toBeNull()
    near(rate(control), numberAt(expected, 'rateControl'))
    near(rate(treatment), numberAt(expected, 'rateTreatment'))
    near(standardError(control, treatment), numberAt(expected, 'seDiff'))
    near(sequence?.difference, numberAt(expected, 'diff'))
    near(sequence?.halfWidth, numberAt(expected, 'csHalfWidth'))
    nearEach(sequence?.interval, given(expected, 'cs') as number[])
    near(sequence?.alwaysValidP, numberAt(expected, 'alwaysValidP'))
    if (given(expected, 'eValue')) near(Math.exp(sequence?.logE ?? 0), numberAt(expected, 'eValue'))
  })

  it('gives the expected figures of a single look', () => {
    const look = oneLook(control, treatment, input.alpha)
    if (empty) return expect(look).toBeNull()
    near(look?.z, numberAt(expected, 'z'))
    near(look?.p, numberAt(expected, 'fixedP'))
    nearEach(look?.interval, given(expected, 'fixedCi') as number[])
  })

  it('gives the expected chance to win and losses', () => {
    nearAbsolute(chanceToWin(control, treatment), expected.chanceToWin, tolerances.chanceToWin_absolute)
    const loss = expectedLoss(control, treatment)
    if (expected.expectedLossIfControl === null) return expect(loss).toBeNull()
    const tolerance = tolerances.expectedLoss_absolute
    nearAbsolute(loss?.control, expected.expectedLossIfControl, tolerance)
    nearAbsolute(loss?.treatment, Number(expected.expectedLossIfTreatment), tolerance)
  })

  it('gives the expected uplift', () => {
    const uplift = credibleUplift(control, treatment)
    if (expected.upliftCredible95 === null) return expect(uplift).toBeNull()
    near(uplift?.median, expected.upliftMedian ?? Number.NaN, tolerances.upliftQuantiles_relative)
    nearEach(uplift?.credible, expected.upliftCredible95, tolerances.upliftQuantiles_relative)
    const upliftMean = given(expected, 'upliftMean')
    if (upliftMean === null) expect(meanUplift(control, treatment)).toBeNull()
    else near(meanUplift(control, treatment), Number(upliftMean))
  })

  it('guards the relative interval and reads the expected decision', () => {
    expect(enoughData(control, treatment)).toBe(expected.enoughData)
    expect(reading(control, treatment, tuning)).toBe(expected.decision)
    const bounds = given(expected, 'csRelative')
    if (bounds) nearEach(relativeSequence(control, treatment, tuning), bounds as number[])
    const result = verdict({
      testName: 'case',
      now: new Date('2026-03-01T00:00:00Z'),
      startedAt: new Date('2026-02-01T00:00:00Z'),
      underWaySince: new Date('2026-02-01T00:00:00Z'),
      arms: [
        { ...control, variant: 'control', label: 'A' },
        { ...treatment, variant: 'v2', label: 'B' },
      ],
      sawBoth: 0,
      plan: { ...DEFAULT_PLAN, ...tuning },
      target: targetOf({ ...DEFAULT_PLAN, ...tuning }),
      dailyVisitors: 100,
      decision: null,
    })
    expect(result.uplift?.anytime == null).toBe(bounds == null)
    expect(result.interval === null).toBe(!expected.enoughData)
  })
})

it.each(cases.srm)('sample-ratio case $id', ({ input, expected }) => {
  const [a = 0, b = 0] = input.observed
  const [wa = 1, wb = 1] = input.weights
  const result = sampleRatio([a, b], [wa, wb])
  near(result.chi2, expected.chi2)
  near(result.p, expected.p)
  near(result.logBayesFactor, expected.logBayesFactor)
  near(result.sequentialP, expected.sequentialP)
  expect(result.alarm).toBe(expected.alarm)
})

it.each(cases.sampleSize)('plan case $id', ({ input, expected }) => {
  const plan = samplePlan({ ...input, dailyVisitors: input.dailySessions })
  near(plan.fixedPerArm, expected.fixedPerArmExact, 1e-6)
  expect(Math.ceil(plan.fixedPerArm)).toBe(expected.fixedPerArm)
  near(plan.anytimePerArm, expected.anytimePerArmExact, 1e-6)
  expect(plan.plannedVisitors).toBe(2 * expected.anytimePerArm)
  expect(plan.days).toBe(expected.days)
})

it.each([
  [0.5, 0.1, 0.2],
  [0.9, 0.1, 0.2],
  [0.1, 0.1, 0.2],
  [0.75, 0.04, 0.03],
])(
  'with a share of %d in the control, the plan needs more visitors because the control’s rate is less certain',
  (share, a, b) => {
    const question = { baseline: a, target: b, alpha: 0.05, power: 0.8, dailyVisitors: 0 }
    const spread = (control: number) => (a * (1 - a)) / control + (b * (1 - b)) / (1 - control)
    const plan = samplePlan({ ...question, split: [share, 1 - share] })
    const total = (2 * plan.anytimePerArm * spread(share)) / spread(0.5)
    expect(plan.plannedVisitors).toBe(Math.ceil(total * share) + Math.ceil(total * (1 - share)))
  },
)

/** E[rateB / rateA] − 1 under the posteriors. It is infinite, hence null, without conversions of the control. */
function meanUplift(control: Arm, treatment: Arm): number | null {
  if (control.converters === 0) return null
  const { a, b } = posterior(control)
  return (mean(posterior(treatment)) * (a + b - 1)) / (a - 1) - 1
}
