/** The log of steps, and the state of an experiment after them. */
import { HttpError } from '@firsttouch/infra/platform/http/http'
import { EXPERIMENTS, type Experiment, findExperiment } from '@firsttouch/ingest/experiments'
import type { ISql } from 'postgres'
import { type Shares, sharesOf } from '../../contract/experiments/declared-shares.ts'
import type { StateName, Step } from '../../contract/experiments/life.ts'
import type { Stage } from './steps.ts'

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
  /** Id of the current or last run. null also for the implicit run before any step. */
  run: string | null
  /** Shares of that run. Before the first run, shares of the next one. */
  shares: Shares
  winner: string | null
  newest: StoredChange | null
}

/** `changes`: newest first. */
export const stateFrom = (experiment: Experiment, changes: readonly StoredChange[]): ExperimentState => {
  const [newest] = changes
  if (!newest)
    return {
      state: experiment.initially,
      hasRun: experiment.initially === 'running',
      version: 0,
      run: null,
      shares: sharesOf(experiment),
      winner: null,
      newest: null,
    }
  const { state, version, run, winner } = newest
  const shown = changes.find(change => change.run === run && change.state === 'running')
  return {
    state,
    hasRun: run !== null,
    version,
    run,
    shares: shown?.shares ?? sharesOf(experiment),
    winner,
    newest,
  }
}

export const readState = async (sql: ISql, experiment: Experiment): Promise<ExperimentState> =>
  stateFrom(experiment, await changesOf(sql, experiment.name))

export const experimentNamed = (name: string): Experiment => {
  const experiment = findExperiment(name)
  if (experiment) return experiment
  const names = EXPERIMENTS.map(({ name }) => name).join(', ')
  throw new HttpError(404, `There is no experiment named "${name}". Declared are: ${names}.`)
}
