import { z } from 'zod'

export const leadFields = {
  /** Random UUID of the lead's record. After the record's deletion, nothing links the event to a person. */
  lead: z.uuid(),
  form: z.string(),
  status: z.string(),
  spam: z.boolean(),
  deleted: z.boolean(),
  /** True if the same person also submitted the trial form. */
  trial: z.boolean(),
  /** True if the same person also submitted the onboarding form. */
  onboarding: z.boolean(),
  variant: z.string(),
}

export const experimentFields = {
  change: z.uuid(),
  experiment: z.string(),
  number: z.int().positive(),
  step: z.string(),
  state: z.string(),
  run: z.uuid().nullable(),
  /** Names, the control first. `shares` are percentages in the same order. */
  variants: z.array(z.string()).min(1),
  shares: z.array(z.number().min(0).max(100)).min(1),
  winner: z.string().nullable(),
  goal: z.string(),
  /** The conversion types that count towards the goal. For the goal `any`, an empty list means all types. */
  goalTypes: z.array(z.string()),
  plannedVisitors: z.int().min(0),
}

export const spendFields = {
  spend: z.uuid(),
  day: z.iso.date(),
  /** Platform and account of an imported report. Absent for a typed cost. */
  platform: z.string().optional(),
  account: z.string().optional(),
  /** Decimal text, so that no reader rounds it. null if staff removed the cost. */
  cost: z
    .string()
    .regex(/^\d{1,12}\.\d\d$/)
    .nullable(),
  clicks: z.int().min(0).nullable(),
  currency: z.string().regex(/^[A-Z]{3}$/),
}
