import { EXPERIMENTS, type Experiment } from '@firsttouch/ingest/experiments'
import type { ISql } from 'postgres'
import { controlOf, FIRST_RUN } from '../../contract/experiments/declared-shares.ts'
import type { ServedShares } from '../../contract/experiments/life.ts'
import { changesOf, type StoredChange, stateFrom } from './changes.ts'

export const servedShares = async (sql: ISql, experiments = EXPERIMENTS): Promise<ServedShares> =>
  Object.fromEntries(
    await Promise.all(
      experiments.map(async experiment => [
        experiment.name,
        served(experiment, await changesOf(sql, experiment.name)),
      ]),
    ),
  )

/** If the code no longer declares a variant of the run, everyone sees the control. */
export const served = (experiment: Experiment, changes: readonly StoredChange[]): ServedShares[string] => {
  const { state, shares, winner, run } = stateFrom(experiment, changes)
  const has = (variant: string) => experiment.variants.some(({ name }) => name === variant)
  if (state !== 'running' || !Object.keys(shares).every(has))
    return { shown: winner !== null && has(winner) ? winner : controlOf(experiment) }
  // If neither a start nor a reopen began the run, its id is FIRST_RUN, the default in the pages.
  const begins = ({ run: begun, step }: StoredChange) =>
    begun === run && (step === 'start' || step === 'reopen')
  const names = experiment.variants.map(({ name }) => name).filter(name => Object.hasOwn(shares, name))
  return {
    run: run !== null && changes.some(begins) ? run : FIRST_RUN,
    shares: names.map(name => [name, shares[name] ?? 0]),
  }
}
