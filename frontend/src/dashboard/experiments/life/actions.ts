/** What can be done with an experiment now: first what its verdict names, then the other steps that its state allows. */
import type { Experiment, Step } from '@firsttouch/api/contract/experiments/life'
import { adviceOn } from '../verdict/advice.ts'
import { isControl, labelIn } from './state-words.ts'
import { endLabel, wordsOf } from './steps.ts'

/** `look` leads to where visitors are shared out by source. */
export type ActionKind = Step | 'look'
export type Action = {
  kind: ActionKind
  label: string
  /** Of an end: whom everyone sees then; null is the control without a winner. */
  winner?: string | null
}

/** What the sentence names. Empty where there is no verdict to act on, or it says to wait. */
export const namedActions = (experiment: Experiment): Action[] => {
  const { state, verdict } = experiment
  const advice = state === 'running' && verdict ? adviceOn(verdict).tone : 'wait'
  if (advice === 'wait') return []
  if (advice === 'alarm') return [{ kind: 'look', label: 'Look into the split' }]
  const winner = verdict?.winner ?? null
  return [{ kind: 'end', winner, label: endLabel(experiment, winner) }]
}

/** An end that the verdict does not name begins with whom it would name, if anyone. */
export const otherActions = (experiment: Experiment): Action[] => {
  const named = namedActions(experiment).map(({ kind }) => kind)
  return experiment.steps
    .filter(step => !named.includes(step))
    .map(step => ({
      kind: step,
      label: buttonOf(step, experiment),
      ...(step === 'end' && { winner: experiment.verdict?.winner ?? null }),
    }))
}

const buttonOf = (step: Step, experiment: Experiment): string =>
  step === 'reopen' && experiment.state === 'ended' && !isControl(experiment, experiment.winner)
    ? `Call ${labelIn(experiment, experiment.winner)} back…`
    : wordsOf(step, experiment).button

/** The one that stands out: what the verdict names, or how a test that stands still begins or goes on. */
export const firstOf = (experiment: Experiment): ActionKind | undefined => {
  if (experiment.state === 'planned') return 'start'
  return experiment.state === 'paused' ? 'resume' : namedActions(experiment)[0]?.kind
}
