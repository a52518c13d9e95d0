/** `GET /api/admin/click-fraud`: networks whose paid clicks led to no engagement, by campaign and day. */
import { z } from 'zod'
import { checkPeriod, period, reportHead, tag } from './range.ts'

export const clickFraudQuery = z
  .object({ ...period, campaign: tag('Campaign').optional() })
  .superRefine(checkPeriod)

const amount = z.number().nullable()

export const clickFraud = z.object({
  ...reportHead,
  currency: z.string(),
  paidClicks: z.int(),
  /** Totals of all networks found, including those beyond the 500 rows. `cost` is null if no cost is known. */
  wasted: z.object({ clicks: z.int(), cost: amount, networks: z.int() }),
  /**
   * Networks with at least three paid clicks on one campaign and day. Leaves out networks with an engaged session from
   * a paid click in the range. An engaged session has a second page, a conversion or at least 10 s on the screen. Lists
   * at most 500 rows, most clicks first. `campaign` is empty for clicks without tags.
   */
  rows: z.array(
    z.object({
      date: z.iso.date(),
      campaign: z.string(),
      network: z.string(),
      clicks: z.int(),
      sessions: z.int(),
      /**
       * `clicks` × the campaign's cost per click on that day. null if no cost is known. The cost per click uses the
       * platform's number of clicks, or our number if the platform's is unknown.
       */
      cost: amount,
    }),
  ),
  /** IP exclusions in the format of Google Ads, which accepts 500 for each campaign. */
  exclusions: z.array(z.string()),
})
export type ClickFraud = z.infer<typeof clickFraud>
