/** What may be done with an experiment, and what it becomes by it. */
import { type ExperimentState, STEPS, type Step } from '../../contract/experiments/life.ts'

/** Whether it has had a run decides what an archived one comes back as. */
export type Standing = { state: ExperimentState; hasRun: boolean }

const LEADS_TO: Record<ExperimentState, Partial<Record<Step, ExperimentState>>> = {
  planned: { start: 'running', archive: 'archived' },
  running: { start: 'running', pause: 'paused', end: 'ended' },
  paused: { resume: 'running', end: 'ended' },
  ended: { start: 'running', end: 'ended', reopen: 'running', archive: 'archived' },
  archived: { reopen: 'ended' },
}

/** Null where the step is out of order. */
export const stateAfter = ({ state, hasRun }: Standing, step: Step): ExperimentState | null =>
  state === 'archived' && step === 'reopen' && !hasRun ? 'planned' : (LEADS_TO[state][step] ?? null)

export const stepsFrom = (standing: Standing): Step[] =>
  STEPS.filter(step => stateAfter(standing, step) !== null)

/** A start and the way back from an end: whoever comes draws anew, and counts in the new run alone. */
export const beginsRun = ({ state }: Standing, step: Step): boolean =>
  step === 'start' || (step === 'reopen' && state === 'ended')
