import { CONVERSION_TYPES } from '@firsttouch/ingest/events'
import { z } from 'zod'
import { comparedArm } from './results.ts'

/** Conversions that are guardrail metrics, except the goal of the run. */
export const GUARDS = [...CONVERSION_TYPES, 'trial', 'onboarding', 'qualified_lead'] as const

/** `stayed` means no bounce. `fast_pages` counts page loads with an LCP within the control's 75th percentile. */
export const QUALITY_GUARDS = ['stayed', 'fast_pages'] as const

const guard = z.object({
  what: z.enum([...GUARDS, ...QUALITY_GUARDS]),
  /** `fell` is true if the rate is significantly lower than the control's. */
  arms: z.array(comparedArm.extend({ fell: z.boolean() })),
})

/** `GET /api/admin/experiments/{name}/details`: guardrail metrics of the current run, or of the last run. */
export const experimentDetails = z.object({
  testName: z.string(),
  /** One sentence about the guardrails that fell. Empty if none fell. */
  warning: z.string(),
  guards: z.array(guard),
})
export type ExperimentDetails = z.infer<typeof experimentDetails>
