/** What events of records carry beside what every event has. */
import { z } from 'zod'

export const leadFields = {
  /** A random UUID that only the lead's own record knows: with the record goes what leads to a person. */
  lead: z.uuid(),
  form: z.string(),
  status: z.string(),
  spam: z.boolean(),
  deleted: z.boolean(),
  /** Whether the person has sent the trial form, and the onboarding form. */
  trial: z.boolean(),
  onboarding: z.boolean(),
  variant: z.string(),
}

export const experimentFields = {
  /** Of the step, not of the experiment: each is told by itself. */
  change: z.uuid(),
  experiment: z.string(),
  /** Counts the steps of the experiment. */
  number: z.int().positive(),
  step: z.string(),
  /** After the step, like all that follows. */
  state: z.string(),
  run: z.uuid().nullable(),
  /** The control first; `shares` in their order, in per cents of those who come now. */
  variants: z.array(z.string()).min(1),
  shares: z.array(z.number().min(0).max(100)).min(1),
  winner: z.string().nullable(),
  goal: z.string(),
  /** Of the goal `any`; empty for all. */
  goalTypes: z.array(z.string()),
  plannedVisitors: z.int().min(0),
}

export const spendFields = {
  /** Made of campaign value and day. */
  spend: z.uuid(),
  day: z.iso.date(),
  /** As text, so that no reader rounds it; null: it was taken away. */
  cost: z
    .string()
    .regex(/^\d{1,12}\.\d\d$/)
    .nullable(),
  clicks: z.int().min(0).nullable(),
  currency: z.string().regex(/^[A-Z]{3}$/),
}
