/** Several variants: closed forms for two variants, invariance under relabelling, and general properties. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chanceToWin, expectedLoss } from '../../testing/closed-forms.ts'
import { chancesToBeBest, expectedLosses } from '../../testing/described-arms.ts'
import { samplePlan } from '../../testing/sample-plan.ts'
import { seededRandom } from '../../testing/simulation.ts'
import { beats, bestArm, comparisonsOf, leadingTreatment, provenBetter } from './comparison.ts'
import { distanceFor } from './plan.ts'
import { mean, posterior } from './posterior.ts'
import { sampleRatio } from './ratio-test.ts'
import { DEFAULT_PLAN, pairTuning, type RunPlan, sharesOf } from './run.ts'
import { type Arm, confidenceSequence } from './sequence.ts'
import { chiSquareTail, normalQuantile } from './special.ts'

const seed = { seed: 2026 }
const arm = fc
  .oneof(...[20, 1000, 100_000, 10_000_000].map(max => fc.integer({ min: 1, max })))
  .chain(visitors =>
    fc.record({ visitors: fc.constant(visitors), converters: fc.integer({ min: 0, max: visitors }) }),
  )
const arms = fc.array(arm, { minLength: 3, maxLength: 5 })
/** Variants with similar rates, so that about half of the pairs are proven. */
const near = (count: number, random: () => number): Arm[] => {
  const rate = 0.02 + random() / 2
  return Array.from({ length: count }, () => {
    const visitors = 200 + Math.floor(random() * 20_000)
    return { visitors, converters: Math.round(visitors * rate * (0.8 + random() * 0.4)) }
  })
}
const planOf = (count: number, more: Partial<RunPlan> = {}): RunPlan => ({
  ...DEFAULT_PLAN,
  split: Array.from({ length: count }, () => 1),
  ...more,
})
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const never: Arm = { visitors: 10_000_000, converters: 0 }

describe('chances and losses of several arms', () => {
  it('chances and losses equal the closed forms if a third variant can never be the best', () => {
    fc.assert(
      fc.property(arm, arm, (a, b) => {
        // With very few conversions, a variant could lose to the third one, which must never be the best here.
        fc.pre([a, b].every(({ visitors, converters }) => converters >= 10 && visitors < 2_000_000))
        const [first = 0, second = 0, third = 0] = chancesToBeBest([a, b, never])
        expect(Math.abs(second - chanceToWin(a, b))).toBeLessThan(1e-9)
        expect(Math.abs(first + second + third - 1)).toBeLessThan(1e-12)
        const loss = expectedLoss(a, b)
        const losses = expectedLosses([a, b, never])
        expect(Math.abs((losses?.[0] ?? 1) - (loss?.control ?? 0))).toBeLessThan(1e-9)
        expect(Math.abs((losses?.[1] ?? 1) - (loss?.treatment ?? 0))).toBeLessThan(1e-9)
      }),
      { ...seed, numRuns: 60 },
    )
  })

  it('chances and losses follow the order of the variants, stay in range, and losses differ as the means do', () => {
    fc.assert(
      fc.property(arms, given => {
        const [there, back] = [chancesToBeBest(given), chancesToBeBest(given.toReversed())]
        expect(sum(there)).toBeCloseTo(1, 12)
        const losses = expectedLosses(given) ?? []
        for (const [at, chance] of there.entries()) {
          expect(chance).toBeGreaterThanOrEqual(-1e-12)
          expect(Math.abs(chance - (back.at(-1 - at) ?? 0))).toBeLessThan(1e-7)
          expect(losses[at]).toBeGreaterThanOrEqual(0)
          // Expected loss + own mean = E[best rate], so the sum is the same for every variant.
          const most = (losses[at] ?? 0) + mean(posterior(given[at] ?? never))
          expect(Math.abs(most - (losses[0] ?? 0) - mean(posterior(given[0] ?? never)))).toBeLessThan(1e-8)
        }
      }),
      { ...seed, numRuns: 40 },
    )
  })

  it('chances are even between variants without visitors, whose losses are unknown', () => {
    const nobody = Array.from({ length: 5 }, () => ({ visitors: 0, converters: 0 }))
    for (const chance of chancesToBeBest(nobody)) expect(chance).toBeCloseTo(0.2, 10)
    expect(expectedLosses(nobody)).toBeNull()
  })

  it('chances equal the frequency of the best variant among random draws', () => {
    const given = [[400, 40], [420, 50], [380, 35], [410, 47]].map(([visitors = 0, converters = 0]) => ({ visitors, converters })) // biome-ignore format: one line
    const random = seededRandom(77)
    const draws = 20_000
    const won = given.map(() => 0)
    for (let i = 0; i < draws; i++) {
      const rates = given.map(({ visitors, converters }) =>
        betaDraw(1 + converters, 1 + visitors - converters, random),
      )
      const best = rates.indexOf(Math.max(...rates))
      won[best] = (won[best] ?? 0) + 1 / draws
    }
    for (const [at, chance] of chancesToBeBest(given).entries())
      expect(Math.abs(chance - (won[at] ?? 0))).toBeLessThan(4 * Math.sqrt(0.25 / draws))
  })
})

/** Ratio of two gamma variates with integer shapes, each a product of uniform draws (Devroye 1986, IX.3). */
const betaDraw = (a: number, b: number, random: () => number): number => {
  const gamma = (shape: number) => {
    let log = 0
    for (let i = 0; i < shape; i++) log -= Math.log(1 - random())
    return log
  }
  const [x, y] = [gamma(a), gamma(b)]
  return x / (x + y)
}

describe('the best of several', () => {
  it('the best variant is the same in any order, and beats every other variant by p value and interval', () => {
    const random = seededRandom(31)
    let found = 0
    for (let i = 0; i < 2000; i++) {
      const given = near(3 + (i % 3), random)
      const plan = planOf(given.length)
      const best = bestArm(given, plan)
      const turned = [...given.slice(0, 1), ...given.slice(1).toReversed()]
      const expected = best === null || best === 0 ? best : given.length - best
      if (bestArm(turned, plan) !== expected) expect.unreachable(JSON.stringify(given))
      for (const [other, arm] of given.entries()) {
        const winner = given[best ?? 0]
        if (best === null || other === best || !winner) continue
        const sequence = confidenceSequence(arm, winner, pairTuning(plan, other, best))
        expect(sequence?.interval[0]).toBeGreaterThan(0)
        expect(sequence?.alwaysValidP).toBeLessThan(plan.alpha / (given.length - 1))
      }
      if (best !== null) found++
    }
    expect(found).toBeGreaterThan(400)
    expect(found).toBeLessThan(1800)
  })

  it('no variant is the best while it beats only the control', () => {
    const given = [[5000, 250], [5000, 400], [5000, 390]].map(([visitors = 0, converters = 0]) => ({ visitors, converters })) // biome-ignore format: one line
    const plan = planOf(3, { plannedVisitors: 15_000 })
    expect(bestArm(given, plan)).toBeNull()
    expect(provenBetter(given, plan)).toEqual([1, 2])
    expect(beats(given, plan, 0, 1)).toBe(false)
  })

  it('the best of more variants needs more evidence, and a test of two variants is an ordinary pair', () => {
    const a = { visitors: 3000, converters: 300 }
    const b = { visitors: 3000, converters: 372 }
    const p = (count: number) => pairTuning(planOf(count, { plannedVisitors: 2500 * count }), 0, 1)
    expect(p(2)).toEqual({ alpha: 0.05, plannedVisitors: 5000 })
    const widths = [2, 3, 4, 5].map(count => confidenceSequence(a, b, p(count))?.halfWidth ?? 0)
    expect(widths).toEqual(widths.toSorted((x, y) => x - y))
    expect(new Set(widths).size).toBe(4)
  })

  it('the best of several is described by one treatment’s figures: the winner’s, or the highest rate’s', () => {
    const named = (converters: number[]) =>
      converters.map((x, i) => ({ visitors: 100, converters: x, variant: `v${i}` }))
    expect(leadingTreatment(named([50, 10, 30, 20]), null)).toBe(2)
    expect(leadingTreatment(named([50, 10, 30, 20]), 'v3')).toBe(3)
    expect(leadingTreatment(named([50, 10, 30, 20]), 'v0')).toBe(2)
    expect(
      leadingTreatment(
        named([0, 0, 0]).map(arm => ({ ...arm, visitors: 0 })),
        null,
      ),
    ).toBe(1)
  })

  it('no treatment is compared while any variant has too little data', () => {
    const given = [{ visitors: 5000, converters: 250 }, { visitors: 5000, converters: 400 }, { visitors: 99, converters: 40 }] // biome-ignore format: one line
    expect(comparisonsOf(given, planOf(3))).toEqual([null, null, null])
    expect(bestArm(given, planOf(3))).toBeNull()
  })
})

describe('the sample ratio of several arms', () => {
  it('has the p value of the chi-square tables, by its degrees of freedom', () => {
    // 5 % points of chi-square tables (Abramowitz and Stegun 26.8).
    for (const [
      freedom,
      point,
    ] of [[1, 3.841458820694124], [2, 5.991464547107979], [3, 7.814727903251178], [4, 9.487729036781154]] as const) // biome-ignore format: one line
      expect(chiSquareTail(point, freedom)).toBeCloseTo(0.05, 12)
  })

  it('the sample ratio does not depend on the order of the variants', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({ n: fc.integer({ min: 0, max: 100_000 }), w: fc.integer({ min: 1, max: 100 }) }),
          {
            minLength: 2,
            maxLength: 5,
          },
        ),
        given => {
          const ratio = (of: typeof given) => sampleRatio(of.map(({ n }) => n), of.map(({ w }) => w)) // biome-ignore format: one line
          const [there, back] = [ratio(given), ratio(given.toReversed())]
          expect(Math.abs(there.logBayesFactor - back.logBayesFactor)).toBeLessThan(
            1e-7 * (1 + Math.abs(there.logBayesFactor)),
          )
          expect(there.p).toBeCloseTo(back.p, 9)
          expect(there.alarm).toBe(back.alarm)
          expect(sum(there.expected)).toBeCloseTo(sum(given.map(({ n }) => n)), 5)
        },
      ),
      { ...seed, numRuns: 500 },
    )
  })
})

describe('the plan of several arms', () => {
  const question = { baseline: 0.05, target: 0.06, alpha: 0.05, power: 0.8, dailyVisitors: 100 }

  it('a plan with more variants needs more visitors for each variant and in total', () => {
    const plans = [2, 3, 4, 5].map(count => samplePlan({ ...question, split: planOf(count).split }))
    const perArm = plans.map(({ anytimePerArm }) => anytimePerArm)
    expect(perArm).toEqual(perArm.toSorted((a, b) => a - b))
    for (const [at, { plannedVisitors, anytimePerArm }] of plans.entries())
      expect(plannedVisitors).toBe((at + 2) * Math.ceil(anytimePerArm))
  })

  it('the distance beyond the reach equals the values for the best of k in Bechhofer 1954, table I', () => {
    // Bechhofer's table lists √N δ/σ = c√2 for a correct selection among k with probability 0.8 and 0.95.
    for (const [
      power,
      arms,
      tabled,
    ] of [[0.95, 2, 2.3262], [0.95, 3, 2.7101], [0.95, 4, 2.9162], [0.95, 5, 3.0552], [0.8, 2, 1.1902], [0.8, 3, 1.6524], [0.8, 4, 1.8932], [0.8, 5, 2.0528]] as const) // biome-ignore format: one line
      expect(distanceFor(power, arms) * Math.SQRT2).toBeCloseTo(tabled, 3)
    expect(distanceFor(0.8, 2)).toBe(normalQuantile(0.8))
  })

  it('a plan is decided by the pair with the fewest visitors, and shares add up', () => {
    const lopsided = samplePlan({ ...question, split: [80, 10, 10] })
    expect(lopsided.plannedVisitors).toBeGreaterThan(
      samplePlan({ ...question, split: [1, 1, 1] }).plannedVisitors * 2,
    )
    expect(sum(sharesOf([3, 7, 11, 13, 17]))).toBe(1)
  })
})
