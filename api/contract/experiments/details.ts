import { CONVERSION_TYPES } from '@firsttouch/ingest/events'
import { z } from 'zod'

/** Guardrail metrics: every conversion except the goal of the run. */
export const GUARDS = [...CONVERSION_TYPES, 'trial', 'onboarding', 'qualified_lead'] as const

/** Visitors who did not bounce, and page loads whose LCP is within the control's 75th percentile. */
export const QUALITY_GUARDS = ['stayed', 'fast_pages'] as const

const guard = z.object({
  what: z.enum([...GUARDS, ...QUALITY_GUARDS]),
  arms: z.array(
    z.object({
      variant: z.string(),
      visitors: z.int(),
      converters: z.int(),
      /** Difference from the control, with the anytime-valid interval. null for the control, and if there is too little data. */
      difference: z.number().nullable(),
      interval: z.tuple([z.number(), z.number()]).nullable(),
      /** True if the rate is significantly lower than the control's. */
      fell: z.boolean(),
    }),
  ),
})

/** `GET /api/admin/experiments/{name}/details`: guardrail metrics of the current run, or of the last run. */
export const experimentDetails = z.object({
  testName: z.string(),
  /** One sentence about the guardrails that fell. Empty if none fell. */
  warning: z.string(),
  guards: z.array(guard),
})
export type ExperimentDetails = z.infer<typeof experimentDetails>
