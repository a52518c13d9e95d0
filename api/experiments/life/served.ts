/** What pages are told: of each experiment the run and its shares, or the one variant that everyone sees. */
import { EXPERIMENTS, type Experiment } from '@firsttouch/ingest/experiments'
import type { ISql } from 'postgres'
import { controlOf, FIRST_RUN, type Shares, sharesOf } from '../../contract/experiments/declared-shares.ts'
import type { ExperimentState, ServedShares } from '../../contract/experiments/life.ts'

type Newest = {
  experiment: string
  state: ExperimentState
  shares: Shares
  winner: string | null
  /** `FIRST_RUN` for a run that no step began: browsers drew its variants before runs were told. */
  run: string
}

export const servedShares = async (sql: ISql, experiments = EXPERIMENTS): Promise<ServedShares> => {
  const newest = await sql<Newest[]>`
    SELECT DISTINCT ON (test_name) test_name AS experiment, state, shares, winner,
      CASE WHEN EXISTS (
        SELECT FROM experiment_changes AS begun WHERE begun.run_id = newest.run_id AND step IN ('start', 'reopen')
      ) THEN run_id::text ELSE ${FIRST_RUN} END AS run
    FROM experiment_changes AS newest ORDER BY test_name, version DESC`
  return Object.fromEntries(
    experiments.map(experiment => [
      experiment.name,
      served(
        experiment,
        newest.find(row => row.experiment === experiment.name),
      ),
    ]),
  )
}

type Served = ServedShares[string]

/** Never a variant that the code no longer has a page for: then everyone sees the control, and nobody is counted. */
export const served = (experiment: Experiment, newest: Omit<Newest, 'experiment'> | undefined): Served => {
  const control = controlOf(experiment)
  const { state, shares, winner, run } = newest ?? {
    state: experiment.initially,
    shares: sharesOf(experiment),
    winner: null,
    run: FIRST_RUN,
  }
  const has = (variant: string) => experiment.variants.some(({ name }) => name === variant)
  if (state === 'running' && Object.keys(shares).every(has)) {
    const names = experiment.variants.map(({ name }) => name).filter(name => Object.hasOwn(shares, name))
    return { run, shares: names.map(name => [name, shares[name] ?? 0]) }
  }
  return { shown: winner !== null && has(winner) ? winner : control }
}
