/** Type-I error, power and coverage with a look after every visitor (C-05 to C-10 of the reference). */
import { describe, expect, it } from 'vitest'
import { bound, FULL, report, same, watchMany } from '../../testing/simulation.ts'
import { sampleRatio } from './ratio-test.ts'
import { DEFAULT_PLAN } from './run.ts'
import { type Arm, confidenceSequence, enoughData, reading, type Tuning } from './sequence.ts'

const LONG = 600_000
const runs = FULL ? 2000 : 400
const RATES = FULL ? [0.005, 0.02, 0.05, 0.2, 0.5] : [0.02, 0.5]
/** Small conversion rates, at which naive rules fail with a 90/10 split. */
const UNEVEN = FULL ? [0.005, 0.02] : [0.005]

const decides = (tuning: Tuning) => (control: Arm, treatment: Arm) => {
  const now = reading(control, treatment, tuning)
  return now === 'treatment' || now === 'control'
}

describe('a test without any difference, watched at every visitor', () => {
  it.each(RATES)(
    'a test without a difference has a false winner in at most 5 of 100 tests at a rate of %d',
    { timeout: LONG },
    rate => {
      const watched = watchMany(same(rate), decides(DEFAULT_PLAN), runs, 501)
      report(`C-05 rate ${rate}`, watched)
      expect(watched.rate).toBeLessThanOrEqual(bound(0.05, runs))
    },
  )

  it.each(UNEVEN)(
    'a test without a difference has as few false winners with a 90/10 split at a rate of %d',
    { timeout: LONG },
    rate => {
      const runs = FULL ? 2000 : 200
      const world = { ...same(rate), controlShare: 0.9, visitors: FULL ? 50_000 : 20_000 }
      const watched = watchMany(world, decides(DEFAULT_PLAN), runs, 601)
      report(`C-06 90/10 rate ${rate}`, watched)
      expect(watched.rate).toBeLessThanOrEqual(bound(0.05, runs))
    },
  )
})

describe('a test with a difference of one conversion in a hundred visitors', () => {
  const tuning: Tuning = { alpha: 0.05, plannedVisitors: 31_232 }
  const world = { rates: [0.05, 0.06], controlShare: 0.5, visitors: tuning.plannedVisitors } as const

  it('a difference of one in a hundred is found in at least 80 % of tests by the planned size', {
    timeout: LONG,
  }, () => {
    const watched = watchMany(world, (a, b) => reading(a, b, tuning) === 'treatment', FULL ? 2000 : 60, 801)
    report('C-08 power', watched)
    expect(watched.rate).toBeGreaterThanOrEqual(0.8)
  })

  it('the true difference is inside the interval at every look', { timeout: LONG }, () => {
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

describe('the sample-ratio alarm, tested after every visitor', () => {
  const alarm = (a: Arm, b: Arm) => sampleRatio([a.visitors, b.visitors], [50, 50]).alarm

  it('the sample-ratio alarm is raised in at most 1 % of tests with the right split', {
    timeout: LONG,
  }, () => {
    const runs = FULL ? 2000 : 100
    const watched = watchMany({ ...same(0), visitors: FULL ? 50_000 : 8000 }, alarm, runs, 1001)
    report('C-10 sample ratio', watched)
    expect(watched.rate).toBeLessThanOrEqual(bound(0.01, runs))
  })

  it('the sample-ratio alarm is raised for a 52/48 split in nearly every test', { timeout: LONG }, () => {
    const world = { ...same(0), controlShare: 0.52, visitors: 50_000 }
    const watched = watchMany(world, alarm, FULL ? 500 : 20, 1002)
    report('C-10 52/48 split found', watched)
    expect(watched.rate).toBeGreaterThanOrEqual(0.99)
  })
})
