/** A split test over time: how its present run would have read after each part of its visitors. Differences are fractions. */
import { z } from 'zod'

const arm = z.object({ visitors: z.int(), converters: z.int() })

/** Counts are of everyone who first saw the test before `at`; whether they converted is as of now. */
const point = z.object({
  at: z.iso.datetime(),
  control: arm,
  treatment: arm,
  /** Treatment minus control with its anytime interval; null while there is too little of either arm. */
  difference: z.number().nullable(),
  interval: z.tuple([z.number(), z.number()]).nullable(),
})
export type HistoryPoint = z.infer<typeof point>

/** Answer of `GET /api/admin/experiments/{testName}/history`. The last point is the verdict's own; none without visitors. */
export const experimentHistory = z.object({ testName: z.string(), points: z.array(point) })
export type ExperimentHistory = z.infer<typeof experimentHistory>
