/** What can be done with an experiment now: first what its verdict names, then the other steps that its state allows. */
import type { Experiment, Step } from '@firsttouch/api/contract/experiments/life'
import { adviceOn } from '../verdict/advice.ts'
import { isControl, shownToAll } from './state-words.ts'
import { endLabel, wordsOf } from './step-words.ts'

/** `wait` changes nothing and says what comes; `look` leads to where visitors are shared out by source. */
export type ActionKind = Step | 'wait' | 'look'
export type Action = {
  kind: ActionKind
  label: string
  /** Of an end: whom everyone sees then; null is the control without a winner. */
  winner?: string | null
}

const end = (experiment: Experiment, winner: string | null): Action => ({
  ...{ kind: 'end', winner },
  label: endLabel(experiment, winner),
})

const GO_ON: Action = { kind: 'wait', label: 'Go on' }

/** What the sentence names, best first. Empty where there is no verdict to act on. */
export const namedActions = (experiment: Experiment): Action[] => {
  const { state, verdict } = experiment
  if (state !== 'running' || !verdict) return []
  switch (verdict.state) {
    case 'split_broken':
      return [{ kind: 'look', label: 'Look into the split' }]
    case 'treatment':
      return [end(experiment, verdict.winner)]
    case 'control':
      return [end(experiment, experiment.variants[0]?.name ?? null)]
    case 'no_difference':
      return [end(experiment, null)]
    case 'collecting':
      return [GO_ON]
    case 'undecided':
      return adviceOn(verdict).tone === 'wait' ? [GO_ON] : [end(experiment, null), GO_ON]
  }
}

const labelOf = (step: Step, experiment: Experiment): string =>
  step === 'reopen' && experiment.state === 'ended' && !isControl(experiment, experiment.winner)
    ? `Call ${shownToAll(experiment)} back…`
    : wordsOf(step, experiment).button

/** An end that the verdict does not name begins with whom it would name, if anyone. */
export const otherActions = (experiment: Experiment): Action[] => {
  const named = namedActions(experiment).map(({ kind }) => kind)
  return experiment.steps
    .filter(step => !named.includes(step))
    .map(step => ({
      kind: step,
      label: labelOf(step, experiment),
      ...(step === 'end' && { winner: experiment.verdict?.winner ?? null }),
    }))
}

/** The one that stands out: what the verdict names, or how a test that stands still begins or goes on. */
export const firstOf = (experiment: Experiment): ActionKind | undefined => {
  switch (experiment.state) {
    case 'running':
      return namedActions(experiment).find(({ kind }) => kind !== 'wait')?.kind
    case 'planned':
      return 'start'
    case 'paused':
      return 'resume'
    case 'ended':
    case 'archived':
      return undefined
  }
}
