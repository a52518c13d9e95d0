/** What may be done with an experiment, and what it becomes by it. */
import { STEPS, type StateName, type Step } from '../../contract/experiments/life.ts'

/** Whether it has had a run decides what an archived one comes back as. */
export type Stage = { state: StateName; hasRun: boolean }

const LEADS_TO: Record<StateName, Partial<Record<Step, StateName>>> = {
  planned: { start: 'running', archive: 'archived' },
  running: { start: 'running', pause: 'paused', end: 'ended' },
  paused: { resume: 'running', end: 'ended' },
  ended: { start: 'running', end: 'ended', reopen: 'running', archive: 'archived' },
  archived: { reopen: 'ended' },
}

/** Null where the step is out of order. */
export const stateAfter = ({ state, hasRun }: Stage, step: Step): StateName | null =>
  state === 'archived' && step === 'reopen' && !hasRun ? 'planned' : (LEADS_TO[state][step] ?? null)

export const stepsFrom = (stage: Stage): Step[] => STEPS.filter(step => stateAfter(stage, step) !== null)

/** Starting and resuming after an end begin a new run: visitors draw again and count in the new run only. */
export const beginsRun = ({ state }: Stage, step: Step): boolean =>
  step === 'start' || (step === 'reopen' && state === 'ended')
