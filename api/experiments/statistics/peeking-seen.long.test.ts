/** Negative controls of `peeking.test.ts`: the simulation detects the peeking error of other decision rules. */
import { describe, expect, it } from 'vitest'
import { waldZ } from '../../testing/fixed-horizon.ts'
import { FULL, report, same, watchMany } from '../../testing/simulation.ts'
import { sampleRatio } from './ratio-test.ts'
import { DEFAULT_PLAN } from './run.ts'
import { type Arm, confidenceSequence } from './sequence.ts'
import { normalCdf, normalQuantile } from './special.ts'

const LONG = 600_000
const runs = FULL ? 2000 : 400
const SIGNIFICANT = normalQuantile(0.975)
const RATES = FULL ? [0.005, 0.02, 0.05, 0.2, 0.5] : [0.05]
/** Small conversion rates, at which naive rules fail with a 90/10 split. */
const UNEVEN = FULL ? [0.005, 0.02] : [0.005]

/** Negative control with a minimum of five conversions in each variant. Our minimum is ten. */
const fiveEach = (...arms: Arm[]) =>
  arms.every(arm => arm.converters >= 5 && arm.visitors - arm.converters >= 5)
const isSignificant = (control: Arm, treatment: Arm) =>
  fiveEach(control, treatment) && Math.abs(waldZ(control, treatment)) > SIGNIFICANT
/** Normal approximation of the chance to win. */
const looksWon = (control: Arm, treatment: Arm) =>
  fiveEach(control, treatment) && Math.abs(normalCdf(waldZ(control, treatment)) - 0.5) >= 0.45

describe('negative controls: the simulation detects the peeking error', () => {
  it.each(UNEVEN)(
    'without the minimum data, a 90/10 split has too many false winners at a rate of %d',
    { timeout: LONG },
    rate => {
      const unguarded = (control: Arm, treatment: Arm) =>
        control.visitors > 0 &&
        treatment.visitors > 0 &&
        (confidenceSequence(control, treatment, DEFAULT_PLAN)?.alwaysValidP ?? 1) < 0.05
      const world = { ...same(rate), controlShare: 0.9, visitors: FULL ? 50_000 : 20_000 }
      const watched = watchMany(world, unguarded, FULL ? 2000 : 200, 601)
      report(`C-06 90/10 rate ${rate}, no guard`, watched)
      expect(watched.rate).toBeGreaterThan(0.2)
    },
  )

  it.each(RATES)(
    'stopping at p < 0.05 has too many false winners at a rate of %d',
    { timeout: LONG },
    rate => {
      const watched = watchMany(same(rate), isSignificant, runs, 701)
      report(`C-07 z test, rate ${rate}`, watched)
      expect(watched.rate).toBeGreaterThan(0.2)
    },
  )

  it.each(RATES)(
    'stopping at a chance to win of 0.95 has too many false winners at a rate of %d',
    { timeout: LONG },
    rate => {
      const watched = watchMany(same(rate), looksWon, runs, 702)
      report(`C-07 chance to win, rate ${rate}`, watched)
      expect(watched.rate).toBeGreaterThan(0.35)
    },
  )
})

describe('the sample-ratio alarm, tested after every visitor', () => {
  it('a chi-square test at every visitor raises too many sample-ratio alarms', { timeout: LONG }, () => {
    const chi = (a: Arm, b: Arm) =>
      a.visitors + b.visitors >= 100 && sampleRatio([a.visitors, b.visitors], [50, 50]).p < 0.01
    const watched = watchMany({ ...same(0), visitors: 8000 }, chi, FULL ? 2000 : 100, 1003)
    report('C-10 chi-square at p < 0.01', watched)
    expect(watched.rate).toBeGreaterThan(0.05)
  })
})
