/** All sentences of tests with several treatments and of the unplanned run. verdict.test.ts covers two variants. */
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../testing/simulation.ts'
import { DEFAULT_PLAN, type RunPlan, type RunSoFar, targetOf } from './run.ts'
import { verdict } from './verdict.ts'

const DAY = 86_400_000
const NOW = new Date('2026-03-29T09:30:00Z')
const LABELS = ['Original Heading', 'A Free Week', 'A Question', 'A Promise', 'A Price']

type Counts = [visitors: number, converters: number]
type Situation = Partial<Omit<RunSoFar, 'arms' | 'plan'>> & { days?: number; plan?: Partial<RunPlan> }

const of = (counts: Counts[], { days = 20, plan, ...rest }: Situation = {}): RunSoFar => {
  const whole = { ...DEFAULT_PLAN, split: counts.map(() => 1), plannedVisitors: 9000, ...plan }
  return {
    testName: 'heading',
    now: NOW,
    startedAt: new Date(NOW.getTime() - days * DAY - 1000),
    underWaySince: new Date(NOW.getTime() - days * DAY - 1000),
    arms: counts.map(([visitors, converters], i) => ({
      ...{ visitors, converters, variant: `v${i}` },
      label: LABELS[i] ?? '',
    })),
    sawBoth: 0,
    plan: whole,
    target: targetOf(whole),
    dailyVisitors: 150,
    decision: null,
    ...rest,
  }
}
const says = (counts: Counts[], situation?: Situation) => verdict(of(counts, situation)).sentence
const EVEN: Counts[] = [[1000, 100], [1000, 112], [1000, 105]] // biome-ignore format: one test a line
const LATE: Counts[] = [[3000, 300], [3000, 315], [3000, 309]] // biome-ignore format: one test a line
const TWO_GOOD: Counts[] = [[1500, 100], [1500, 190], [1500, 184]] // biome-ignore format: one test a line
const ONE_GOOD: Counts[] = [[1500, 100], [1500, 182], [1500, 140]] // biome-ignore format: one test a line
const WON: Counts[] = [[1500, 100], [1500, 110], [1500, 220]] // biome-ignore format: one test a line

describe('the sentence of three variants', () => {
  it('without data', () =>
    expect(says([[0, 0], [0, 0], [0, 0]], { startedAt: null, underWaySince: null, dailyVisitors: 0 })).toMatchInlineSnapshot(`"No test data yet: this run has no visitors so far. There is nothing to do. The first figures appear within seconds of the first visitor, and a verdict takes at least two weeks."`)) // biome-ignore format: one line
  it('while collecting', () =>
    expect(says([[40, 2], [38, 4], [1, 0]], { days: 2 })).toMatchInlineSnapshot(`"Too early to tell: 40 visitors saw Original Heading, 38 saw A Free Week and 1 saw A Question. Change nothing and let the test run. A first comparison needs 100 visitors to each variant, at least 10 who converted and at least 10 who did not. It is too soon to say how long that will take."`)) // biome-ignore format: one line
  it('with a broken split', () =>
    expect(says([[1200, 120], [1000, 90], [800, 70]])).toMatchInlineSnapshot(`"Do not use these results: visitors are not split as planned. 1,200 saw Original Heading, 1,000 saw A Free Week and 800 saw A Question. The plan was about 1,000, 1,000 and 1,000. So the groups cannot be compared. Correct how visitors are assigned, then start a new run. It will need about 9 weeks."`)) // biome-ignore format: one line
  it('with a broken split of a run whose size is not known', () =>
    expect(says([[1200, 120], [1000, 90], [800, 70]], { target: null })).toMatchInlineSnapshot(`"Do not use these results: visitors are not split as planned. 1,200 saw Original Heading, 1,000 saw A Free Week and 800 saw A Question. The plan was about 1,000, 1,000 and 1,000. So the groups cannot be compared. Correct how visitors are assigned, then start a new run. It will need at least two weeks."`)) // biome-ignore format: one line
  it('undecided', () =>
    expect(says(EVEN)).toMatchInlineSnapshot(
      `"No variant is proven to be the best yet: Original Heading converts 10% of its visitors, A Free Week 11.2% and A Question 10.5%, and gaps of that size can still be chance. Change nothing and let the test run for about 6 more weeks. Looking as often as you like does no harm."`,
    ))
  it('undecided, without visitors', () =>
    expect(says(EVEN, { dailyVisitors: 0 })).toMatchInlineSnapshot(
      `"No variant is proven to be the best yet: Original Heading converts 10% of its visitors, A Free Week 11.2% and A Question 10.5%, and gaps of that size can still be chance. Hardly anyone has joined the test lately, so at the present pace it will not finish. Bring more visitors to it, or end it and keep Original Heading."`,
    ))
  it('undecided at the planned size', () =>
    expect(says(LATE)).toMatchInlineSnapshot(
      `"No variant is proven to be the best, although the planned 9,000 visitors have come: Original Heading converts 10% of its visitors, A Free Week 10.5% and A Question 10.3%. Keep Original Heading and end the test, or let the test run for about 48 more weeks if a difference of 10 in every 1,000 visitors matters to you."`,
    ))
  it('with one ahead of all too early', () =>
    expect(says(WON, { days: 9 })).toMatchInlineSnapshot(
      `"A Question is ahead of every other variant, but it is too early to act: a test must cover two whole weeks, because weekdays and weekends differ. So far Original Heading converts 6.7% of its visitors, A Free Week 7.3% and A Question 14.7%. Change nothing. The verdict comes in about 5 days."`,
    ))
  it('with two better than the control too early', () =>
    expect(says(TWO_GOOD, { days: 9 })).toMatchInlineSnapshot(
      `"A Free Week and A Question are ahead of Original Heading, but it is too early to act: a test must cover two whole weeks, because weekdays and weekends differ. So far Original Heading converts 6.7% of its visitors, A Free Week 12.7% and A Question 12.3%. Change nothing and let the test run for about 4 more weeks."`,
    ))
  it('with two better than the control', () =>
    expect(says(TWO_GOOD)).toMatchInlineSnapshot(
      `"A Free Week and A Question are better than Original Heading, but none is proven to be the best yet: Original Heading converts 6.7% of its visitors, A Free Week 12.7% and A Question 12.3%. Change nothing and let the test run for about 4 more weeks. Looking as often as you like does no harm."`,
    ))
  it('with two better than the control, without visitors', () =>
    expect(says(TWO_GOOD, { dailyVisitors: 0 })).toMatchInlineSnapshot(
      `"A Free Week and A Question are better than Original Heading, but none is proven to be the best: Original Heading converts 6.7% of its visitors, A Free Week 12.7% and A Question 12.3%. Hardly anyone has joined the test lately, so at the present pace it will not finish. Show everyone whichever of them you prefer and end the test, or bring more visitors to it."`,
    ))
  it('with two better than the control at the planned size', () =>
    expect(says(TWO_GOOD, { plan: { plannedVisitors: 4500 } })).toMatchInlineSnapshot(
      `"A Free Week and A Question are better than Original Heading, but none is proven to be the best, although the planned 4,500 visitors have come: Original Heading converts 6.7% of its visitors, A Free Week 12.7% and A Question 12.3%. Show everyone whichever of them you prefer and end the test, or let the test run for about 49 more weeks if a difference of 10 in every 1,000 visitors matters to you."`,
    ))
  it('with one better than the control', () =>
    expect(says(ONE_GOOD)).toMatchInlineSnapshot(
      `"A Free Week is better than Original Heading, but not proven to be the best of all yet: Original Heading converts 6.7% of its visitors, A Free Week 12.1% and A Question 9.3%. Change nothing and let the test run for about 4 more weeks. Looking as often as you like does no harm."`,
    ))
  it('with one better than the control at the planned size', () =>
    expect(says(ONE_GOOD, { plan: { plannedVisitors: 4500 } })).toMatchInlineSnapshot(
      `"A Free Week is better than Original Heading, but not proven to be the best of all, although the planned 4,500 visitors have come: Original Heading converts 6.7% of its visitors, A Free Week 12.1% and A Question 9.3%. Show A Free Week to everyone and end the test, or let the test run for about 48 more weeks if a difference of 10 in every 1,000 visitors matters to you."`,
    ))
  it('when a treatment is the best', () =>
    expect(says(WON)).toMatchInlineSnapshot(
      `"A Question is the winner: it converts 14.7% of its visitors against 6.7% for Original Heading and 7.3% for A Free Week. That is 73 more in every 1,000 visitors than the next best, and chance alone would hardly ever produce such a gap. Show A Question to everyone and end the test. There is nothing more to wait for."`,
    ))
  it('when the control is the best', () =>
    expect(says([[1500, 220], [1500, 110], [1500, 120]])).toMatchInlineSnapshot(`"Original Heading is the winner: it converts 14.7% of its visitors against 7.3% for A Free Week and 8% for A Question. That is 67 more in every 1,000 visitors than the next best, and chance alone would hardly ever produce such a gap. Keep Original Heading for everyone and end the test. There is nothing more to wait for."`)) // biome-ignore format: one line
  it('when there is no difference', () =>
    expect(says(LATE, { plan: { minimumEffect: 0.05 } })).toMatchInlineSnapshot(
      `"There is no difference worth having: Original Heading converts 10% of its visitors, A Free Week 10.5% and A Question 10.3%. No other variant is better than Original Heading by as much as 50 in every 1,000 visitors, the smallest difference that the plan calls worth having. Keep Original Heading and end the test. There is nothing more to wait for."`,
    ))
  it('when the assignment does not stick', () =>
    expect(says(EVEN, { sawBoth: 90 })).toMatchInlineSnapshot(
      `"No variant is proven to be the best yet: Original Heading converts 10% of its visitors, A Free Week 11.2% and A Question 10.5%, and gaps of that size can still be chance. Change nothing and let the test run for about 6 more weeks. Looking as often as you like does no harm. Also, 90 visitors saw more than one variant and had to be left out. That is too many: check how visitors are assigned."`,
    ))
})

it('the sentence names the three treatments that are better than the control, and not the fourth', () => {
  expect(says([[1500, 100], [1500, 190], [1500, 184], [1500, 188], [1500, 101]])).toMatchInlineSnapshot(`"A Free Week, A Question and A Promise are better than Original Heading, but none is proven to be the best yet: Original Heading converts 6.67% of its visitors, A Free Week 12.67%, A Question 12.27%, A Promise 12.53% and A Price 6.73%. Change nothing and let the test run for about 10 more days. Looking as often as you like does no harm."`) // biome-ignore format: one line
})

describe('the sentence of an unplanned run', () => {
  const unplanned = { plan: { split: [50, 50], plannedVisitors: 5000 } }
  const two: Counts[] = [[1000, 100], [1000, 120]] // biome-ignore format: one line

  it('has no size while none is known, and waits at least two weeks', () => {
    expect(says(two, { ...unplanned, target: null, days: 5 })).toMatchInlineSnapshot(
      `"No difference is proven yet: Original Heading converts 10% of its visitors and A Free Week 12%, and a gap of that size can still be chance. Change nothing and let the test run for about 9 more days. Looking as often as you like does no harm."`,
    )
    expect(verdict(of(two, { ...unplanned, target: null, days: 5 })).plan).toMatchObject({
      plannedVisitors: 5000,
      targetVisitors: null,
      daysLeft: 9,
    })
  })

  it('has the size from the traffic once it is known, instead of the default of 5,000', () => {
    const target = { visitors: 1900, effect: 0.04 }
    expect(says(two, { ...unplanned, target })).toMatchInlineSnapshot(
      `"No difference is proven, although the planned 1,900 visitors have come: Original Heading converts 10% of its visitors and A Free Week 12%. Keep Original Heading and end the test, or let the test run for about 3 more days if a difference of 40 in every 1,000 visitors matters to you."`,
    )
    expect(verdict(of(two, { ...unplanned, target })).plan).toMatchObject({
      minimumEffect: 0.04,
      targetVisitors: 1900,
    })
  })

  it('does not claim “no difference” at the size from the traffic, because the run has no minimum effect', () => {
    const same: Counts[] = [[1500, 150], [1500, 152]] // biome-ignore format: one line
    const found = verdict(of(same, { ...unplanned, target: { visitors: 3000, effect: 0.05 } }))
    expect(found).toMatchObject({ state: 'undecided', winner: null, decidedAt: null })
    expect(found.sentence).toMatchInlineSnapshot(
      `"No difference is proven, although the planned 3,000 visitors have come: Original Heading converts 10% of its visitors and A Free Week 10.13%. If there is a real difference, it is smaller than 50 in every 1,000 visitors. If a smaller difference does not matter to you, keep Original Heading and end the test. If it matters, let the test run on."`,
    )
    const three: Counts[] = [[1500, 150], [1500, 152], [1500, 120]] // biome-ignore format: one line
    expect(
      says(three, { plan: { plannedVisitors: 5000 }, target: { visitors: 4500, effect: 0.06 } }),
    ).toMatchInlineSnapshot(
      `"No variant is proven to be the best, although the planned 4,500 visitors have come: Original Heading converts 10% of its visitors, A Free Week 10.13% and A Question 8%. No other variant is better than Original Heading by as much as 60 in every 1,000 visitors. If a smaller difference does not matter to you, keep Original Heading and end the test. If it matters, let the test run on."`,
    )
  })
})

it('a sentence names a winner or a better variant only if the figures prove it and two weeks are over', () => {
  const random = seededRandom(12)
  const spoken = { winner: 0, better: 0, neither: 0 }
  for (let i = 0; i < 200; i++) {
    const base = 0.05 + random() * 0.3
    const counts = Array.from({ length: 3 + (i % 3) }, (): Counts => {
      const visitors = Math.floor(50 * 100 ** Math.sqrt(random()))
      return [visitors, Math.round(visitors * base * (0.7 + random() * 0.6))]
    })
    const days = Math.floor(random() * 40)
    const result = verdict(of(counts, { days, plan: { split: counts.map(([visitors]) => visitors) } }))
    const { state, sentence, winner } = result
    const won = state === 'treatment' || state === 'control'
    const wonRightly = won && days >= 14 && result.winner !== null
    if (/winner|\bwon\b|\bwins\b|\bbeats\b/i.test(sentence) !== wonRightly || won !== (winner !== null))
      expect.unreachable(sentence)
    const claims = /(is|are) better than Original Heading,/.test(sentence)
    if (
      claims &&
      (days < 14 ||
        state !== 'undecided' ||
        !result.arms.some(({ comparison }) => (comparison?.interval[0] ?? 0) > 0))
    )
      expect.unreachable(sentence)
    expect(sentence).not.toMatch(/NaN|Infinity|undefined|null|\s\s/)
    spoken[wonRightly ? 'winner' : claims ? 'better' : 'neither']++
  }
  expect(Math.min(...Object.values(spoken))).toBeGreaterThan(10)
})
