/** Two equally good variants, and the sample-ratio alarm with several variants. */
import { describe, expect, it } from 'vitest'
import { samplePlan } from '../../testing/sample-plan.ts'
import { even, watchArms } from '../../testing/simulated-arms.ts'
import { bound, FULL, report, VISITORS } from '../../testing/simulation.ts'
import { bestArm } from './comparison.ts'
import { sampleRatio } from './ratio-test.ts'
import { DEFAULT_PLAN } from './run.ts'
import type { Arm } from './sequence.ts'

const LONG = 1_200_000
const runs = FULL ? 2000 : 80

describe('a test whose two best arms are the same', () => {
  it('a test whose two best variants are equal names a winner in at most 5 of 100 tests', {
    timeout: LONG,
  }, () => {
    const question = { baseline: 0.05, target: 0.07, alpha: 0.05, power: 0.8, dailyVisitors: 0 }
    const { plannedVisitors } = samplePlan({ ...question, split: even(3) })
    const plan = { ...DEFAULT_PLAN, split: even(3), plannedVisitors }
    const world = { rates: [0.05, 0.07, 0.07], split: even(3), visitors: plannedVisitors }
    const watched = watchArms(world, arms => bestArm(arms, plan), runs, 1300)
    report('two of three arms equally good: a best one', watched)
    expect(watched.rate).toBeLessThanOrEqual(bound(0.05, runs))
  })
})

describe('the sample-ratio alarm of several variants, tested after every visitor', () => {
  const alarmOf = (split: readonly number[]) => (arms: readonly Arm[]) =>
    sampleRatio(
      arms.map(arm => arm.visitors),
      split,
    ).alarm || null

  it.each(FULL ? [even(3), even(5), [70, 10, 10, 10]] : [even(3)])(
    'the sample-ratio alarm of several variants is raised in at most 1 %% of tests with the right split',
    { timeout: LONG },
    (...split) => {
      const world = { rates: split.map(() => 0), split, visitors: VISITORS }
      const watched = watchArms(world, alarmOf(split), runs, 1500)
      report(`sample ratio, split ${split.join('/')}`, watched)
      expect(watched.rate).toBeLessThanOrEqual(bound(0.01, runs))
    },
  )

  it('the sample-ratio alarm is raised in nearly every test in which one of five variants gets 10 % too few', {
    timeout: LONG,
  }, () => {
    const some = FULL ? 500 : 10
    const world = { rates: even(5).map(() => 0), split: [10, 10, 10, 10, 9], visitors: 60_000 }
    const watched = watchArms(world, alarmOf(even(5)), some, 1501)
    report('sample ratio, one of five arms a tenth short', watched)
    expect(watched.rate).toBeGreaterThanOrEqual(0.99)
  })
})
