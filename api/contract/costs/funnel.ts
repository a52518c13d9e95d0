/** `GET /api/admin/funnel`: from visit to customer, with the cost of each step. */
import { z } from 'zod'
import { daySpan, reportHead } from '../range.ts'
import { costDays, daysWithoutCost } from './spend.ts'

/**
 * Visits count by the tags of their own link. Leads count on the day of their form. A lead has the tags of its first
 * touch, and the channel, site, page and device of its session. Deleted leads and spam do not count. Leads removed by
 * an erasure or by retention still count. `qualified` includes leads that were closed after they were qualified.
 * `onboarding` counts leads whose sender has sent the onboarding form.
 */
const FUNNEL_STEPS = ['visit', 'lead', 'qualified', 'closed', 'onboarding'] as const
export type FunnelStep = (typeof FUNNEL_STEPS)[number]

const amount = z.number().nullable()
/** `ofCostDays` is the count on the days in `costDays`. `costEach` is null if the cost is unknown or the count is 0. */
const each = { ofCostDays: z.int(), costEach: amount }
/** `leads` counts only days with a known cost. */
const costPoint = z.object({ from: z.iso.date(), cost: z.number(), leads: z.int(), costPerLead: amount })

export const funnel = z.object({
  ...reportHead,
  /** First day with an event. Costs of earlier days are excluded. null before any event. */
  since: z.iso.date().nullable(),
  currency: z.string(),
  /** null if unknown. Any filter other than source and campaign makes the cost unknown. */
  cost: amount,
  /** True if `cost` is null because part of the cost may belong to another source. */
  costWithoutSource: z.boolean(),
  /** null if no day has a cost. */
  costDays: costDays.nullable(),
  daysWithoutCost: daysWithoutCost.nullable(),
  steps: z.array(
    z.object({
      step: z.enum(FUNNEL_STEPS),
      /** Count on all days of the range. */
      count: z.int(),
      ...each,
      previous: z.object({ count: z.int(), ...each }).nullable(),
    }),
  ),
  /** The period that `compare` selects. null if it starts before the first day with an event. */
  previous: daySpan
    .extend({
      /** Time at which the previous counts end, if the range ends today. null if they cover whole days. */
      until: z.iso.datetime().nullable(),
      /** Cost of whole days. While today has no cost, both periods are a day shorter. */
      cost: amount,
      costDays: costDays.nullable(),
    })
    .nullable(),
  /**
   * Costs by day for ranges up to 400 days, else by month. Days or months without a cost are missing. `previous` is
   * null for months. It is also null if no cost is known, or if it would start before the first day with an event.
   */
  costs: z.object({
    step: z.enum(['day', 'month']),
    points: z.array(costPoint),
    previous: z.array(costPoint).nullable(),
  }),
})
export type Funnel = z.infer<typeof funnel>
