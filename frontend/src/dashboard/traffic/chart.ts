/** What a chart over time shows: some lines over the same steps. */
import type { Step } from '@firsttouch/api/contract/timeseries'

export type Line = {
  id: string
  /** As in the legend and the table's head. */
  name: string
  /** `main` is dark; `before` is dashed and grey; `second` stands beside a main one. */
  look: 'main' | 'second' | 'before'
}

export type ChartData = {
  step: Step
  timeZone: string
  lines: readonly Line[]
  /** The ground under the main line is filled: its height then says how many. */
  isFilled: boolean
  /** null where a line has no value. */
  points: readonly { at: string; values: Readonly<Record<string, number | null>> }[]
}
