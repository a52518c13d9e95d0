/** The shares that pages use until they get others: each experiment as the code declares it. */
import { EXPERIMENTS, type Experiment } from '@firsttouch/ingest/experiments'
import type { ServedShares } from './life.ts'

/** The run of an experiment that runs since its declaration: choices that browsers kept before there were runs are of it. */
export const FIRST_RUN = ''

/** In per cents. */
export type Shares = Record<string, number>

/** A third stays a third. `weights` in the order of the declaration. */
export const sharesOf = (
  { variants }: Experiment,
  weights: readonly number[] = variants.map(({ weight }) => weight),
): Shares => {
  const sum = weights.reduce((sum, weight) => sum + weight, 0)
  return Object.fromEntries(variants.map(({ name }, at) => [name, ((weights[at] ?? 0) / sum) * 100]))
}

export const controlOf = ({ variants }: Experiment): string => variants[0]?.name ?? ''

export const declaredShares = (experiments = EXPERIMENTS): ServedShares =>
  Object.fromEntries(
    experiments.map(experiment => [
      experiment.name,
      experiment.initially === 'running'
        ? { run: FIRST_RUN, shares: Object.entries(sharesOf(experiment)) }
        : { shown: controlOf(experiment) },
    ]),
  )
