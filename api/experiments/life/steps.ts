/** State machine of experiments. */
import { STEPS, type StateName, type Step } from '../../contract/experiments/life.ts'

/** `hasRun` decides the state after `reopen` of an archived experiment. */
export type Stage = { state: StateName; hasRun: boolean }

const LEADS_TO: Record<StateName, Partial<Record<Step, StateName>>> = {
  planned: { start: 'running', archive: 'archived' },
  running: { start: 'running', pause: 'paused', end: 'ended' },
  paused: { resume: 'running', end: 'ended' },
  ended: { start: 'running', end: 'ended', reopen: 'running', archive: 'archived' },
  archived: { reopen: 'ended' },
}

/** null if the state does not allow the step. */
export const stateAfter = ({ state, hasRun }: Stage, step: Step): StateName | null =>
  state === 'archived' && step === 'reopen' && !hasRun ? 'planned' : (LEADS_TO[state][step] ?? null)

export const stepsFrom = (stage: Stage): Step[] => STEPS.filter(step => stateAfter(stage, step) !== null)

/** `start`, and `reopen` after an end, begin a new run. Visitors draw a variant again and count in the new run only. */
export const beginsRun = ({ state }: Stage, step: Step): boolean =>
  step === 'start' || (step === 'reopen' && state === 'ended')
