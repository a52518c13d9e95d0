/** The verdict in plain words: what the figures say, what to do, and about how long it will take. */
import { MIN_DAYS } from './plan.ts'
import { type RunSoFar, type State, wholeDays } from './run.ts'
import { type Arm, MIN_OUTCOMES, MIN_VISITORS, rate, reach, reading, standardError } from './sequence.ts'

const count = (value: number): string => Math.round(value).toLocaleString('en-GB')
const many = (value: number, noun: string): string =>
  `${count(value)} ${noun}${Math.round(value) === 1 ? '' : 's'}`
/** A difference of rates as people: 0.012 is "12 in every 1,000 visitors". */
const people = (difference: number, word = ''): string => {
  const size = Math.abs(difference)
  const base = [100, 1000, 10_000, 100_000].find(base => size * base >= 9.5) ?? 1_000_000
  return `${count(size * base)}${word && ` ${word}`} in every ${count(base)} visitors`
}

/** "about 12 days", in weeks from three weeks on; nobody plans further than a year. */
export function about(days: number, more = ''): string {
  if (days > 365) return 'more than a year'
  const [size, unit] = days <= 21 ? [Math.max(1, Math.ceil(days)), 'day'] : [Math.round(days / 7), 'week']
  return `about ${size} ${more && `${more} `}${unit}${size === 1 ? '' : 's'}`
}

/** With a second decimal where one would make them look alike. */
function percents(a: Arm, b: Arm): [string, string] {
  const digits = Math.abs(rate(a) - rate(b)) < 0.002 ? 2 : 1
  const percent = (arm: Arm): string =>
    rate(arm).toLocaleString('en-GB', { style: 'percent', maximumFractionDigits: digits })
  return [percent(a), percent(b)]
}

function rates(a: Arm, b: Arm, { control, treatment }: RunSoFar): string {
  const [first, second] = percents(a, b)
  return `${control.label} converts ${first} of its visitors and ${treatment.label} ${second}`
}

const NOBODY = 'Hardly anyone has joined the test lately, so at the present pace it will not finish.'

/** null where what each arm has shown so far says nothing. */
function daysToFirstReading({ control, treatment, plan, dailyVisitors }: RunSoFar): number | null {
  const weights = plan.split[0] + plan.split[1]
  const days = [control, treatment].map((arm, i) => {
    const share = rate(arm)
    const needed = Math.max(MIN_VISITORS, MIN_OUTCOMES / share, MIN_OUTCOMES / (1 - share))
    return (Math.max(1, needed - arm.visitors) * weights) / (dailyVisitors * (plan.split[i] ?? 1))
  })
  const longest = Math.ceil(Math.max(...days))
  return Number.isFinite(longest) ? longest : null
}

function collecting(input: RunSoFar): string {
  const { control, treatment } = input
  if (control.visitors + treatment.visitors === 0)
    return 'No test data yet: nobody has been counted in this run so far. There is nothing to do; the first figures appear within seconds of the first visitor, and a verdict takes at least two weeks.'
  const first = daysToFirstReading(input)
  const wait =
    first === null
      ? 'It is too soon to say how long that will take.'
      : `That is ${about(first)} away at the present pace.`
  return `Too early to tell: ${many(control.visitors, 'visitor')} saw ${control.label} and ${count(treatment.visitors)} saw ${treatment.label}. Change nothing and let the test run. A first reading needs at least ${MIN_VISITORS} visitors to each version, of whom ${MIN_OUTCOMES} converted and ${MIN_OUTCOMES} did not. ${wait}`
}

function splitBroken(
  { control, treatment, plan, dailyVisitors }: RunSoFar,
  expected: [number, number],
): string {
  const fresh =
    dailyVisitors > 0
      ? about(Math.max(MIN_DAYS, Math.ceil(plan.plannedVisitors / dailyVisitors)))
      : 'at least two weeks'
  return `Do not use these results: visitors are not being shared out as planned. ${count(control.visitors)} saw ${control.label} and ${count(treatment.visitors)} saw ${treatment.label}, where about ${count(expected[0])} and ${count(expected[1])} were due, so the two groups cannot be compared. Have the way visitors are assigned checked and put right, then start a new run; it will need ${fresh}.`
}

/** The interval's width falls with the root of the visitors. */
function daysToNarrow({ control, treatment, plan, dailyVisitors }: RunSoFar): number | null {
  const visitors = control.visitors + treatment.visitors
  const halfWidth = standardError(control, treatment) * reach(visitors, plan)
  const missing = visitors * ((halfWidth / plan.minimumEffect) ** 2 - 1)
  const days = Math.ceil(Math.max(1, missing) / dailyVisitors)
  return Number.isFinite(days) ? days : null
}

function undecided(input: RunSoFar, left: number | null): string {
  const { control, treatment, plan } = input
  const shown = rates(control, treatment, input)
  const now = reading(control, treatment, plan)
  if (now === 'treatment' || now === 'control') {
    const weeks = Math.max(1, MIN_DAYS - wholeDays(input.underWaySince, input.now))
    return `${input[now].label} is ahead, but it is too early to act: a test must cover two whole weeks, because weekdays and weekends differ. So far ${shown}. Change nothing; the verdict comes in ${about(weeks)}.`
  }
  if (left === null)
    return `No difference is proven yet: ${shown}, and a gap of that size can still be chance. ${NOBODY} Bring more visitors to it, or end it and keep ${control.label}.`
  if (left > 0)
    return `No difference is proven yet: ${shown}, and a gap of that size can still be chance. Change nothing and let the test run for ${about(left, 'more')}. Looking as often as you like does no harm.`
  const more = daysToNarrow(input)
  const goOn =
    more === null
      ? ''
      : `, or let the test run for ${about(more, 'more')} if a difference of ${people(plan.minimumEffect)} matters to you`
  return `No difference is proven, although the planned ${many(plan.plannedVisitors, 'visitor')} have come: ${shown}. Keep ${control.label} and end the test${goOn}.`
}

function better(input: RunSoFar, state: 'treatment' | 'control'): string {
  const other = state === 'treatment' ? 'control' : 'treatment'
  const [best, rest] = [input.decision?.[state] ?? input[state], input.decision?.[other] ?? input[other]]
  const [high, low] = percents(best, rest)
  const action =
    state === 'treatment'
      ? `Show ${input.treatment.label} to everyone`
      : `Keep ${input.control.label} for everyone`
  return `${input[state].label} is the winner: it converts ${high} of its visitors against ${low} for ${input[other].label}. That is ${people(rate(best) - rate(rest), 'more')}, and chance alone would hardly ever produce such a gap. ${action} and end the test; there is nothing more to wait for.`
}

function noDifference(input: RunSoFar): string {
  const { control, treatment, decision, plan } = input
  const shown = rates(decision?.control ?? control, decision?.treatment ?? treatment, input)
  return `There is no difference worth having: ${shown}, and any true gap is smaller than ${people(plan.minimumEffect)}, the least that was said to matter. Keep whichever version you prefer and end the test; there is nothing more to wait for.`
}

/** More than one visitor in a hundred in both arms means that the assignment does not stick. */
function mixedUp({ control, treatment, sawBoth }: RunSoFar): string {
  const share = sawBoth / Math.max(1, control.visitors + treatment.visitors + sawBoth)
  if (share <= 0.01) return ''
  return ` Besides, ${many(sawBoth, 'visitor')} saw both versions and had to be left out, which is more than it should be: have the way visitors are assigned checked.`
}

/** `left`: days to the planned end; null where nobody comes. */
export function sentence(
  input: RunSoFar,
  state: State,
  expected: [number, number],
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
          : better(input, state)
  return says + mixedUp(input)
}
