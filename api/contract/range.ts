/** Period and filters of reports. Days follow the report time zone. */
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
    .string(`Send ${name} once, as text`)
    .min(1, `${name} must not be empty: omit it to get all`)
    .max(255, `${name} must have at most 255 characters`)
    .refine(text => !text.includes('\0'), `${name} must not contain a NUL character`)
/** Whole days of the report time zone. Periods that begin with `this-` include today. Weeks begin on Monday. */
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
 * The comparison period has the same number of days and never overlaps the requested period. `days` is the time
 * directly before. `weekdays` is earlier by the smallest possible number of whole weeks. `year` is 52 weeks earlier, or
 * more for a longer period.
 */
export const COMPARISONS = ['days', 'weekdays', 'year', 'none'] as const
export type Comparison = (typeof COMPARISONS)[number]

const DAYS = `Days must be a whole number from 1 to ${MOST_DAYS}`

export const period = {
  from: dayOf('From').optional(),
  /** Last day, included. Default: today. */
  to: dayOf('To').optional(),
  /** Replaces `from` and `to`: the last n days, including today. */
  days: z
    .string(DAYS)
    .regex(/^[1-9]\d{0,3}$/, DAYS)
    .transform(Number)
    .refine(days => days <= MOST_DAYS, DAYS)
    .optional(),
  /** A named period. Replaces `from`, `to` and `days`. */
  period: NAMED_PERIOD.optional(),
  /** Which earlier period to compare with. The default is the value `days`. */
  compare: z.enum(COMPARISONS, `Compare must be one of ${COMPARISONS.join(', ')}`).optional(),
}
type Period = {
  from?: string | undefined
  to?: string | undefined
  days?: number | undefined
  period?: NamedPeriod | undefined
}

export const checkPeriod = ({ from, to, days, period }: Period, context: z.core.$RefinementCtx<Period>) => {
  const refuse = (path: keyof Period, message: string) =>
    context.addIssue({ code: 'custom', path: [path], message })
  if (days !== undefined && (from !== undefined || to !== undefined))
    refuse('days', 'Send either days, or from and to')
  if (period !== undefined && (days ?? from ?? to) !== undefined)
    refuse('period', 'Send only one of these: period; days; from and to')
  if (to !== undefined && from === undefined) refuse('from', 'If you send To, send From too')
  if (from !== undefined && to !== undefined && to < from)
    refuse('to', 'The last day (To) must not be before the first day (From)')
}

export const periodQuery = z.object(period).superRefine(checkPeriod)
export type PeriodQuery = z.output<typeof periodQuery>

const DEVICES = ['mobile', 'tablet', 'desktop', 'other', 'unknown'] as const
export const DEVICE = z.enum(DEVICES, `Device must be one of ${DEVICES.join(', ')}`)
export const CHANNEL = z.enum(CHANNELS, `Channel must be one of ${CHANNELS.join(', ')}`)

/** Visits match by the tags of their own link. Conversions match by their first touch. Leads match as in `funnel`. */
export const trafficFilter = {
  source: tag('Source').optional(),
  campaign: tag('Campaign').optional(),
  channel: CHANNEL.optional(),
  referringSite: tag('Referring site').optional(),
  /** The link's `utm_term`. */
  keyword: tag('Keyword').optional(),
  /** The link's `utm_content`. */
  ad: tag('Ad').optional(),
  /** First page of the session. */
  page: tag('Page').optional(),
  device: DEVICE.optional(),
  /** The first landing page variant that was assigned to the session. */
  variant: tag('Variant').optional(),
  /** `with` includes suspicious sessions, which figures exclude by default. */
  suspicious: z.enum(['with'], 'Suspicious must be "with" or left out').optional(),
}

export const trafficQuery = z.object({ ...period, ...trafficFilter }).superRefine(checkPeriod)
export type TrafficQuery = z.output<typeof trafficQuery>

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

/** First and last day, both included. */
export const daySpan = z.object({ from: z.iso.date(), to: z.iso.date() })

/** The range that the server applied. `from` and `to` are null without a period, which means all time. */
export const reportRange = z.object({
  from: z.iso.date().nullable(),
  to: z.iso.date().nullable(),
  timeZone: z.string(),
})
export type ReportRange = z.infer<typeof reportRange>

/** The figures contain every event acknowledged before `asOf`. `asOf` is null if unknown. */
export const reportHead = { asOf: z.iso.datetime().nullable(), range: reportRange }
