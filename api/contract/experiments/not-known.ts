/** What is not known when somebody ends a run: the dialog shows the sentence that then stays with the step. */
import type { Verdict } from './results.ts'

/** The control first. */
type Labelled = { variants: readonly { name: string; label: string }[] }
type Known = Pick<Verdict, 'state' | 'winner' | 'plan' | 'daysRun' | 'interval'> & {
  arms: Pick<Verdict['arms'][number], 'variant' | 'visitors'>[]
}

/** `shown`: the variant that everyone sees from now on; null where a new run follows. Empty where the verdict advised it. */
export const notKnown = (
  experiment: Labelled,
  verdict: Known | null | undefined,
  shown: string | null,
): string => {
  if (!verdict) return 'The figures could not be read, so the verdict was not known.'
  switch (verdict.state) {
    case 'split_broken':
      return 'Visitors were not shared out as planned, so the figures could not be compared.'
    case 'collecting':
      return `There was too little data for a first reading: ${came(verdict)}.`
    case 'undecided':
      return `It was not known yet which variant is ${verdict.arms.length === 2 ? 'better' : 'best'}: ${came(verdict)}.${isAhead(verdict) ? WEEKDAYS : ''}`
    default:
      return against(experiment, verdict, shown)
  }
}

/** Days before which no verdict is given. */
export const WHOLE_WEEKS = 14
const WEEKDAYS = ' Two whole weeks were not covered, and weekdays and weekends differ.'

/** Undecided only because two whole weeks are not over; later it is because several treatments are still in question. */
export const isAhead = ({
  state,
  interval,
  daysRun,
}: Pick<Known, 'state' | 'interval' | 'daysRun'>): boolean =>
  state === 'undecided' && daysRun < WHOLE_WEEKS && interval !== null && (interval[0] > 0 || interval[1] < 0)

/** Where no difference is worth finding, any variant may be shown. */
const against = (experiment: Labelled, { state, winner }: Known, shown: string | null): string => {
  if (shown === null || state === 'no_difference') return ''
  return winner === shown ? '' : `The verdict was for ${labelOf(experiment, winner ?? '')}.`
}

const labelOf = ({ variants }: Labelled, variant: string): string =>
  variants.find(({ name }) => name === variant)?.label ?? variant

const came = ({ arms, plan }: Known): string => {
  const visitors = arms.reduce((sum, arm) => sum + arm.visitors, 0)
  const planned = plan.targetVisitors
  return planned === null
    ? `${visitors.toLocaleString('en-GB')} visitors had come`
    : `${visitors.toLocaleString('en-GB')} of ${planned.toLocaleString('en-GB')} planned visitors had come`
}
