/** What was not known when somebody ended a run, in a sentence that stays with the step. */
import type { Experiment } from '@firsttouch/ingest/experiments'
import type { Verdict } from '../../contract/experiments/results.ts'

type Known = Pick<Verdict, 'state' | 'winner' | 'plan'> & {
  arms: Pick<Verdict['arms'][number], 'variant' | 'visitors'>[]
}

/** `shown`: the variant that everyone sees from now on; null where a new run follows. Empty where the verdict advised it. */
export const notKnown = (
  experiment: Experiment,
  verdict: Known | undefined,
  shown: string | null,
): string => {
  if (!verdict) return 'The figures could not be read, so the verdict was not known.'
  switch (verdict.state) {
    case 'split_broken':
      return 'Visitors were not shared out as planned, so the figures could not be compared.'
    case 'collecting':
      return `There was too little data for a first reading: ${came(verdict)}.`
    case 'undecided':
      return `It was not known yet which variant is ${verdict.arms.length === 2 ? 'better' : 'best'}: ${came(verdict)}.`
    default:
      return against(experiment, verdict, shown)
  }
}

/** Where no difference is worth finding, any variant may be shown. */
const against = (experiment: Experiment, { state, winner }: Known, shown: string | null): string => {
  if (shown === null || state === 'no_difference') return ''
  return winner === shown ? '' : `The verdict was for ${labelOf(experiment, winner ?? '')}.`
}

const labelOf = ({ variants }: Experiment, variant: string): string =>
  variants.find(({ name }) => name === variant)?.label ?? variant

const came = ({ arms, plan }: Known): string => {
  const visitors = arms.reduce((sum, arm) => sum + arm.visitors, 0)
  const planned = plan.targetVisitors
  return planned === null
    ? `${visitors.toLocaleString('en-GB')} visitors had come`
    : `${visitors.toLocaleString('en-GB')} of ${planned.toLocaleString('en-GB')} planned visitors had come`
}
