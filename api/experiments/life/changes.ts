import { HttpError, type Issue } from '@firsttouch/infra/platform/http/http'
import { EXPERIMENTS, type Experiment, findExperiment } from '@firsttouch/ingest/experiments'
import type { ISql } from 'postgres'
import { controlOf, type Shares, sharesOf } from '../../contract/experiments/declared-shares.ts'
import { STEPS, type StateName, type Step } from '../../contract/experiments/life.ts'

/** `hasRun`: whether the experiment has ever had a run. */
export type Stage = { state: StateName; hasRun: boolean }

const LEADS_TO: Record<StateName, Partial<Record<Step, StateName>>> = {
  planned: { start: 'running', archive: 'archived' },
  running: { start: 'running', pause: 'paused', end: 'ended' },
  paused: { resume: 'running', end: 'ended' },
  ended: { start: 'running', end: 'ended', reopen: 'running', archive: 'archived' },
  archived: { reopen: 'ended' },
}

/** null if the step is not allowed. An archived experiment reopens as ended, or as planned if it never ran. */
export const stateAfter = ({ state, hasRun }: Stage, step: Step): StateName | null =>
  state === 'archived' && step === 'reopen' && !hasRun ? 'planned' : (LEADS_TO[state][step] ?? null)

export const stepsFrom = (stage: Stage): Step[] => STEPS.filter(step => stateAfter(stage, step) !== null)

/** In a new run, each visitor draws a variant again. */
export const beginsRun = ({ state }: Stage, step: Step): boolean =>
  step === 'start' || (step === 'reopen' && state === 'ended')

export type StoredChange = {
  version: number
  step: Step
  state: StateName
  run: string | null
  shares: Shares
  winner: string | null
  reason: string
  notKnown: string
  at: Date
  by: string
}

/** Newest first. */
export const changesOf = (sql: ISql, testName: string): Promise<StoredChange[]> => sql<StoredChange[]>`
  SELECT version, step, state, run_id AS run, shares, winner, reason, not_known AS "notKnown", at, by
  FROM experiment_changes WHERE test_name = ${testName} ORDER BY version DESC`

export type ExperimentState = Stage & {
  version: number
  /** null before the first run. An experiment declared as running has none before the first step by staff. */
  run: string | null
  /** Shares of the current or last run. Before the first run, shares of the next run. */
  shares: Shares
  winner: string | null
  newest: StoredChange | null
}

/** `changes` must be sorted newest first. */
export const stateFrom = (experiment: Experiment, changes: readonly StoredChange[]): ExperimentState => {
  const newest = changes[0] ?? null
  const begun = { state: experiment.initially, version: 0, run: null, winner: null }
  const { state, version, run, winner } = newest ?? begun
  const hasRun = newest ? run !== null : state === 'running'
  const shown = changes.find(change => change.run === run && change.state === 'running')
  return { state, hasRun, version, run, shares: shown?.shares ?? sharesOf(experiment), winner, newest }
}

export const readState = async (sql: ISql, experiment: Experiment): Promise<ExperimentState> =>
  stateFrom(experiment, await changesOf(sql, experiment.name))

export const experimentNamed = (name: string): Experiment => {
  const experiment = findExperiment(name)
  if (experiment) return experiment
  const names = EXPERIMENTS.map(({ name }) => name).join(', ')
  throw new HttpError(404, `There is no experiment named "${name}". The declared experiments are: ${names}.`)
}

/** Tolerance for rounding errors of floating-point shares. */
const NEARLY = 1e-6

export const issuesOf = ({ name, variants }: Experiment, shares: Shares): Issue[] => {
  const declared = variants.map(variant => variant.name)
  const issues = [
    ...Object.keys(shares)
      .filter(variant => !declared.includes(variant))
      .map(variant => ({
        path: `shares.${variant}`,
        message: `is not a variant of ${name}: those are ${declared.join(', ')}`,
      })),
    ...declared
      .filter(variant => !Object.hasOwn(shares, variant))
      .map(variant => ({
        path: `shares.${variant}`,
        message: 'is missing: give every variant its share',
      })),
  ]
  const sum = Object.values(shares).reduce((sum, share) => sum + share, 0)
  return issues.length > 0 || Math.abs(sum - 100) <= NEARLY
    ? issues
    : [{ path: 'shares', message: `must add up to 100, not ${Number(sum.toFixed(6))}` }]
}

/** Shares that new visitors get. `shares` are the shares of the run. */
export const sharesShown = (
  experiment: Experiment,
  { state, winner, shares }: { state: StateName; winner: string | null; shares: Shares },
): Shares => {
  const names = experiment.variants.map(({ name }) => name)
  if (state === 'running')
    return Object.fromEntries(names.flatMap(name => (name in shares ? [[name, shares[name] ?? 0]] : [])))
  const shown = winner ?? controlOf(experiment)
  return Object.fromEntries(names.map(name => [name, name === shown ? 100 : 0]))
}
