import { EXPERIMENTS, type Experiment, findExperiment } from '@firsttouch/ingest/experiments'
import type { ServedShares } from './life.ts'

/** Id of the unplanned run that precedes any planned run. Variants stored without a run id belong to this run. */
export const FIRST_RUN = ''

export type Shares = Record<string, number>

/** Shares in percent, not rounded. `weights` follow the order of the declaration. */
export const sharesOf = (
  { variants }: Experiment,
  weights: readonly number[] = variants.map(({ weight }) => weight),
): Shares => {
  const sum = weights.reduce((sum, weight) => sum + weight, 0)
  return Object.fromEntries(variants.map(({ name }, at) => [name, ((weights[at] ?? 0) / sum) * 100]))
}

export const controlOf = ({ variants }: Experiment): string => variants[0]?.name ?? ''

/** Returns the variant's name if the code no longer declares the variant. */
export const labelOf = ({ variants }: Pick<Experiment, 'variants'>, variant: string): string =>
  variants.find(({ name }) => name === variant)?.label ?? variant

/** Sorts the control first, then the other declared variants, then undeclared variants by name. */
export const inDeclaredOrder = (testName: string, seen: readonly string[]): string[] => {
  const declared = findExperiment(testName)?.variants.map(({ name }) => name) ?? []
  return [...new Set([...declared, ...seen.toSorted()])]
}

export const declaredShares = (experiments = EXPERIMENTS): ServedShares =>
  Object.fromEntries(
    experiments.map(experiment => [
      experiment.name,
      experiment.initially === 'running'
        ? { run: FIRST_RUN, shares: Object.entries(sharesOf(experiment)) }
        : { shown: controlOf(experiment) },
    ]),
  )
