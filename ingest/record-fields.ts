/** Fields of the events that the API emits about records. */
import { z } from 'zod'

export const leadFields = {
  /** A random UUID that is stored in the lead's record only. Deleting the record removes the link to a person. */
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
  /** The state of an experiment after a change. */
  change: z.uuid(),
  experiment: z.string(),
  number: z.int().positive(),
  step: z.string(),
  state: z.string(),
  run: z.uuid().nullable(),
  /** Variants begin with the control. `shares` are per cents of new visitors, in the variants' order. `goalTypes` are the conversion types of the goal `any`. */
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
  /** The platform and account of the imported report. A typed cost has none. */
  platform: z.string().optional(),
  account: z.string().optional(),
  /** As text, so that no reader rounds it. null: staff removed the cost. */
  cost: z
    .string()
    .regex(/^\d{1,12}\.\d\d$/)
    .nullable(),
  clicks: z.int().min(0).nullable(),
  currency: z.string().regex(/^[A-Z]{3}$/),
}
