/** Type-I error, power and coverage under a look after every visitor (C-05 to C-10 of the reference). */
import { describe, expect, it } from 'vitest'
import { waldZ } from '../../testing/fixed-horizon.ts'
import { bound, FULL, report, watchMany } from '../../testing/simulation.ts'
import { sampleRatio } from './ratio-test.ts'
import { DEFAULT_PLAN } from './run.ts'
import { type Arm, confidenceSequence, enoughData, reading, type Tuning } from './sequence.ts'
import { normalCdf, normalQuantile } from './special.ts'

const LONG = 600_000
const runs = FULL ? 2000 : 400
const visitors = FULL ? 20_000 : 8000
const SIGNIFICANT = normalQuantile(0.975)
const RATES = FULL ? [0.005, 0.02, 0.05, 0.2, 0.5] : [0.02, 0.5]
/** Of a split of 90/10, which is lost at small rates. */
const UNEVEN = FULL ? [0.005, 0.02] : [0.005]

const decides = (tuning: Tuning) => (control: Arm, treatment: Arm) => {
  const now = reading(control, treatment, tuning)
  return now === 'treatment' || now === 'control'
}
/** The five conversions per arm that a public product asks for; ours asks for more. */
const fiveEach = (...arms: Arm[]) =>
  arms.every(arm => arm.converters >= 5 && arm.visitors - arm.converters >= 5)
const isSignificant = (control: Arm, treatment: Arm) =>
  fiveEach(control, treatment) && Math.abs(waldZ(control, treatment)) > SIGNIFICANT
/** The normal approximation of the chance to win is enough here. */
const looksWon = (control: Arm, treatment: Arm) =>
  fiveEach(control, treatment) && Math.abs(normalCdf(waldZ(control, treatment)) - 0.5) >= 0.45
const same = (rate: number) => ({ rates: [rate, rate], controlShare: 0.5, visitors }) as const

describe('a test without any difference, watched at every visitor', () => {
  it.each(RATES)('finds one in at most 5 of 100 tests at a rate of %d', { timeout: LONG }, rate => {
    const watched = watchMany(same(rate), decides(DEFAULT_PLAN), runs, 501)
    report(`C-05 rate ${rate}`, watched)
    expect(watched.rate).toBeLessThanOrEqual(bound(0.05, runs))
  })

  it.each(UNEVEN)('holds with a 90/10 split at a rate of %d', { timeout: LONG }, rate => {
    const runs = FULL ? 2000 : 200
    const world = { ...same(rate), controlShare: 0.9, visitors: FULL ? 50_000 : 20_000 }
    const watched = watchMany(world, decides(DEFAULT_PLAN), runs, 601)
    report(`C-06 90/10 rate ${rate}`, watched)
    expect(watched.rate).toBeLessThanOrEqual(bound(0.05, runs))
  })
})

describe('negative controls: the simulation does detect peeking', () => {
  it.each(UNEVEN)('without the guard, a 90/10 split misleads at a rate of %d', { timeout: LONG }, rate => {
    const unguarded = (control: Arm, treatment: Arm) =>
      control.visitors > 0 &&
      treatment.visitors > 0 &&
      (confidenceSequence(control, treatment, DEFAULT_PLAN)?.alwaysValidP ?? 1) < 0.05
    const world = { ...same(rate), controlShare: 0.9, visitors: FULL ? 50_000 : 20_000 }
    const watched = watchMany(world, unguarded, FULL ? 2000 : 200, 601)
    report(`C-06 90/10 rate ${rate}, no guard`, watched)
    expect(watched.rate).toBeGreaterThan(0.2)
  })

  const control = FULL ? RATES : [0.05]
  it.each(control)('stopping at p < 0.05 misleads at a rate of %d', { timeout: LONG }, rate => {
    const watched = watchMany(same(rate), isSignificant, runs, 701)
    report(`C-07 z test, rate ${rate}`, watched)
    expect(watched.rate).toBeGreaterThan(0.2)
  })

  it.each(control)(
    'stopping at a chance to win of 0.95 misleads at a rate of %d',
    { timeout: LONG },
    rate => {
      const watched = watchMany(same(rate), looksWon, runs, 702)
      report(`C-07 chance to win, rate ${rate}`, watched)
      expect(watched.rate).toBeGreaterThan(0.35)
    },
  )
})

describe('a test with a difference of one conversion in a hundred visitors', () => {
  const tuning: Tuning = { alpha: 0.05, plannedVisitors: 31_232 }
  const world = { rates: [0.05, 0.06], controlShare: 0.5, visitors: tuning.plannedVisitors } as const

  it('finds it in at least 80 % of tests by the planned size', { timeout: LONG }, () => {
    const watched = watchMany(world, (a, b) => reading(a, b, tuning) === 'treatment', FULL ? 2000 : 60, 801)
    report('C-08 power', watched)
    expect(watched.rate).toBeGreaterThanOrEqual(0.8)
  })

  it('keeps the true difference inside the interval at every look', { timeout: LONG }, () => {
    const runs = FULL ? 2000 : 60
    const misses = (a: Arm, b: Arm) => {
      const [low, high] = (enoughData(a, b) && confidenceSequence(a, b, tuning)?.interval) || [-1, 1]
      return low > 0.01 || high < 0.01
    }
    const watched = watchMany(world, misses, runs, 901)
    report('C-09 coverage missed', watched)
    expect(watched.rate).toBeLessThanOrEqual(bound(0.05, runs))
  })
})

describe('the sample-ratio alarm, listened to at every visitor', () => {
  const alarm = (a: Arm, b: Arm) => sampleRatio([a.visitors, b.visitors], [50, 50]).alarm

  it('is raised in at most 1 % of tests with the right split', { timeout: LONG }, () => {
    const runs = FULL ? 2000 : 100
    const watched = watchMany({ ...same(0), visitors: FULL ? 50_000 : 8000 }, alarm, runs, 1001)
    report('C-10 sample ratio', watched)
    expect(watched.rate).toBeLessThanOrEqual(bound(0.01, runs))
  })

  it('is raised for a 52/48 split in nearly every test', { timeout: LONG }, () => {
    const world = { ...same(0), controlShare: 0.52, visitors: 50_000 }
    const watched = watchMany(world, alarm, FULL ? 500 : 20, 1002)
    report('C-10 52/48 split found', watched)
    expect(watched.rate).toBeGreaterThanOrEqual(0.99)
  })

  it('would cry wolf if it listened to the chi-square test', { timeout: LONG }, () => {
    const chi = (a: Arm, b: Arm) =>
      a.visitors + b.visitors >= 100 && sampleRatio([a.visitors, b.visitors], [50, 50]).p < 0.01
    const watched = watchMany({ ...same(0), visitors: 8000 }, chi, FULL ? 2000 : 100, 1003)
    report('C-10 chi-square at p < 0.01', watched)
    expect(watched.rate).toBeGreaterThan(0.05)
  })
})
