/** Which days and which visits the figures of a call are of. Days are cut in the report time zone. */
import { CHANNELS } from '@firsttouch/ingest/events'
import { z } from 'zod'
import { FIRST_DAY, LAST_DAY } from './fields/days.ts'

const MOST_DAYS = 3660

export const dayOf = (name: string) =>
  z.iso
    .date({ error: `${name} must be a day such as 2026-01-31`, abort: true })
    .refine(text => text >= FIRST_DAY && text <= LAST_DAY, {
      message: `${name} must be a day from ${FIRST_DAY} to ${LAST_DAY}`,
    })
export const tag = (name: string) =>
  z
    .string(`${name} must be one text`)
    .min(1, `${name} must not be empty: leave it out for all`)
    .max(255, `${name} must have at most 255 characters`)
    .refine(text => !text.includes('\0'), `${name} must not hold a NUL character`)
/** Counted in whole days of the report time zone, today included. Weeks begin on Monday. */
export const NAMED_PERIODS = [
  'yesterday',
  'this-week',
  'last-week',
  'this-month',
  'last-month',
  'this-quarter',
  'last-quarter',
  'this-year',
  'last-year',
] as const
export type NamedPeriod = (typeof NAMED_PERIODS)[number]
export const NAMED_PERIOD = z.enum(NAMED_PERIODS, `Period must be one of ${NAMED_PERIODS.join(', ')}`)

/**
 * `days`: as many days just before. `weekdays`: as many, whole weeks earlier. `year`: as many, 52 weeks earlier, or more where the
 * period is longer.
 */
export const COMPARISONS = ['days', 'weekdays', 'year', 'none'] as const
export type Comparison = (typeof COMPARISONS)[number]

const DAYS = `Days must be a whole number from 1 to ${MOST_DAYS}`

export const period = {
  from: dayOf('From').optional(),
  /** The last day, itself included; today when it is left out. */
  to: dayOf('To').optional(),
  /** Instead of `from` and `to`: as many days, today the last of them. */
  days: z
    .string(DAYS)
    .regex(/^[1-9]\d{0,3}$/, DAYS)
    .transform(Number)
    .refine(days => days <= MOST_DAYS, DAYS)
    .optional(),
  /** Instead of the others. */
  period: NAMED_PERIOD.optional(),
  /** The earlier days to compare with. Default: `days`. */
  compare: z.enum(COMPARISONS, `Compare must be one of ${COMPARISONS.join(', ')}`).optional(),
}
type Period = {
  from?: string | undefined
  to?: string | undefined
  days?: number | undefined
  period?: NamedPeriod | undefined
}

export const checkPeriod = (
  { from, to, days, period }: Period,
  context: z.core.$RefinementCtx<Period>,
): void => {
  const refuse = (path: keyof Period, message: string) =>
    context.addIssue({ code: 'custom', path: [path], message })
  if (days !== undefined && (from !== undefined || to !== undefined))
    refuse('days', 'Send either days, or from and to')
  if (period !== undefined && (days ?? from ?? to) !== undefined)
    refuse('period', 'Send either period, or days, or from and to')
  if (to !== undefined && from === undefined) refuse('from', 'From is needed when To is sent')
  if (from !== undefined && to !== undefined && to < from) refuse('to', 'To must not be before From')
}

export const periodQuery = z.object(period).superRefine(checkPeriod)
export type PeriodQuery = z.output<typeof periodQuery>

const DEVICES = ['mobile', 'tablet', 'desktop', 'other', 'unknown'] as const
export const DEVICE = z.enum(DEVICES, `Device must be one of ${DEVICES.join(', ')}`)
export const CHANNEL = z.enum(CHANNELS, `Channel must be one of ${CHANNELS.join(', ')}`)

/** Narrows the figures of a call to visits of this, to conversions whose first touch was of this, and to leads of these sessions. */
export const trafficFilter = {
  source: tag('Source').optional(),
  campaign: tag('Campaign').optional(),
  channel: CHANNEL.optional(),
  referringSite: tag('Referring site').optional(),
  /** The link's `utm_term`. */
  keyword: tag('Keyword').optional(),
  /** The link's `utm_content`. */
  ad: tag('Ad').optional(),
  /** Of the session: the page that it began on, its device, and the landing page that it was first assigned to. */
  page: tag('Page').optional(),
  device: DEVICE.optional(),
  variant: tag('Variant').optional(),
  /** Sessions that look suspicious are in no figure, unless they are asked for. */
  suspicious: z.enum(['with'], 'Suspicious must be "with", or be left out').optional(),
}

export const trafficQuery = z.object({ ...period, ...trafficFilter }).superRefine(checkPeriod)
export type TrafficQuery = z.output<typeof trafficQuery>

/** What visits are narrowed and listed by. */
export const DIMENSIONS = [
  'source',
  'channel',
  'referringSite',
  'campaign',
  'keyword',
  'ad',
  'page',
  'device',
  'variant',
] as const
export type Dimension = (typeof DIMENSIONS)[number]

/** What was asked for, as the server understood it. `from` and `to` are null where everything was counted. */
export const reportRange = z.object({
  from: z.iso.date().nullable(),
  to: z.iso.date().nullable(),
  timeZone: z.string(),
})
export type ReportRange = z.infer<typeof reportRange>
