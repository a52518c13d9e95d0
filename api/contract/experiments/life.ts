/** The life of experiments: what is shown to whom, the steps that staff take, and what pages need to know. Shares are per cents. */
import { z } from 'zod'
import { prose } from '../fields/text.ts'
import { planTerms, run, verdict } from './results.ts'

export const STATES = ['planned', 'running', 'paused', 'ended', 'archived'] as const
export const STEPS = ['start', 'pause', 'resume', 'end', 'reopen', 'archive'] as const
/** A variant that fewer see is no part of any test that ends. */
export const LEAST_SHARE = 0.01
export type StateName = (typeof STATES)[number]
export type Step = (typeof STEPS)[number]

const variantShare = z.object({
  name: z.string(),
  label: z.string(),
  /** Of those who come now; 100 for what everyone sees. */
  share: z.number().min(0).max(100),
  /** Where this variant can be looked at by itself; null where it has no page of its own. */
  path: z.string().nullable(),
  /** What an end that shows everyone this variant would not know, in a sentence; empty where the verdict advises it. */
  unknown: z.string(),
})

/** One experiment as it stands. */
export const experiment = z.object({
  name: z.string(),
  title: z.string(),
  /** The page that it is on. */
  path: z.string(),
  state: z.enum(STATES),
  /** The control comes first. */
  variants: z.array(variantShare),
  /** The variant that all visitors see since the experiment ended. null before its end, and if it ended without a winner, which shows the control. */
  winner: z.string().nullable(),
  /** Counts the changes: a step names the version that its author saw. */
  version: z.int().nonnegative(),
  /** When it came to its present state. null if staff never changed it. */
  since: z.iso.datetime().nullable(),
  /** The present or last run; null before the first. */
  run: run.nullable(),
  /** Null too while the figures cannot be read: a step must not depend on them. */
  verdict: verdict.nullable(),
  /** The steps that its state allows. */
  steps: z.array(z.enum(STEPS)),
  /** The one that is due; null while there is nothing to do. */
  due: z.enum(STEPS).nullable(),
  /** Who sees what, in a sentence. */
  shown: z.string(),
})
export type Experiment = z.infer<typeof experiment>

/** `GET /api/admin/experiments`, in the order of their declaration. */
export const experimentList = z.object({ experiments: z.array(experiment) })
export type ExperimentList = z.infer<typeof experimentList>

const step = z.object({
  reason: prose('Say in a few words why', 500),
  /** The version that its author saw: another one now is refused with 409. Without it nothing is compared. */
  version: z.int().nonnegative().optional(),
})

/** Bodies of `POST /api/admin/experiments/{name}/pause|resume|reopen|archive`. */
export const stepRequest = step
export type StepRequest = z.input<typeof stepRequest>

/** Body of `…/end`. `null`: there is no winner, and all visitors see the control. */
export const endRequest = step.extend({ winner: z.string().max(64).nullable() })

/** Body of `…/start`. What is left out follows from the last weeks' traffic; the shares from the declaration. */
export const startRequest = step.extend({
  ...planTerms,
  /** A share for every variant, which add up to 100. */
  shares: z
    .record(
      z.string().max(64),
      z.number().min(LEAST_SHARE, `Each share must be at least ${LEAST_SHARE}`).max(100),
    )
    .optional(),
})
export type StartRequest = z.input<typeof startRequest>

/** One step that was taken. */
export const experimentChange = z.object({
  version: z.int().positive(),
  step: z.enum(STEPS),
  state: z.enum(STATES),
  shares: z.record(z.string(), z.number()),
  winner: z.string().nullable(),
  /** What the step did, in a sentence. */
  words: z.string(),
  reason: z.string(),
  /** What was not known when it was taken, in a sentence; empty where nothing was missing. */
  unknown: z.string(),
  at: z.iso.datetime(),
  by: z.string(),
})
export type ExperimentChange = z.infer<typeof experimentChange>

/** `GET /api/admin/experiments/{name}/changes`, newest first. */
export const experimentChanges = z.object({ name: z.string(), changes: z.array(experimentChange) })
export type ExperimentChanges = z.infer<typeof experimentChanges>

/** `GET /api/experiments/shares`: by experiment, who sees what. A choice holds within the run that it was drawn in. */
export const servedShares = z.record(
  z.string(),
  z.union([
    z.object({ run: z.string(), shares: z.array(z.tuple([z.string(), z.number()])) }),
    z.object({ shown: z.string() }),
  ]),
)
export type ServedShares = z.infer<typeof servedShares>
