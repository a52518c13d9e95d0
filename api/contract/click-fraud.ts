/** `GET /api/admin/click-fraud`: paid clicks of one network that came to nothing, by campaign and day. */
import { z } from 'zod'
import { checkPeriod, period, reportRange, tag } from './range.ts'

export const clickFraudQuery = z
  .object({ ...period, campaign: tag('Campaign').optional() })
  .superRefine(checkPeriod)

const amount = z.number().nullable()

export const clickFraud = z.object({
  asOf: z.iso.datetime().nullable(),
  range: reportRange,
  currency: z.string(),
  /** All paid clicks of these days. */
  paidClicks: z.int(),
  /** Of all rows. `cost` is null where no cost is known. */
  wasted: z.object({ clicks: z.int(), cost: amount, networks: z.int() }),
  /**
   * Networks with at least three paid clicks on the campaign and day of which none was engaged: no second page, no conversion and
   * less than 10 s on the screen. A network with an engaged paid click in the range is in no row. The most clicks first, at most 500. `campaign` is empty for clicks without a tag.
   */
  rows: z.array(
    z.object({
      date: z.iso.date(),
      campaign: z.string(),
      network: z.string(),
      clicks: z.int(),
      sessions: z.int(),
      /** `clicks` × what a click of the campaign cost on the day: its cost ÷ the platform's number of clicks, or ours where that is not known. */
      cost: amount,
    }),
  ),
  /** In the form of Google Ads' IP exclusions, which take 500 a campaign. */
  exclusions: z.array(z.string()),
})
export type ClickFraud = z.infer<typeof clickFraud>
