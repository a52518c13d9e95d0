import { describe, expect, it } from 'vitest'
import { sampleRatio } from './ratio-test.ts'
import { DEFAULT_PLAN, type Decision, type RunPlan, type RunSoFar, targetOf } from './run.ts'
import { sentence } from './sentence.ts'
import type { Arm } from './sequence.ts'
import { stateOf, verdict } from './verdict.ts'

const DAY = 86_400_000
const NOW = new Date('2026-03-29T09:30:00Z')

type Situation = Partial<Omit<RunSoFar, 'arms' | 'plan'>> & {
  control: [visitors: number, converters: number]
  treatment: [visitors: number, converters: number]
  days?: number
  plan?: Partial<RunPlan>
}

function of({ control, treatment, days = 20, plan, ...rest }: Situation): RunSoFar {
  const arm = ([visitors, converters]: [number, number]): Arm => ({ visitors, converters })
  return {
    testName: 'landingPage',
    now: NOW,
    startedAt: new Date(NOW.getTime() - days * DAY - 1000),
    underWaySince: new Date(NOW.getTime() - days * DAY - 1000),
    arms: [
      { ...arm(control), variant: 'control', label: 'Original Landing Page' },
      { ...arm(treatment), variant: 'v2', label: 'Optimized Landing Page V2' },
    ],
    sawBoth: 0,
    plan: { ...DEFAULT_PLAN, ...plan },
    target: targetOf({ ...DEFAULT_PLAN, ...plan }),
    dailyVisitors: 100,
    decision: null,
    ...rest,
  }
}

const NONE = of({
  control: [0, 0],
  treatment: [0, 0],
  startedAt: null,
  underWaySince: null,
  dailyVisitors: 0,
})
const FEW = of({ control: [40, 2], treatment: [38, 4], days: 2, dailyVisitors: 39 })
const CLEAR = {
  control: [3000, 1396],
  treatment: [3461, 2422],
  plan: { split: [46, 54] },
} satisfies Situation
const PLANNED = { plannedVisitors: 5000, minimumEffect: 0.05 }

describe('the states', () => {
  it.each([
    ['collecting', 'there are no visitors', NONE],
    ['collecting', 'an arm has 99 visitors', of({ control: [99, 40], treatment: [100, 40] })],
    ['collecting', 'an arm has 9 conversions', of({ control: [500, 9], treatment: [500, 60] })],
    [
      'collecting',
      'an arm has 9 visitors who did not convert',
      of({ control: [120, 111], treatment: [120, 90] }),
    ],
    ['undecided', 'the interval holds 0', of({ control: [1000, 100], treatment: [1000, 120] })],
    ['treatment', 'the interval is above 0 after 14 days', of({ ...CLEAR, days: 14 })],
    ['undecided', 'the interval is above 0 after 13 days', of({ ...CLEAR, days: 13 })],
    ['control', 'the interval is below 0', of({ control: [3000, 2100], treatment: [3000, 1400] })],
    [
      'no_difference',
      'the interval is inside ±5 percentage points',
      of({ control: [2500, 250], treatment: [2500, 252], plan: PLANNED }),
    ],
    [
      'undecided',
      'the interval is inside ±5 percentage points, but two weeks are not over',
      of({ control: [2500, 250], treatment: [2500, 252], plan: PLANNED, days: 13 }),
    ],
    [
      'undecided',
      'the interval is inside ±5 percentage points, but one visitor is missing',
      of({ control: [2500, 250], treatment: [2499, 252], plan: PLANNED }),
    ],
    [
      'undecided',
      'the interval exceeds the minimum effect',
      of({ control: [2500, 250], treatment: [2500, 310], plan: PLANNED }),
    ],
    ['split_broken', 'the split is 54/46', of({ control: [5400, 500], treatment: [4600, 500] })],
    ['split_broken', 'one arm gets no visitors', of({ control: [120, 20], treatment: [0, 0] })],
    [
      'collecting',
      '120 and 13 visitors fit the planned split of 90/10',
      of({ control: [120, 3], treatment: [13, 0], plan: { split: [90, 10] } }),
    ],
  ] satisfies [string, string, RunSoFar][])('is %s where %s', (state, _, input) => {
    expect(verdict(input).state).toBe(state)
  })

  it('the two weeks start when 1 % of the visitors have come, even if one browser’s clock is behind', () => {
    const input = of({ ...CLEAR, days: 30, underWaySince: new Date(NOW.getTime() - 9.5 * DAY) })
    expect(verdict(input)).toMatchObject({ state: 'undecided', daysRun: 30 })
    expect(verdict(input).sentence).toContain('about 5 days')
  })

  it('a verdict hides even a proven difference behind a broken split', () => {
    expect(verdict(of({ ...CLEAR, plan: { split: [60, 40] } })).state).toBe('split_broken')
  })
})

describe('the first crossing', () => {
  const at = new Date('2026-03-20T12:00:00Z')
  const decision: Decision = {
    outcome: 'treatment',
    winner: 'v2',
    at,
    arms: [
      { variant: 'control', visitors: 3000, converters: 150 },
      { variant: 'v2', visitors: 3000, converters: 230 },
    ],
  }
  const after = of({ control: [5000, 350], treatment: [5000, 360], decision })

  it('a new decision has the current time', () => {
    expect(verdict(of(CLEAR)).decidedAt).toBe(NOW.toISOString())
  })

  it('a decision keeps its time and counts when later figures look different', () => {
    const result = verdict(after)
    expect(result).toMatchObject({ state: 'treatment', decidedAt: at.toISOString() })
    expect(result.sentence).toContain('it converts 7.7% of its visitors against 5%')
    expect(result.difference).toBeCloseTo(0.002, 12)
  })

  it('a stored decision stays, but is hidden, while the split is broken', () => {
    const [control, ...others] = after.arms
    if (!control) throw new Error('there is a control')
    const result = verdict({ ...after, arms: [{ ...control, visitors: 7000 }, ...others] })
    expect(result).toMatchObject({ state: 'split_broken', decidedAt: at.toISOString() })
  })

  it('the decision is null before the first boundary crossing', () => {
    expect(verdict(FEW).decidedAt).toBeNull()
  })
})

describe('the figures', () => {
  it('the figures leave out meaningless values while collecting', () => {
    expect(verdict(FEW)).toMatchObject({ difference: null, interval: null, alwaysValidP: null })
    expect(verdict(FEW).uplift?.anytime).toBeNull()
  })

  it('the figures are null without visitors', () => {
    const result = verdict(NONE)
    expect(result).toMatchObject({ startedAt: null, daysRun: 0, uplift: null })
    const nothing = {
      visitors: 0,
      converters: 0,
      rate: null,
      chanceToWin: expect.closeTo(0.5, 12),
      expectedLoss: null,
      comparison: null,
    }
    expect(result.arms).toEqual([
      { variant: 'control', ...nothing },
      { variant: 'v2', ...nothing },
    ])
    expect(result.plan.daysLeft).toBeNull()
  })

  it('the figures have no uplift over a control without conversions', () => {
    expect(verdict(of({ control: [500, 0], treatment: [500, 3] })).uplift).toBeNull()
  })

  it('the figures clamp the interval to the range of a difference', () => {
    const [low = 0, high = 0] =
      verdict(of({ control: [100, 10], treatment: [100, 90], plan: { plannedVisitors: 10_000_000 } }))
        .interval ?? []
    expect([low >= -1, high]).toEqual([true, 1])
  })

  it('the figures count the days left to the planned size, and at least the two weeks', () => {
    const left = (situation: Situation) => verdict(of(situation)).plan.daysLeft
    expect(left({ control: [1000, 50], treatment: [1000, 60] })).toBe(30)
    expect(left({ control: [2400, 50], treatment: [2500, 60], days: 3 })).toBe(11)
    expect(left({ control: [2500, 50], treatment: [2500, 60], days: 3 })).toBe(11)
    expect(left({ control: [2500, 50], treatment: [2500, 60], days: 15 })).toBe(0)
    expect(left({ control: [1000, 50], treatment: [1000, 60], dailyVisitors: 0 })).toBeNull()
  })
})

/** Sentences of the seven states and their variations. */
describe('the sentence', () => {
  const says = (input: RunSoFar) => verdict(input).sentence

  it('without data', () => {
    expect(says(NONE)).toMatchInlineSnapshot(
      `"No test data yet: this run has no visitors so far. There is nothing to do. The first figures appear within seconds of the first visitor, and a verdict takes at least two weeks."`,
    )
  })
  it('while collecting', () => {
    expect(says(FEW)).toMatchInlineSnapshot(
      `"Too early to tell: 40 visitors saw Original Landing Page and 38 saw Optimized Landing Page V2. Change nothing and let the test run. A first comparison needs 100 visitors to each variant, at least 10 who converted and at least 10 who did not. At the present pace, that takes about 9 more days."`,
    )
  })
  it('while collecting, when nobody has converted yet', () => {
    expect(says(of({ control: [40, 0], treatment: [38, 4], days: 2 }))).toMatchInlineSnapshot(
      `"Too early to tell: 40 visitors saw Original Landing Page and 38 saw Optimized Landing Page V2. Change nothing and let the test run. A first comparison needs 100 visitors to each variant, at least 10 who converted and at least 10 who did not. It is too soon to say how long that will take."`,
    )
  })
  it('with a broken split', () => {
    expect(says(of({ control: [5400, 500], treatment: [4600, 500] }))).toMatchInlineSnapshot(
      `"Do not use these results: visitors are not split as planned. 5,400 saw Original Landing Page and 4,600 saw Optimized Landing Page V2. The plan was about 5,000 and 5,000. So the two groups cannot be compared. Correct how visitors are assigned, then start a new run. It will need about 7 weeks."`,
    )
  })
  it('while undecided', () => {
    expect(says(of({ control: [1000, 100], treatment: [1000, 120], days: 15 }))).toMatchInlineSnapshot(
      `"No difference is proven yet: Original Landing Page converts 10% of its visitors and Optimized Landing Page V2 12%, and a gap of that size can still be chance. Change nothing and let the test run for about 4 more weeks. Looking as often as you like does no harm."`,
    )
  })
  it('while ahead, before two weeks', () => {
    expect(says(of({ ...CLEAR, days: 9 }))).toMatchInlineSnapshot(
      `"Optimized Landing Page V2 is ahead, but it is too early to act: a test must cover two whole weeks, because weekdays and weekends differ. So far Original Landing Page converts 46.5% of its visitors and Optimized Landing Page V2 70%. Change nothing. The verdict comes in about 5 days."`,
    )
  })
  it('while undecided and without visitors', () => {
    expect(
      says(of({ control: [1000, 100], treatment: [1000, 120], dailyVisitors: 0 })),
    ).toMatchInlineSnapshot(
      `"No difference is proven yet: Original Landing Page converts 10% of its visitors and Optimized Landing Page V2 12%, and a gap of that size can still be chance. Hardly anyone has joined the test lately, so at the present pace it will not finish. Bring more visitors to it, or end it and keep Original Landing Page."`,
    )
  })
  it('while undecided at the planned size', () => {
    expect(says(of({ control: [2600, 260], treatment: [2600, 300] }))).toMatchInlineSnapshot(
      `"No difference is proven, although the planned 5,000 visitors have come: Original Landing Page converts 10% of its visitors and Optimized Landing Page V2 11.5%. Keep Original Landing Page and end the test, or let the test run for about 43 more weeks if a difference of 10 in every 1,000 visitors matters to you."`,
    )
  })
  it('when the treatment is better', () => {
    expect(says(of(CLEAR))).toMatchInlineSnapshot(
      `"Optimized Landing Page V2 is the winner: it converts 70% of its visitors against 46.5% for Original Landing Page. That is 23 more in every 100 visitors, and chance alone would hardly ever produce such a gap. Show Optimized Landing Page V2 to everyone and end the test. There is nothing more to wait for."`,
    )
  })
  it('when the control is better', () => {
    expect(says(of({ control: [15_000, 900], treatment: [15_000, 740] }))).toMatchInlineSnapshot(
      `"Original Landing Page is the winner: it converts 6% of its visitors against 4.9% for Optimized Landing Page V2. That is 11 more in every 1,000 visitors, and chance alone would hardly ever produce such a gap. Keep Original Landing Page for everyone and end the test. There is nothing more to wait for."`,
    )
  })
  it('when there is no difference', () => {
    expect(says(of({ control: [16_000, 800], treatment: [16_000, 811] }))).toMatchInlineSnapshot(
      `"There is no difference worth having: Original Landing Page converts 5% of its visitors and Optimized Landing Page V2 5.07%, and any true gap is smaller than 10 in every 1,000 visitors, the smallest difference that the plan calls worth having. Keep whichever variant you prefer and end the test. There is nothing more to wait for."`,
    )
  })
  it('when the assignment does not stick', () => {
    expect(says(of({ control: [1000, 100], treatment: [1000, 120], sawBoth: 50 }))).toMatchInlineSnapshot(
      `"No difference is proven yet: Original Landing Page converts 10% of its visitors and Optimized Landing Page V2 12%, and a gap of that size can still be chance. Change nothing and let the test run for about 4 more weeks. Looking as often as you like does no harm. Also, 50 visitors saw both variants and had to be left out. That is too many: check how visitors are assigned."`,
    )
  })

  it('the sentence never names a winner before there is one', () => {
    const sizes = [0, 1, 40, 99, 100, 400, 2500, 40_000]
    const shares = [0, 0.01, 0.05, 0.12, 0.5, 0.9, 1]
    const arms = sizes.flatMap(size =>
      shares.map((share): [number, number] => [size, Math.round(size * share)]),
    )
    for (const control of arms)
      for (const treatment of arms)
        for (const days of [0, 13, 14, 40]) {
          const input = of({ control, treatment, days })
          const { alarm, expected } = sampleRatio([control[0], treatment[0]], [50, 50])
          const state = stateOf(input, alarm)
          const says = sentence(input, state, expected, 10)
          const decided = (state === 'treatment' || state === 'control') && days >= 14
          if (/winner|\bwon\b|\bwins\b/i.test(says) !== decided) expect.unreachable(says)
        }
  })
})
