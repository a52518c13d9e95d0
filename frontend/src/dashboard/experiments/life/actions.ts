/** What can be done with an experiment now: first what its verdict names, then the other steps that its state allows. */
import type { Experiment, Step } from '@firsttouch/api/contract/experiments/life'
import { adviceOn } from '../verdict/advice.ts'
import { controlOf, labelIn, shownToAll } from './state-words.ts'

/** `wait` changes nothing and says what comes; `look` leads to where visitors are shared out by source. */
export type ActionKind = Step | 'wait' | 'look'
export type Action = {
  kind: ActionKind
  label: string
  /** Of an end: whom everyone sees then; null is the control without a winner. */
  winner?: string | null
}

const end = (experiment: Experiment, winner: string | null): Action => {
  const [control] = experiment.variants
  return winner === null || winner === control?.name
    ? { kind: 'end', winner, label: `Keep ${controlOf(experiment)} and end the test` }
    : { kind: 'end', winner, label: `Show ${labelIn(experiment, winner)} to everyone and end the test` }
}

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

const labelOf = (step: Step, experiment: Experiment): string => {
  const { state, winner, variants } = experiment
  switch (step) {
    case 'start':
      return state === 'planned' ? 'Start the test…' : 'Start a new run…'
    case 'pause':
      return 'Pause…'
    case 'resume':
      return 'Go on…'
    case 'end':
      return 'End the test…'
    case 'reopen':
      if (state === 'archived') return 'Take out of the archive…'
      return winner !== null && winner !== variants[0]?.name
        ? `Call ${shownToAll(experiment)} back…`
        : 'Open it again…'
    case 'archive':
      return 'Archive…'
  }
}

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
