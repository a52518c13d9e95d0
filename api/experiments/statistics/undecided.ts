/** The sentence of an undecided test: what is known, what is not, and the expected duration. */
import { gapsAreBelow } from './comparison.ts'
import { MIN_DAYS } from './plan.ts'
import { effectOf, pairTuning, type RunSoFar, wholeDays } from './run.ts'
import { reach, standardError } from './sequence.ts'
import { bestArm, provenBetter, visitorsOf } from './standing.ts'
import { about, listed, many, people, rates } from './words.ts'

const NOBODY = 'Hardly anyone has joined the test lately, so at the present pace it will not finish.'

/** `left`: days to the planned end. null without visitors. */
export function undecided(input: RunSoFar, left: number | null): string {
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
  return `${arms[best]?.label} is ahead${others}, but ${TOO_EARLY} So far ${rates(arms)}. Change nothing; the verdict comes in ${about(days)}.`
}

const TOO_EARLY =
  'it is too early to act: a test must cover two whole weeks, because weekdays and weekends differ.'

function aheadOfControl({ arms }: RunSoFar, better: string[], left: number | null): string {
  const wait = left === null ? NOBODY : `Change nothing and let the test run for ${about(left, 'more')}.`
  return `${listed(better)} ${better.length === 1 ? 'is' : 'are'} ahead of ${arms[0]?.label}, but ${TOO_EARLY} So far ${rates(arms)}. ${wait}`
}

/** Three or more variants: some are proven better than the control, but none is proven the best. */
function betterThanControl(input: RunSoFar, better: string[], left: number | null): string {
  const { arms } = input
  const control = arms[0]?.label
  const [one = ''] = better
  const isOne = better.length === 1
  const known = isOne
    ? `${one} is better than ${control}, but not proven to be the best of all`
    : `${listed(better)} are better than ${control}, but which of them is best is not known`
  const choice = isOne ? `Show ${one} to everyone` : 'Show whichever of them you prefer to everyone'
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

/** For an unplanned run. It has no minimum effect, so this is not a verdict. */
function smallGap(input: RunSoFar): string {
  const [control, ...treatments] = input.arms
  const size = people(effectOf(input))
  const known =
    treatments.length === 1
      ? `Any true gap is smaller than ${size}`
      : `No other variant is better than ${control?.label} by ${size}`
  return `${known}: if less than that does not matter to you, keep ${control?.label} and end the test; if it does, let the test run on.`
}

function goOn(input: RunSoFar): string {
  const more = daysToNarrow(input)
  return more === null
    ? ''
    : `, or let the test run for ${about(more, 'more')} if a difference of ${people(effectOf(input))} matters to you`
}

/** The width of the interval decreases with the square root of the visitors. The widest comparison determines the result. */
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
