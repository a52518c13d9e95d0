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
  /** One step: how the experiment stands after it. */
  change: z.uuid(),
  experiment: z.string(),
  number: z.int().positive(),
  step: z.string(),
  state: z.string(),
  run: z.uuid().nullable(),
  /** The control first; `shares` in their order, in per cents of those who come now. `goalTypes`: of the goal `any`. */
  variants: z.array(z.string()).min(1),
  shares: z.array(z.number().min(0).max(100)).min(1),
  winner: z.string().nullable(),
  goal: z.string(),
  goalTypes: z.array(z.string()),
  plannedVisitors: z.int().min(0),
}

export const spendFields = {
  spend: z.uuid(),
  day: z.iso.date(),
  /** Whose report said so, and of which account; entries of an earlier release lack them, as a typed cost does. */
  platform: z.string().optional(),
  account: z.string().optional(),
  /** As text, so that no reader rounds it; null: it was taken away. */
  cost: z
    .string()
    .regex(/^\d{1,12}\.\d\d$/)
    .nullable(),
  clicks: z.int().min(0).nullable(),
  currency: z.string().regex(/^[A-Z]{3}$/),
}
