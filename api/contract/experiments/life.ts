/** State of experiments, the steps that staff take, and the shares that pages use, in percent. */
import { z } from 'zod'
import { prose } from '../fields/text.ts'
import { planTerms, run, verdict } from './results.ts'

export const STATES = ['planned', 'running', 'paused', 'ended', 'archived'] as const
export const STEPS = ['start', 'pause', 'resume', 'end', 'reopen', 'archive'] as const
/** In percent. With a smaller share, a test would never reach a verdict. */
export const LEAST_SHARE = 0.01
export type StateName = (typeof STATES)[number]
export type Step = (typeof STEPS)[number]

const variantShare = z.object({
  name: z.string(),
  label: z.string(),
  /** Percentage of new visitors. 100 for the variant that everyone sees. */
  share: z.number().min(0).max(100),
  /** Path that always shows this variant, or null. */
  path: z.string().nullable(),
  /** One sentence on what stays unproven if this variant wins. Empty if the verdict recommends this variant. */
  unknown: z.string(),
})

export const experiment = z.object({
  name: z.string(),
  title: z.string(),
  path: z.string(),
  state: z.enum(STATES),
  /** The control comes first. */
  variants: z.array(variantShare),
  /** The variant that everyone sees. null before the end, and if the test ended without a winner. */
  winner: z.string().nullable(),
  /** For optimistic locking. */
  version: z.int().nonnegative(),
  /** Start of the current state. null if staff never changed it. */
  since: z.iso.datetime().nullable(),
  /** The current or last run. null before the first run. */
  run: run.nullable(),
  /** null before the first run, and while the analytics store is unavailable. */
  verdict: verdict.nullable(),
  steps: z.array(z.enum(STEPS)),
  /** The recommended step. null if there is nothing to do. */
  due: z.enum(STEPS).nullable(),
  /** One sentence: who sees which variant. */
  shown: z.string(),
})
export type Experiment = z.infer<typeof experiment>

/** `GET /api/admin/experiments`, in the order of declaration. */
export const experimentList = z.object({ experiments: z.array(experiment) })
export type ExperimentList = z.infer<typeof experimentList>

/** Bodies of `POST /api/admin/experiments/{name}/pause|resume|reopen|archive`. */
export const stepRequest = z.object({
  reason: prose('Say why in a few words', 500),
  /** Expected version. The server answers 409 if the current version differs. If omitted, it does not check. */
  version: z.int().nonnegative().optional(),
})

export type StepRequest = z.input<typeof stepRequest>

/** Body of `POST …/end`. `winner: null` shows the control to everyone. */
export const endRequest = stepRequest.extend({ winner: z.string().max(64).nullable() })

/** Body of `POST …/start`. By default, recent traffic determines effect and rate, and the declared shares apply. */
export const startRequest = stepRequest.extend({
  ...planTerms,
  /** Percentage of each variant. Their sum must be 100. */
  shares: z
    .record(
      z.string().max(64),
      z.number().min(LEAST_SHARE, `Each share must be at least ${LEAST_SHARE}`).max(100),
    )
    .optional(),
})
export type StartRequest = z.input<typeof startRequest>

export const experimentChange = z.object({
  version: z.int().positive(),
  step: z.enum(STEPS),
  state: z.enum(STATES),
  shares: z.record(z.string(), z.number()),
  winner: z.string().nullable(),
  /** One sentence on what the step did. */
  words: z.string(),
  reason: z.string(),
  /** One sentence on what was unproven. Empty if the verdict recommended the step. */
  unknown: z.string(),
  at: z.iso.datetime(),
  by: z.string(),
})
export type ExperimentChange = z.infer<typeof experimentChange>

/** `GET /api/admin/experiments/{name}/changes`, newest first. */
export const experimentChanges = z.object({ name: z.string(), changes: z.array(experimentChange) })
export type ExperimentChanges = z.infer<typeof experimentChanges>

/** `GET /api/experiments/shares`: shares by experiment name. A browser draws a variant again when the run changes. */
export const servedShares = z.record(
  z.string(),
  z.union([
    z.object({ run: z.string(), shares: z.array(z.tuple([z.string(), z.number()])) }),
    z.object({ shown: z.string() }),
  ]),
)
export type ServedShares = z.infer<typeof servedShares>
