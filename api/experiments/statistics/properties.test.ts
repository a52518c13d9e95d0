/** Properties that hold for any counts (C-02 to C-04 of the reference). */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chanceToWin, expectedLoss } from '../../testing/described-arms.ts'
import { oneLook } from '../../testing/fixed-horizon.ts'
import { samplePlan } from '../../testing/sample-plan.ts'
import { FULL, seededRandom } from '../../testing/simulation.ts'
import { sampleRatio } from './ratio-test.ts'
import { DEFAULT_PLAN, targetOf } from './run.ts'
import { type Arm, confidenceSequence, relativeSequence, type Tuning } from './sequence.ts'
import { credibleUplift } from './uplift.ts'
import { verdict } from './verdict.ts'

const seed = { seed: 2026 }
const armUpTo = (max: number): fc.Arbitrary<Arm> =>
  fc
    .integer({ min: 0, max })
    .chain(visitors =>
      fc.record({ visitors: fc.constant(visitors), converters: fc.integer({ min: 0, max: visitors }) }),
    )
/** Variants of every order of magnitude. Variants without a converter and variants where everyone converted are over-represented. */
const arm: fc.Arbitrary<Arm> = fc
  .oneof(armUpTo(20), armUpTo(1000), armUpTo(100_000), armUpTo(10_000_000))
  .chain(({ visitors, converters }) =>
    fc.constantFrom(converters, converters, 0, visitors).map(converters => ({ visitors, converters })),
  )
const tuning: fc.Arbitrary<Tuning> = fc.record({
  alpha: fc.double({ min: 0.001, max: 0.5, noNaN: true }),
  plannedVisitors: fc.integer({ min: 1, max: 10_000_000 }),
})

describe('swapping the arms', () => {
  it('swapping the variants mirrors the difference and the interval and keeps p', () => {
    fc.assert(
      fc.property(arm, arm, tuning, (a, b, tuning) => {
        const [there, back] = [confidenceSequence(a, b, tuning), confidenceSequence(b, a, tuning)]
        if (!there || !back) return
        expect(back.difference).toBe(-there.difference || 0)
        expect(back.alwaysValidP).toBeCloseTo(there.alwaysValidP, 12)
        expect(back.interval[0]).toBeCloseTo(-there.interval[1], 12)
        expect(back.interval[1]).toBeCloseTo(-there.interval[0], 12)
      }),
      { ...seed, numRuns: 2000 },
    )
  })

  it('swapping the variants swaps chances and losses', () => {
    fc.assert(
      fc.property(arm, arm, (a, b) => {
        expect(chanceToWin(b, a)).toBeCloseTo(1 - chanceToWin(a, b), 8)
        const [there, back] = [expectedLoss(a, b), expectedLoss(b, a)]
        expect(back?.control).toBe(there?.treatment)
        expect(back?.treatment).toBe(there?.control)
      }),
      { ...seed, numRuns: FULL ? 300 : 100 },
    )
  })
})

describe('p and the interval', () => {
  it('for 100,000 random inputs p < α exactly when the interval excludes 0', () => {
    const random = seededRandom(303)
    const pick = (max: number) => Math.floor(random() * (max + 1))
    let excluded = 0
    for (let i = 0; i < 100_000; i++) {
      const alpha = 0.001 + random() * 0.3
      const plannedVisitors = 1 + pick(10 ** (1 + random() * 6))
      const arms = [0, 1].map(() => {
        const visitors = 1 + pick(10 ** (random() * 7))
        return { visitors, converters: pick(visitors) }
      })
      const [a, b] = arms as [Arm, Arm]
      // Every second treatment gets a rate near the control's, so that some pairs are hard to tell apart.
      if (i % 2)
        b.converters = Math.min(
          b.visitors,
          Math.round((a.converters / a.visitors) * b.visitors * (0.9 + random() / 5)),
        )
      const sequence = confidenceSequence(a, b, { alpha, plannedVisitors })
      if (!sequence) throw new Error('both arms have visitors')
      const excludes = sequence.interval[0] > 0 || sequence.interval[1] < 0
      if (excludes !== sequence.alwaysValidP < alpha)
        expect.unreachable(`${JSON.stringify({ a, b, alpha, plannedVisitors, sequence })}`)
      if (excludes) excluded++
    }
    expect(excluded).toBeGreaterThan(20_000)
    expect(excluded).toBeLessThan(80_000)
  })
})

describe('more data at the same rates', () => {
  it('more data at the same rates narrows the interval from a tenth of the planned size on', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 99 }),
        fc.integer({ min: 1, max: 99 }),
        fc.integer({ min: 100, max: 1_000_000 }),
        fc.double({ min: 1, max: 40, noNaN: true }),
        (x, y, plannedVisitors, size) => {
          const at = (hundreds: number) =>
            confidenceSequence(
              { visitors: 100 * hundreds, converters: x * hundreds },
              { visitors: 100 * hundreds, converters: y * hundreds },
              { ...DEFAULT_PLAN, plannedVisitors },
            )?.halfWidth ?? Number.NaN
          const hundreds = Math.ceil((size * plannedVisitors) / 2000)
          expect(at(hundreds + 1)).toBeLessThan(at(hundreds))
        },
      ),
      { ...seed, numRuns: 2000 },
    )
  })
})

/** Throws if any number inside is NaN or infinite. */
function assertFinite(value: unknown, path = 'value'): void {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new Error(`${path} is ${value}`)
  if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) assertFinite(inner, `${path}.${key}`)
}

describe('any counts up to ten million', () => {
  it('any counts up to ten million give finite figures within their ranges', () => {
    fc.assert(
      fc.property(arm, arm, tuning, (a, b, tuning) => {
        const sequence = confidenceSequence(a, b, tuning)
        if (sequence) {
          expect(sequence.logE).not.toBeNaN()
          assertFinite({ ...sequence, logE: 0 })
          expect(sequence.alwaysValidP).toBeGreaterThanOrEqual(0)
          expect(sequence.alwaysValidP).toBeLessThanOrEqual(1)
        }
        const chance = chanceToWin(a, b)
        expect(chance >= 0 && chance <= 1).toBe(true)
        const loss = expectedLoss(a, b)
        if (loss)
          expect(
            Math.min(loss.control, loss.treatment) >= 0 && Math.max(loss.control, loss.treatment) <= 1,
          ).toBe(true)
        const uplift = credibleUplift(a, b)
        if (uplift) {
          expect(uplift.credible[0]).toBeGreaterThan(-1)
          expect(uplift.credible[0]).toBeLessThan(uplift.median)
          expect(uplift.median).toBeLessThan(uplift.credible[1])
        }
        assertFinite([chance, loss, uplift, relativeSequence(a, b, tuning), oneLook(a, b, tuning.alpha)])
        assertFinite({ ...sampleRatio([a.visitors, b.visitors], [50, 50]), logBayesFactor: 0 })
      }),
      { ...seed, numRuns: FULL ? 400 : 130 },
    )
  })

  it('any counts up to ten million give a verdict with a sentence', () => {
    fc.assert(
      fc.property(
        arm,
        arm,
        fc.integer({ min: 0, max: 60 }),
        fc.integer({ min: 0, max: 5000 }),
        (a, b, days, daily) => {
          const now = new Date('2026-05-01T12:00:00Z')
          const began = a.visitors + b.visitors === 0 ? null : new Date(now.getTime() - days * 86_400_000)
          const result = verdict({
            testName: 'landingPage',
            now,
            startedAt: began,
            underWaySince: began,
            arms: [
              { ...a, variant: 'control', label: 'A' },
              { ...b, variant: 'v2', label: 'B' },
            ],
            sawBoth: 0,
            plan: DEFAULT_PLAN,
            target: targetOf(DEFAULT_PLAN),
            dailyVisitors: daily,
            decision: null,
          })
          assertFinite(result)
          expect(result.sentence).not.toMatch(/NaN|Infinity|undefined|null/)
          expect(result.sentence.endsWith('.')).toBe(true)
        },
      ),
      { ...seed, numRuns: FULL ? 400 : 130 },
    )
  })
})

describe('the sample-size plan', () => {
  it('a plan divides visitors by the split, over at least two weeks', () => {
    const question = { baseline: 0.05, target: 0.06, alpha: 0.05, power: 0.8, dailyVisitors: 100_000 }
    const even = samplePlan(question)
    const uneven = samplePlan({ ...question, split: [90, 10] })
    expect(even.days).toBe(14)
    expect(uneven.plannedVisitors).toBeGreaterThan(even.plannedVisitors * 2)
    expect(samplePlan({ ...question, dailyVisitors: 0 }).days).toBeNull()
  })
})
