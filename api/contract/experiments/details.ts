/** What lies beneath a verdict: what a winner might hurt. */
import { CONVERSION_TYPES } from '@firsttouch/ingest/events'
import { z } from 'zod'

/** Everything that visitors do and that must not fall: each but the goal of the run. */
export const GUARDS = [...CONVERSION_TYPES, 'trial', 'onboarding', 'qualified_lead'] as const

/** Visitors who did not bounce, and page loads within the control's 75th percentile of Largest Contentful Paint. */
export const QUALITY_GUARDS = ['stayed', 'fast_pages'] as const

const guard = z.object({
  what: z.enum([...GUARDS, ...QUALITY_GUARDS]),
  arms: z.array(
    z.object({
      variant: z.string(),
      visitors: z.int(),
      converters: z.int(),
      /** Against the control with the anytime interval; null for itself, and where there is too little. */
      difference: z.number().nullable(),
      interval: z.tuple([z.number(), z.number()]).nullable(),
      /** Whether it is proven to happen less often than with the control. */
      fell: z.boolean(),
    }),
  ),
})

/** `GET /api/admin/experiments/{name}/details`, of the present or last run. */
export const experimentDetails = z.object({
  testName: z.string(),
  /** Of the guards that fell, in a sentence; empty while none did. */
  warning: z.string(),
  guards: z.array(guard),
})
export type ExperimentDetails = z.infer<typeof experimentDetails>
