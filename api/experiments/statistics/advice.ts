/** Advice of a verdict in a few words, and the remaining size of its run. */
import { MIN_DAYS } from './plan.ts'
import { effectOf, type RunSoFar, type State } from './run.ts'
import type { Interval } from './sequence.ts'
import { visitorsOf } from './standing.ts'
import { about, people } from './words.ts'

type Read = { state: State; winner: string | null; interval: Interval | null; daysRun: number }
type Advice = { tone: 'wait' | 'choose' | 'act' | 'alarm'; words: string }

/** Undecided only because the first two weeks are not over. Later, undecided means that several treatments are still possible winners. */
const isAhead = ({ state, interval, daysRun }: Omit<Read, 'winner'>): boolean =>
  state === 'undecided' && daysRun < MIN_DAYS && interval !== null && (interval[0] > 0 || interval[1] < 0)

/** `left`: days to the planned end. null without visitors. */
export function adviceOn({ arms }: RunSoFar, read: Read, left: number | null): Advice {
  switch (read.state) {
    case 'split_broken':
      return { tone: 'alarm', words: 'Stop and have it checked' }
    case 'treatment':
      return {
        tone: 'act',
        words: `Show everyone ${arms.find(({ variant }) => variant === read.winner)?.label}`,
      }
    case 'control':
      return { tone: 'act', words: `Keep ${arms[0]?.label}` }
    case 'no_difference':
      return { tone: 'act', words: 'Keep whichever you prefer' }
    case 'collecting':
      return { tone: 'wait', words: visitorsOf(arms) === 0 ? 'Nothing to do yet' : 'Wait' }
    case 'undecided':
      if (isAhead(read) || (left !== null && left > 0)) return { tone: 'wait', words: 'Wait' }
      return {
        tone: 'choose',
        words: left === null ? 'Bring more visitors, or end the test' : 'End the test, or give it longer',
      }
  }
}

export const findsOf = (input: RunSoFar): string =>
  input.target
    ? `Enough to find ${people(effectOf(input), 'more')}.`
    : 'Its size follows from the traffic of its first week.'

export function leftOf(
  { target, startedAt }: RunSoFar,
  read: Omit<Read, 'winner'>,
  left: number | null,
): string {
  if (isAhead(read)) return `Verdict in ${about(MIN_DAYS - read.daysRun)}`
  if (!target || !startedAt) return ''
  if (left === null) return 'No end in sight at this pace'
  return left === 0 ? 'Planned end reached' : `${about(left)} left`
}
