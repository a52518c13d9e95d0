/** What pages show until they are told otherwise: each experiment as it is declared. */
import { EXPERIMENTS, type Experiment } from '@firsttouch/ingest/experiments'
import type { ServedShares } from './life.ts'

/** The run of an experiment that runs since its declaration: choices that browsers kept before there were runs are of it. */
export const FIRST_RUN = ''

/** Per cents; a third stays a third. */
export const declaredWeights = ({ variants }: Experiment): [variant: string, share: number][] => {
  const total = variants.reduce((sum, { weight }) => sum + weight, 0)
  return variants.map(({ name, weight }) => [name, (weight / total) * 100])
}

export const declaredShares = (experiments = EXPERIMENTS): ServedShares =>
  Object.fromEntries(
    experiments.map(experiment => [
      experiment.name,
      experiment.initially === 'running'
        ? { run: FIRST_RUN, shares: declaredWeights(experiment) }
        : { shown: experiment.variants[0]?.name ?? '' },
    ]),
  )
