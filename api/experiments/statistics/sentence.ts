import { bestArm, gapsAreBelow, provenBetter, visitorsOf } from './comparison.ts'
import { MIN_DAYS } from './plan.ts'
import { effectOf, pairTuning, type RunSoFar, type State, wholeDays } from './run.ts'
import { MIN_OUTCOMES, MIN_VISITORS, rate, reach, standardError } from './sequence.ts'
import { about, count, listed, many, people, percents, rates } from './words.ts'

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
      : `At the present pace, that takes ${about(first, 'more')}.`
  return `Too early to tell: ${whoSaw(input)}. Change nothing and let the test run. A first comparison needs ${MIN_VISITORS} visitors to each variant, at least ${MIN_OUTCOMES} who converted and at least ${MIN_OUTCOMES} who did not. ${wait}`
}

function splitBroken(input: RunSoFar, expected: readonly number[]): string {
  const { target, dailyVisitors, arms } = input
  const fresh =
    dailyVisitors > 0 && target
      ? about(Math.max(MIN_DAYS, Math.ceil(target.visitors / dailyVisitors)))
      : 'at least two weeks'
  const groups = arms.length === 2 ? 'the two groups' : 'the groups'
  return `Do not use these results: visitors are not split as planned. ${whoSaw(input, count)}. The plan was about ${listed(expected.map(count))}. So ${groups} cannot be compared. Correct how visitors are assigned, then start a new run. It will need ${fresh}.`
}

/** Uses the counts of the stored decision, if there is one. */
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
  return `${won.label} is the winner: it converts ${shown[best]} of its visitors against ${against}. That is ${people(lead, 'more')}${than}, and chance alone would hardly ever produce such a gap. ${best === 0 ? 'Keep' : 'Show'} ${won.label} ${best === 0 ? 'for' : 'to'} everyone and end the test. There is nothing more to wait for.`
}

function noDifference(input: RunSoFar): string {
  const { arms, plan } = input
  const least = people(plan.minimumEffect)
  const shown = rates(decidedArms(input))
  if (arms.length > 2)
    return `There is no difference worth having: ${shown}. No other variant is better than ${arms[0]?.label} by as much as ${least}, the smallest difference that the plan calls worth having. Keep ${arms[0]?.label} and end the test. There is nothing more to wait for.`
  return `There is no difference worth having: ${shown}, and any true gap is smaller than ${least}, the smallest difference that the plan calls worth having. Keep whichever variant you prefer and end the test. There is nothing more to wait for.`
}

/** More than 1 % of visitors in several variants means that the assignment is not sticky. */
function mixedUp({ arms, sawBoth }: RunSoFar): string {
  const share = sawBoth / Math.max(1, visitorsOf(arms) + sawBoth)
  if (share <= 0.01) return ''
  const saw = arms.length === 2 ? 'both variants' : 'more than one variant'
  return ` Also, ${many(sawBoth, 'visitor')} saw ${saw} and had to be left out. That is too many: check how visitors are assigned.`
}

/** `left` is the number of days to the planned end, null without visitors. */
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

const NOBODY = 'Hardly anyone has joined the test lately, so at the present pace it will not finish.'

function undecided(input: RunSoFar, left: number | null): string {
  const { arms, plan } = input
  const early = Math.max(0, MIN_DAYS - wholeDays(input.underWaySince, input.now))
  const best = bestArm(arms, plan)
  if (best !== null) return ahead(input, best, Math.max(1, early))
  const better = provenBetter(arms, plan).map(arm => arms[arm]?.label ?? '')
  if (better.length > 0)
    return early > 0 ? aheadOfControl(input, better, left) : betterThanControl(input, better, left)
  const unknown = `${unproven(input)}: ${rates(arms)}, and ${gap(input)} can still be chance.`
  if (left === null)
    return `${unknown} ${NOBODY} Bring more visitors to it, or end it and keep ${arms[0]?.label}.`
  if (left > 0)
    return `${unknown} Change nothing and let the test run for ${about(left, 'more')}. Looking as often as you like does no harm.`
  const late = `${unproven(input, '')}${come(input)}: ${rates(arms)}.`
  return gapsAreBelow(effectOf(input), arms, plan)
    ? `${late} ${smallGap(input)}`
    : `${late} Keep ${arms[0]?.label} and end the test${goOn(input)}.`
}

const unproven = ({ arms }: RunSoFar, yet = ' yet'): string =>
  arms.length === 2 ? `No difference is proven${yet}` : `No variant is proven to be the best${yet}`

const gap = ({ arms }: RunSoFar): string => (arms.length === 2 ? 'a gap of that size' : 'gaps of that size')

function ahead({ arms }: RunSoFar, best: number, days: number): string {
  const others = arms.length === 2 ? '' : ' of every other variant'
  return `${arms[best]?.label} is ahead${others}, but ${TOO_EARLY} So far ${rates(arms)}. Change nothing. The verdict comes in ${about(days)}.`
}

const TOO_EARLY =
  'it is too early to act: a test must cover two whole weeks, because weekdays and weekends differ.'

function aheadOfControl({ arms }: RunSoFar, better: string[], left: number | null): string {
  const wait = left === null ? NOBODY : `Change nothing and let the test run for ${about(left, 'more')}.`
  return `${listed(better)} ${better.length === 1 ? 'is' : 'are'} ahead of ${arms[0]?.label}, but ${TOO_EARLY} So far ${rates(arms)}. ${wait}`
}

/** Used if at least one of several treatments is proven better than the control, but none is proven the best. */
function betterThanControl(input: RunSoFar, better: string[], left: number | null): string {
  const { arms } = input
  const control = arms[0]?.label
  const [one = ''] = better
  const isOne = better.length === 1
  const known = isOne
    ? `${one} is better than ${control}, but not proven to be the best of all`
    : `${listed(better)} are better than ${control}, but none is proven to be the best`
  const choice = isOne ? `Show ${one} to everyone` : 'Show everyone whichever of them you prefer'
  if (left === null)
    return `${known}: ${rates(arms)}. ${NOBODY} ${choice} and end the test, or bring more visitors to it.`
  if (left > 0)
    return `${known} yet: ${rates(arms)}. Change nothing and let the test run for ${about(left, 'more')}. Looking as often as you like does no harm.`
  return `${known}${come(input)}: ${rates(arms)}. ${choice} and end the test${goOn(input)}.`
}

const come = ({ target, arms }: RunSoFar): string =>
  target
    ? `, although the planned ${many(target.visitors, 'visitor')} have come`
    : `, although ${many(visitorsOf(arms), 'visitor')} have come`

/** A run without a plan has no minimum effect, so a small gap is no verdict. */
function smallGap(input: RunSoFar): string {
  const [control, ...treatments] = input.arms
  const size = people(effectOf(input))
  const known =
    treatments.length === 1
      ? `If there is a real difference, it is smaller than ${size}`
      : `No other variant is better than ${control?.label} by as much as ${size}`
  return `${known}. If a smaller difference does not matter to you, keep ${control?.label} and end the test. If it matters, let the test run on.`
}

function goOn(input: RunSoFar): string {
  const more = daysToNarrow(input)
  return more === null
    ? ''
    : `, or let the test run for ${about(more, 'more')} if a difference of ${people(effectOf(input))} matters to you`
}

/** The width of an interval decreases with the square root of the visitors. */
function daysToNarrow(input: RunSoFar): number | null {
  const { arms, plan, dailyVisitors } = input
  const [control, ...treatments] = arms
  const visitors = visitorsOf(arms)
  const halfWidths = treatments.map((arm, at) =>
    control
      ? standardError(control, arm) * reach(control.visitors + arm.visitors, pairTuning(plan, 0, at + 1))
      : 0,
  )
  const missing = visitors * ((Math.max(...halfWidths) / effectOf(input)) ** 2 - 1)
  const days = Math.ceil(Math.max(1, missing) / dailyVisitors)
  return Number.isFinite(days) ? days : null
}
