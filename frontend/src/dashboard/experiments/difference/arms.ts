/** Each treatment against the control, for the figures: one at a time, or all of them below each other. */
import type { ExperimentHistory, Verdict } from '@firsttouch/api/contract/experiments/results'
import { variantLabel } from '../../words/variant-names.ts'
import type { HistoryPoint } from './history.ts'

export type Compared = {
  variant: string
  label: string
  /** Its place in the declaration, which gives it its mark. */
  at: number
  difference: number
  interval: [number, number]
}

/** Those with a reading; none while it is too early for one. */
export const comparedIn = ({ testName, arms }: Verdict): Compared[] =>
  arms.flatMap(({ variant, comparison }, at) =>
    comparison
      ? [
          {
            ...{ variant, at, label: variantLabel(testName, variant) },
            difference: comparison.difference,
            interval: comparison.interval,
          },
        ]
      : [],
  )

/** A history of two: the control and `variant`. */
export const pairOf = (points: ExperimentHistory['points'], variant: string): HistoryPoint[] =>
  points.map(({ at, arms }) => {
    const [control] = arms
    const own = arms.find(arm => arm.variant === variant)
    return {
      at,
      control: control ?? NOBODY,
      treatment: own ?? NOBODY,
      difference: own?.difference ?? null,
      interval: own?.interval ?? null,
    }
  })
const NOBODY = { visitors: 0, converters: 0 }
