import type { StoredRun } from './runs.ts'
import { differencesOf } from './statistics/comparison.ts'
import type { Arm } from './statistics/sequence.ts'

/** Counts of each variant, with its difference from the control. null for the control, and until every variant has enough data. */
export const comparedArms = (counted: Map<string, Arm>, { variants, plan }: StoredRun) => {
  const arms = variants.map(variant => counted.get(variant) ?? { visitors: 0, converters: 0 })
  const differences = differencesOf(arms, plan)
  return arms.map((arm, at) => ({
    ...arm,
    variant: variants[at] ?? '',
    difference: differences[at]?.difference ?? null,
    interval: differences[at]?.interval ?? null,
  }))
}
