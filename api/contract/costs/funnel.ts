/** `GET /api/admin/funnel`: from visit to customer, with the cost of each step. */
import { z } from 'zod'
import { daySpan, reportHead } from '../range.ts'
import { costDays, daysWithoutCost } from './spend.ts'

/**
 * A visit counts by the tags of its own link. A lead counts on the day of its form, by its first touch and by the
 * channel, site, page and device of its session. Leads that an erasure or retention removed from the inbox still count.
 * Deleted leads and spam do not count. `qualified`: staff marked the lead as qualified, and its status is still
 * qualified or became closed. A lead that was set back to new or contacted is not qualified. `closed`: the current
 * status is closed. `onboarding`: the same person has sent the onboarding form.
 */
const FUNNEL_STEPS = ['visit', 'lead', 'qualified', 'closed', 'onboarding'] as const
export type FunnelStep = (typeof FUNNEL_STEPS)[number]

const amount = z.number().nullable()
/** `ofCostDays` is the count on `costDays`. `costEach` is cost ÷ `ofCostDays`, null if the cost is unknown or the count is 0. */
const each = { ofCostDays: z.int(), costEach: amount }
/** `leads` counts only days with a known cost. */
const costPoint = z.object({ from: z.iso.date(), cost: z.number(), leads: z.int(), costPerLead: amount })

export const funnel = z.object({
  ...reportHead,
  /** First counted day. Costs of earlier days are excluded. null before any event. */
  since: z.iso.date().nullable(),
  currency: z.string(),
  /** Cost of `costDays`. null if unknown. It is unknown under any filter other than source and campaign. */
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
  /** The period that `compare` selects. null if it starts before the first counted day. */
  previous: daySpan
    .extend({
      /** End of `count` at the current time of day if the range ends today. null: `count` covers whole days. */
      until: z.iso.datetime().nullable(),
      /** Cost of whole days. If today has no cost, the day of the comparison period that corresponds to today is left out too. */
      cost: amount,
      costDays: costDays.nullable(),
    })
    .nullable(),
  /**
   * Costs over time. Steps are days for ranges up to 400 days, else months. Steps without a cost are missing.
   * `previous` covers the period that `compare` selects. It is null if the steps are months, if no cost is known, or if
   * that period starts before the first counted day.
   */
  costs: z.object({
    step: z.enum(['day', 'month']),
    points: z.array(costPoint),
    previous: z.array(costPoint).nullable(),
  }),
})
export type Funnel = z.infer<typeof funnel>
