/** `GET /api/admin/funnel`: from visit to customer, with what each step cost; of days, and of a source, a campaign and a landing page. */
import { z } from 'zod'
import { reportRange } from '../range.ts'
import { costDays, daysWithoutCost } from './spend.ts'

/**
 * Visits by their own link; leads by their first touch (channel, site, page and device: that of their session) and the day of their form, whatever became of them since, also when their record
 * is gone by an erasure or by its age. What staff deleted or called spam is no lead. `qualified`: staff called it so, and it is qualified
 * now or was closed after it; taken back to new or contacted it is not. `closed`: of these, the ones that are closed now. `onboarding`: the same person has sent that form.
 */
const FUNNEL_STEPS = ['visit', 'lead', 'qualified', 'closed', 'onboarding'] as const
export type FunnelStep = (typeof FUNNEL_STEPS)[number]

const amount = z.number().nullable()
/** `ofCostDays`: the count of the `costDays` alone. `costEach`: their cost ÷ `ofCostDays`. */
const each = { ofCostDays: z.int(), costEach: amount }
/** `leads`: those of the step's days with a known cost. */
const costPoint = z.object({ from: z.iso.date(), cost: z.number(), leads: z.int(), costPerLead: amount })

export const funnel = z.object({
  asOf: z.iso.datetime().nullable(),
  range: reportRange,
  /** The first counted day. Costs of earlier days are in no figure. null before any. */
  since: z.iso.date().nullable(),
  currency: z.string(),
  /** Of `costDays`, and of the leads counted there. null: not known, as it is where anything but source and campaign narrows. */
  cost: amount,
  /** `cost` is null because a part of it may belong to another source. */
  costWithoutSource: z.boolean(),
  /** null where no day has a cost. */
  costDays: costDays.nullable(),
  /** null where no day has a cost. */
  daysWithoutCost: daysWithoutCost.nullable(),
  steps: z.array(
    z.object({
      step: z.enum(FUNNEL_STEPS),
      /** Of all days asked for. */
      count: z.int(),
      ...each,
      previous: z.object({ count: z.int(), ...each }).nullable(),
    }),
  ),
  /** As many days just before; null where they were not all counted. */
  previous: z
    .object({
      from: z.iso.date(),
      to: z.iso.date(),
      /** Where the range ends today, `count` stops at the same time of day. null: it has the whole days. */
      until: z.iso.datetime().nullable(),
      /** Of `costDays`: whole days, without a counterpart of today where today has no cost. */
      cost: amount,
      costDays: costDays.nullable(),
    })
    .nullable(),
  /** Costs over time; days up to 400 (of all time: from the first counted day), else months. Steps without a cost are left out. `previous`: the days before, where all were counted. */
  costs: z.object({
    step: z.enum(['day', 'month']),
    points: z.array(costPoint),
    previous: z.array(costPoint).nullable(),
  }),
})
export type Funnel = z.infer<typeof funnel>
