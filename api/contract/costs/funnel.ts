/** `GET /api/admin/funnel`: from visit to customer, with what each step cost; of days, and of a source, a campaign and a landing page. */
import { z } from 'zod'
import { checkPeriod, period, reportRange, tag } from '../range.ts'
import { daysWithoutCost } from './spend.ts'

export const funnelQuery = z
  .object({
    ...period,
    source: tag('Source').optional(),
    campaign: tag('Campaign').optional(),
    /** Of a session the one that it was first assigned to, of a lead what it says. */
    variant: tag('Variant').optional(),
  })
  .superRefine(checkPeriod)
export type FunnelQuery = z.output<typeof funnelQuery>

/**
 * Visits by their own link; leads by their first touch and the day of their form, whatever became of them since, also when their record
 * is gone by an erasure or by its age. What staff deleted or called spam is no lead. `qualified`: staff called it so, and it is qualified
 * now or was closed after it; taken back to new or contacted it is not. `closed`: now; `onboarding`: the same person has sent that form.
 */
const FUNNEL_STEPS = ['visit', 'lead', 'qualified', 'closed', 'onboarding'] as const
export type FunnelStep = (typeof FUNNEL_STEPS)[number]

const amount = z.number().nullable()
const costPoint = z.object({ from: z.iso.date(), cost: z.number(), leads: z.int(), costPerLead: amount })

export const funnel = z.object({
  asOf: z.iso.datetime().nullable(),
  range: reportRange,
  currency: z.string(),
  /** null: not known. Nobody knows which part of a cost was for one landing page. */
  cost: amount,
  /** null where no day has a cost. */
  daysWithoutCost: daysWithoutCost.nullable(),
  steps: z.array(
    z.object({
      step: z.enum(FUNNEL_STEPS),
      count: z.int(),
      costEach: amount,
      previous: z.object({ count: z.int(), costEach: amount }).nullable(),
    }),
  ),
  /** As many days just before; null where they were not all counted. Where the range ends today, both stop at the same time of day. */
  previous: z
    .object({
      from: z.iso.date(),
      to: z.iso.date(),
      /** Without counterparts of days whose cost cannot be known yet. */
      cost: amount,
    })
    .nullable(),
  /** Costs over time; days up to 400 (of all time: from the first cost), else months. Steps without a cost are left out. `previous`: the days before, where all were counted. */
  costs: z.object({
    step: z.enum(['day', 'month']),
    points: z.array(costPoint),
    previous: z.array(costPoint).nullable(),
  }),
})
export type Funnel = z.infer<typeof funnel>
