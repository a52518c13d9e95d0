/**
 * What advertising cost, by campaign and day of the report time zone. Costs are JSON numbers with at most two decimals,
 * which fifteen digits carry exactly; they are stored and added up as decimals. null: not known, which is not nought.
 */
import { z } from 'zod'
import { line, optionalLine } from '../fields/text.ts'
import { checkPeriod, dayOf, period, tag } from '../range.ts'

export const MOST_ENTRIES = 2_000
const MOST_COST = 999_999_999.99
export const MOST_CLICKS = 1_000_000_000
const COST = `Cost must be an amount from 0 to ${MOST_COST} with at most two decimals, such as 12.50, or null to take it away`

const day = dayOf('Date')

/** Decimals are compared as text: 1.005 * 100 is 100.49999999999999. */
const cost = z
  .union([z.number(), z.string()], COST)
  .transform(String)
  .refine(text => /^\d{1,9}(\.\d{1,2})?$/.test(text), COST)
  .transform(Number)

const clicks = z
  .int('Clicks must be a whole number')
  .min(0, 'Clicks must not be negative')
  .max(MOST_CLICKS, `Clicks must be at most ${MOST_CLICKS}`)

/** Which of the campaigns that share the value is meant; not needed for the only one. */
const tags = {
  utmSource: line('Source is required').optional(),
  utmMedium: line('Medium is required').optional(),
}

export const spendEntry = z.strictObject({
  date: day,
  utmCampaign: line('Campaign value is required'),
  ...tags,
  cost: cost.nullable(),
  /** As the advertising platform counts them. */
  clicks: clicks.nullish().transform(value => value ?? null),
  /** The cost that staff saw, null for none: where another one counts by now, nothing is stored (409). */
  was: cost.nullable().optional(),
})
export type SpendEntry = z.output<typeof spendEntry>

/**
 * All are stored, or none. A typed cost counts instead of what reports say of its day and campaign, and replaces the typed one.
 * null takes the typed cost away, so that reports count again; where there is none, it takes what reports said.
 */
export const spendRequest = z.strictObject({
  entries: z
    .array(spendEntry, 'Send entries: a list of {date, utmCampaign, cost, clicks}')
    .min(1, 'Send at least one entry')
    .max(MOST_ENTRIES, `Send at most ${MOST_ENTRIES} entries at a time, or import a file`),
})
export type SpendRequest = z.input<typeof spendRequest>

/** How many days of campaigns had no cost before, had another, had the same. */
export const spendStored = z.object({ added: z.int(), changed: z.int(), unchanged: z.int() })
export type SpendStored = z.infer<typeof spendStored>

const PAGE = 1_000
export const MOST_LISTED = 5_000
const AFTER = 'after must be what an earlier answer gave as next'
export const spendQuery = z
  .object({
    ...period,
    campaign: tag('Campaign').optional(),
    /** What the answer before gave as `next`. */
    after: z
      .string(AFTER)
      .max(900, AFTER)
      .refine(
        text =>
          (text.split('\n')[0] ?? '').length <= 300 &&
          day.safeParse(text.slice(0, 10)).success &&
          /^ ./s.test(text.slice(10)) &&
          !text.includes('\0'),
        AFTER,
      )
      .optional(),
    limit: z.coerce
      .number(`Limit must be a number from 1 to ${MOST_LISTED}`)
      .int()
      .min(1)
      .max(MOST_LISTED, `Limit must be a number from 1 to ${MOST_LISTED}`)
      .default(PAGE),
  })
  .superRefine(checkPeriod)
export type SpendQuery = z.output<typeof spendQuery>

const money = z.number().nullable()
const daySpan = z.object({ from: z.iso.date(), to: z.iso.date() })

/** The tags that a campaign is counted by: source and medium are empty for the only one of its value. */
export const campaignTags = { utmCampaign: z.string(), utmSource: z.string(), utmMedium: z.string() }

/** Whose report said so; an empty platform: staff typed it in. */
const reportSource = { platform: z.string(), account: z.string().nullable() }

/** `GET /api/admin/spend`: newest day first. `corrections`: what was there before, newest first. */
export const spendList = z.object({
  currency: z.string(),
  entries: z.array(
    z.object({
      date: z.iso.date(),
      /** Source and medium are empty also where nothing says which campaign of several it is. */
      ...campaignTags,
      /** What counts: the typed cost, else all that reports say, added up. */
      cost: z.number(),
      clicks: z.int().nullable(),
      /** All that is known, counted or not. */
      sources: z.array(z.object({ ...reportSource, cost: z.number(), clicks: z.int().nullable() })),
      origin: z.enum(['typed', 'import']),
      changedBy: z.string(),
      changedAt: z.iso.datetime(),
      corrections: z.array(
        z.object({
          ...reportSource,
          cost: money,
          clicks: z.int().nullable(),
          currency: z.string(),
          changedBy: z.string(),
          changedAt: z.iso.datetime(),
          correctedBy: z.string(),
          correctedAt: z.iso.datetime(),
        }),
      ),
    }),
  ),
  next: z.string().nullable(),
})
export type SpendList = z.infer<typeof spendList>

/**
 * The days that a cost covers, and with it every ratio of the cost: those from `from` to `to` with a known cost, `days` of them. What
 * came on other days is divided by no cost. No day before the first counted one is among them, and today only once it has a cost.
 */
export const costDays = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  days: z.int(),
  /** `from` is the first counted day, and the range asked for begins before it. */
  sinceCounting: z.boolean(),
})
export type CostDays = z.infer<typeof costDays>

/** The days from `from` to `to` of `costDays` on which no cost is known. `spans`: the first of them. */
export const daysWithoutCost = z.object({ days: z.int(), spans: z.array(daySpan) })
export type DaysWithoutCost = z.infer<typeof daysWithoutCost>

/** What the advertising platform calls campaigns → our campaigns; null: rows of that name are left out. Without `platform`: at all. */
export const spendNames = z.strictObject({
  names: z
    .array(
      z.strictObject({
        name: line('The name in the file is required', 500),
        platform: line('Platform is required').optional(),
        utmCampaign: line('Campaign value is required').nullable(),
        ...tags,
      }),
      'Send names: a list of {name, utmCampaign}',
    )
    .min(1, 'Send at least one name')
    .max(MOST_ENTRIES, `Send at most ${MOST_ENTRIES} names`),
})
export type SpendNames = z.input<typeof spendNames>

export const MOST_FILE_MIB = 16
export const MOST_ROWS = 500_000

/** Whose reports are known. */
export const PLATFORMS = [
  'Google Ads',
  'Microsoft Advertising',
  'Meta Ads',
  'LinkedIn Ads',
  'TikTok Ads',
  'Pinterest Ads',
  'Snapchat Ads',
  'Reddit Ads',
  'X Ads',
  'Amazon Ads',
] as const
export type Platform = (typeof PLATFORMS)[number]

const heading = line('The heading is required', 500).optional()

export const importQuery = z.object({
  /** `true` stores nothing and says what would be. */
  preview: z.enum(['true', 'false'], 'Preview must be true or false').default('false'),
  /** How days such as 03/04/2026 are meant, where the file itself leaves it open. */
  dates: z.enum(['day-first', 'month-first'], 'Dates must be day-first or month-first').optional(),
  /** Which heading is which, where none of them is known; remembered for files with the same headings once one was stored. */
  campaign: heading,
  day: heading,
  cost: heading,
  clicks: heading,
  /** `true` stores costs although the preview had questions. */
  confirm: z.enum(['true', 'false'], 'Confirm must be true or false').default('false'),
  /** The name of the file, for the list of imports. */
  file: optionalLine(),
  /** `true` divides each cost by a million. */
  millionths: z.enum(['true', 'false'], 'Millionths must be true or false').default('false'),
})
export type ImportQuery = z.output<typeof importQuery>
/** Headings of a file. */
export type ChosenColumns = { campaign: string; day: string; cost: string; clicks: string | null }

const fileProblem = z.object({
  /** Of the file, from 1; null where it is about the file as a whole. */
  line: z.int().nullable(),
  /** The heading of the column, or what else is meant. */
  field: z.string(),
  message: z.string(),
})
export type FileProblem = z.infer<typeof fileProblem>

/** `POST /api/admin/spend/import`. Nothing is stored where there is a problem or a name without a campaign. */
export const importAnswer = z.object({
  stored: z.boolean(),
  /** What the headings look like. */
  format: z.enum([...PLATFORMS, 'table']),
  /** A second report of the same source replaces what the first said of a campaign's day; another one adds to it. */
  source: z.object(reportSource),
  currency: z.string(),
  /** Which heading is read as what; null: the file has none. */
  columns: z.object({
    campaign: z.string(),
    day: z.string(),
    cost: z.string(),
    clicks: z.string().nullable(),
    currency: z.string().nullable(),
  }),
  range: daySpan.nullable(),
  /** Rows that were understood; several of one day and campaign are added up. */
  rows: z.int(),
  /** `examples`: the first lines of each reason. */
  leftOut: z.array(z.object({ reason: z.string(), rows: z.int(), lines: z.array(z.int()) })),
  problems: z.array(fileProblem),
  moreProblems: z.int(),
  /** How an open question is answered: send the import again with `dates`. */
  asksForDates: z.boolean(),
  /** The headings and the first rows, where staff say which column is which; null where the headings are known. */
  sheet: z.object({ headings: z.array(z.string()), rows: z.array(z.array(z.string())) }).nullable(),
  /** What looks odd. Nothing is stored before `confirm`, or `millionths` for costs that seem to be in millionths. */
  questions: z.array(
    z.object({
      about: z.enum(['millionths', 'day', 'click', 'credit']),
      campaign: z.string(),
      day: z.iso.date(),
      message: z.string(),
    }),
  ),
  moreQuestions: z.int(),
  campaigns: z.array(
    z.object({
      name: z.string(),
      ...campaignTags,
      utmCampaign: z.string().nullable(),
      /** `unknown`: staff have to choose a campaign. `left_out`: they chose that it has none. */
      by: z.enum(['value', 'name', 'chosen', 'left_out', 'unknown']),
      rows: z.int(),
      days: z.int(),
      cost: z.number(),
      clicks: z.int().nullable(),
    }),
  ),
  changes: spendStored,
  /**
   * Known costs that the report meets, replaced ones first, fifty at most: “27 Nov, Winter Sale: £60.00 (Google Ads) becomes £20.00
   * (Google Ads)”. The same source replaces its cost, another source adds, and a typed cost goes on counting.
   */
  known: z.array(z.string()),
  moreKnown: z.int(),
})
export type ImportAnswer = z.infer<typeof importAnswer>
