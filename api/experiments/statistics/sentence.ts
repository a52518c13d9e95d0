/** The verdict in plain words: the result, the next action and the expected duration. */
import { MIN_DAYS } from './plan.ts'
import type { RunSoFar, State } from './run.ts'
import { MIN_OUTCOMES, MIN_VISITORS, rate } from './sequence.ts'
import { bestArm, visitorsOf } from './standing.ts'
import { undecided } from './undecided.ts'
import { about, count, listed, many, people, percents, rates } from './words.ts'

/** null if the rates so far give no estimate. */
function daysToFirstReading({ arms, plan, dailyVisitors }: RunSoFar): number | null {
  const weights = plan.split.reduce((sum, weight) => sum + weight, 0)
  const days = arms.map((arm, i) => {
    const share = rate(arm)
    const needed = Math.max(MIN_VISITORS, MIN_OUTCOMES / share, MIN_OUTCOMES / (1 - share))
    return (Math.max(1, needed - arm.visitors) * weights) / (dailyVisitors * (plan.split[i] ?? 1))
  })
  const longest = Math.ceil(Math.max(...days))
  return Number.isFinite(longest) ? longest : null
}

/** Example: "60 visitors saw A, 58 saw B and 61 saw C". */
const whoSaw = ({ arms }: RunSoFar, first = (visitors: number) => many(visitors, 'visitor')): string =>
  listed(
    arms.map(({ visitors, label }, at) => `${at === 0 ? first(visitors) : count(visitors)} saw ${label}`),
  )

function collecting(input: RunSoFar): string {
  if (visitorsOf(input.arms) === 0)
    return 'No test data yet: this run has no visitors so far. There is nothing to do. The first figures appear within seconds of the first visitor, and a verdict takes at least two weeks.'
  const first = daysToFirstReading(input)
  const wait =
    first === null
      ? 'It is too soon to say how long that will take.'
      : `That is ${about(first)} away at the present pace.`
  return `Too early to tell: ${whoSaw(input)}. Change nothing and let the test run. A first reading needs at least ${MIN_VISITORS} visitors to each variant, of whom ${MIN_OUTCOMES} converted and ${MIN_OUTCOMES} did not. ${wait}`
}

function splitBroken(input: RunSoFar, expected: readonly number[]): string {
  const { target, dailyVisitors, arms } = input
  const fresh =
    dailyVisitors > 0 && target
      ? about(Math.max(MIN_DAYS, Math.ceil(target.visitors / dailyVisitors)))
      : 'at least two weeks'
  const groups = arms.length === 2 ? 'the two groups' : 'the groups'
  return `Do not use these results: visitors are not being shared out as planned. ${whoSaw(input, count)}, where about ${listed(expected.map(count))} were due, so ${groups} cannot be compared. Have the way visitors are assigned checked and put right, then start a new run; it will need ${fresh}.`
}

/** Arms with the counts of the stored decision, if there is one. */
const decidedArms = ({ arms, decision }: RunSoFar) =>
  arms.map(arm => ({ ...arm, ...decision?.arms.find(({ variant }) => variant === arm.variant) }))

function better(input: RunSoFar): string {
  const arms = decidedArms(input)
  const winner = input.decision?.winner ?? input.arms[bestArm(input.arms, input.plan) ?? -1]?.variant
  const shown = percents(arms)
  const best = arms.findIndex(({ variant }) => variant === winner)
  const others = arms.map(({ label }, at) => ({ label, at })).filter(({ at }) => at !== best)
  const won = arms[best]
  if (!won) throw new Error('No arm beats the others')
  const against = listed(others.map(({ label, at }) => `${shown[at]} for ${label}`))
  const lead = rate(won) - Math.max(...others.map(({ at }) => rate(arms[at] ?? won)))
  const than = arms.length === 2 ? '' : ' than the next best'
  return `${won.label} is the winner: it converts ${shown[best]} of its visitors against ${against}. That is ${people(lead, 'more')}${than}, and chance alone would hardly ever produce such a gap. ${best === 0 ? 'Keep' : 'Show'} ${won.label} ${best === 0 ? 'for' : 'to'} everyone and end the test; there is nothing more to wait for.`
}

function noDifference(input: RunSoFar): string {
  const { arms, plan } = input
  const least = people(plan.minimumEffect)
  const shown = rates(decidedArms(input))
  if (arms.length > 2)
    return `There is no difference worth having: ${shown}, and no other variant is better than ${arms[0]?.label} by ${least}, the least that was said to matter. Keep ${arms[0]?.label} and end the test; there is nothing more to wait for.`
  return `There is no difference worth having: ${shown}, and any true gap is smaller than ${least}, the least that was said to matter. Keep whichever variant you prefer and end the test; there is nothing more to wait for.`
}

/** More than 1 % of visitors in several arms means that the assignment is not sticky. */
function mixedUp({ arms, sawBoth }: RunSoFar): string {
  const share = sawBoth / Math.max(1, visitorsOf(arms) + sawBoth)
  if (share <= 0.01) return ''
  const saw = arms.length === 2 ? 'both variants' : 'more than one variant'
  return ` Besides, ${many(sawBoth, 'visitor')} saw ${saw} and had to be left out, which is more than it should be: have the way visitors are assigned checked.`
}

/** `left`: days to the planned end. null without visitors. */
export function sentence(
  input: RunSoFar,
  state: State,
  expected: readonly number[],
  left: number | null,
): string {
  if (state === 'split_broken') return splitBroken(input, expected)
  const says =
    state === 'collecting'
      ? collecting(input)
      : state === 'undecided'
        ? undecided(input, left)
        : state === 'no_difference'
          ? noDifference(input)
          : better(input)
  return says + mixedUp(input)
}
