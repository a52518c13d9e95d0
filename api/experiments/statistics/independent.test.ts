/** Compares results with values from independent methods. independent-cases.json names each method. */
import { describe, expect, it } from 'vitest'
import { chanceToWin, expectedLoss } from '../../testing/described-arms.ts'
import { samplePlan } from '../../testing/sample-plan.ts'
import cases from './independent-cases.json' with { type: 'json' }
import { sampleRatio } from './ratio-test.ts'
import type { Arm } from './sequence.ts'
import { erfc, lnBeta, normalCdf, normalQuantile } from './special.ts'
import { credibleUplift } from './uplift.ts'

const arm = ([visitors = 0, converters = 0]: number[]): Arm => ({ visitors, converters })

const relative = (actual: number, expected: number) =>
  expected === 0 ? Math.abs(actual) : Math.abs(actual / expected - 1)

describe('special functions keep 13 digits', () => {
  it.each(cases.lnBeta)('ln B(%d, %d)', (a = 1, b = 1, expected = 0) => {
    expect(relative(lnBeta(a, b), expected)).toBeLessThan(1e-13)
    expect(lnBeta(b, a)).toBe(lnBeta(a, b))
  })

  it.each(cases.erfc)('erfc(%d)', (x = 0, expected = 0) => {
    expect(relative(erfc(x), expected)).toBeLessThan(2e-13)
  })

  it.each(cases.normalQuantile)('the normal quantile of %d', (p = 0.5, expected = 0) => {
    expect(Math.abs(normalQuantile(p) - expected)).toBeLessThan(1e-13)
    expect(relative(normalCdf(expected), p)).toBeLessThan(1e-12)
    if (p > 1e-6) expect(relative(normalQuantile(1 - p), -expected)).toBeLessThan(1e-10)
  })

  it('the normal distribution is 0.5 at 0', () => {
    expect(normalQuantile(0.5)).toBeCloseTo(0, 15)
    expect(normalCdf(0)).toBe(0.5)
  })
})

describe.each(cases.arms)('$control against $treatment', ({ control, treatment, ...expected }) => {
  const [a, b] = [arm(control), arm(treatment)]

  it('the chance to win agrees with independent arithmetic, at every size', () => {
    expect(Math.abs(chanceToWin(a, b) - expected.chanceToWin)).toBeLessThan(5e-9)
  })

  it('the losses agree with independent arithmetic', () => {
    const loss = expectedLoss(a, b)
    expect(Math.abs((loss?.control ?? 1) - (expected.loss[0] ?? 0))).toBeLessThan(1e-9)
    expect(Math.abs((loss?.treatment ?? 1) - (expected.loss[1] ?? 0))).toBeLessThan(1e-9)
  })

  it('the uplift quantiles agree with independent arithmetic', () => {
    const uplift = credibleUplift(a, b)
    const actual = [uplift?.credible[0], uplift?.median, uplift?.credible[1]]
    actual.forEach((value, i) => {
      expect(relative(value ?? 0, expected.uplift[i] ?? 0)).toBeLessThan(1e-6)
    })
  })
})

describe('published figures', () => {
  it('the plan agrees with R power.prop.test, 0.50 against 0.75 at 90 %: 76.7 a variant', () => {
    const plan = samplePlan({ baseline: 0.5, target: 0.75, alpha: 0.05, power: 0.9, dailyVisitors: 0 })
    expect(plan.fixedPerArm).toBeCloseTo(76.7, 1)
  })

  it('the p value agrees with Kohavi, Tang and Xu, chapter 21: 821,588 to 815,482 has p = 1.8e-6', () => {
    expect(sampleRatio([821_588, 815_482], [1, 1]).p).toBeCloseTo(1.8e-6, 7)
  })

  it('the chance to win agrees with the rule of succession: 0 of 0 against 1 of 1 wins two times in three', () => {
    expect(chanceToWin({ visitors: 0, converters: 0 }, { visitors: 1, converters: 1 })).toBeCloseTo(2 / 3, 14)
  })
})
