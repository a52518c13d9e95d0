/**
 * Advertising cost by campaign and day of the report time zone. Costs are JSON numbers with at most two decimals and at
 * most eleven digits, which a double represents exactly. PostgreSQL stores and adds them as decimals. null: unknown
 * (not zero).
 */
import { z } from 'zod'
import { line, optionalLine } from '../fields/text.ts'
import { checkPeriod, dayOf, daySpan, period, tag } from '../range.ts'

export const MOST_ENTRIES = 2_000
const MOST_COST = 999_999_999.99
export const MOST_CLICKS = 1_000_000_000
const COST = `Cost must be an amount from 0 to ${MOST_COST} with at most two decimals, such as 12.50, or null to remove it`

const day = dayOf('Date')

/** Counts the decimals in the text, because arithmetic is inexact: 1.005 * 100 is 100.49999999999999. */
const cost = z
  .union([z.number(), z.string()], COST)
  .transform(String)
  .refine(text => /^\d{1,9}(\.\d{1,2})?$/.test(text), COST)
  .transform(Number)

const clicks = z
  .int('Clicks must be a whole number')
  .min(0, 'Clicks must not be negative')
  .max(MOST_CLICKS, `Clicks must be at most ${MOST_CLICKS}`)

/** Needed only if several campaigns share the `utm_campaign`. */
const tags = {
  utmSource: line('Source is required').optional(),
  utmMedium: line('Medium is required').optional(),
}

export const spendEntry = z.strictObject({
  date: day,
  utmCampaign: line('Campaign value is required'),
  ...tags,
  cost: cost.nullable(),
  /** Clicks as the ad platform counts them. null: unknown. */
  clicks: clicks.nullish().transform(value => value ?? null),
  /** The cost that staff saw, null for none. If another cost counts now, the server stores nothing and answers 409. */
  was: cost.nullable().optional(),
})
export type SpendEntry = z.output<typeof spendEntry>

/**
 * Atomic: the server stores all entries, or none. A typed cost overrides the imported costs of its day and campaign.
 * `cost: null` removes the typed cost, and then the imported costs count. If there is no typed cost, null removes the
 * imported costs.
 */
export const spendRequest = z.strictObject({
  entries: z
    .array(spendEntry, 'Send entries: a list of {date, utmCampaign, cost, clicks}')
    .min(1, 'Send at least one entry')
    .max(MOST_ENTRIES, `Send at most ${MOST_ENTRIES} entries at a time, or import a file`),
})
export type SpendRequest = z.input<typeof spendRequest>

/** Campaign-days whose cost was new, changed or already equal. */
export const spendStored = z.object({ added: z.int(), changed: z.int(), unchanged: z.int() })
export type SpendStored = z.infer<typeof spendStored>

const PAGE = 1_000
export const MOST_LISTED = 5_000
const AFTER = 'after must be the next of the previous answer'
export const spendQuery = z
  .object({
    ...period,
    campaign: tag('Campaign').optional(),
    /** Cursor: `next` of the previous answer. */
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

/** Tags that identify a campaign. Source and medium are empty if no other campaign shares the `utm_campaign`. */
export const campaignTags = { utmCampaign: z.string(), utmSource: z.string(), utmMedium: z.string() }

/** Origin of an imported cost. `platform` is empty for a typed cost. */
const reportSource = { platform: z.string(), account: z.string().nullable() }

/** `GET /api/admin/spend`: newest day first. `corrections` holds the replaced costs, newest first. `next` is null on the last page. */
export const spendList = z.object({
  currency: z.string(),
  entries: z.array(
    z.object({
      date: z.iso.date(),
      /** Source and medium are also empty if the campaign is ambiguous. */
      ...campaignTags,
      /** The cost that counts: the typed cost, else the sum of the imported costs. */
      cost: z.number(),
      clicks: z.int().nullable(),
      /** Every known cost, whether it counts or not. */
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
 * Days with a known cost between `from` and `to`, both included. `days` is their number. Every cost ratio covers these days only.
 * Days before the first counted day are excluded. Today is included only if it has a cost.
 */
export const costDays = daySpan.extend({
  days: z.int(),
  /** True if the requested range begins before the first counted day. `from` is then that day. */
  sinceCounting: z.boolean(),
})
export type CostDays = z.infer<typeof costDays>

/** Days without a known cost between `from` and `to` of `costDays`. `spans` lists the first of them. */
export const daysWithoutCost = z.object({ days: z.int(), spans: z.array(daySpan) })
export type DaysWithoutCost = z.infer<typeof daysWithoutCost>

/**
 * Maps an ad platform's campaign names to campaigns. `utmCampaign: null` skips rows with that name. Without `platform`, the
 * mapping holds for all platforms.
 */
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
  /** `true`: dry run. The server stores nothing. */
  preview: z.enum(['true', 'false'], 'Preview must be true or false').default('false'),
  /** Order of day and month in dates such as 03/04/2026. Needed only if the file is ambiguous. */
  dates: z.enum(['day-first', 'month-first'], 'Dates must be day-first or month-first').optional(),
  /** Headings of the columns of an unknown format. After a successful import the server reuses them for files with the same headings. */
  campaign: heading,
  day: heading,
  cost: heading,
  clicks: heading,
  /** `true` confirms the questions of the preview and stores the costs. */
  confirm: z.enum(['true', 'false'], 'Confirm must be true or false').default('false'),
  file: optionalLine(),
  /** `true` divides each cost by 1,000,000. */
  millionths: z.enum(['true', 'false'], 'Millionths must be true or false').default('false'),
})
export type ImportQuery = z.output<typeof importQuery>
export type ChosenColumns = { campaign: string; day: string; cost: string; clicks: string | null }

const fileProblem = z.object({
  /** Line number in the file, starting at 1. null if the problem concerns the whole file. */
  line: z.int().nullable(),
  field: z.string(),
  message: z.string(),
})
export type FileProblem = z.infer<typeof fileProblem>

/** `POST /api/admin/spend/import`. The server stores nothing if there is a problem or a name without a campaign. */
export const importAnswer = z.object({
  stored: z.boolean(),
  /** The platform whose format the headings match, or `table`. */
  format: z.enum([...PLATFORMS, 'table']),
  /**
   * Origin of the report. A second report from the same source replaces the cost of a campaign and day. A report from
   * another source adds to it.
   */
  source: z.object(reportSource),
  currency: z.string(),
  /** Heading of each column. null if the file has no such column. */
  columns: z.object({
    campaign: z.string(),
    day: z.string(),
    cost: z.string(),
    clicks: z.string().nullable(),
    currency: z.string().nullable(),
  }),
  range: daySpan.nullable(),
  /** Number of rows that were read. Rows of one campaign and day are added up. */
  rows: z.int(),
  /** Skipped rows by reason. `lines` holds the first line numbers of each reason. */
  leftOut: z.array(z.object({ reason: z.string(), rows: z.int(), lines: z.array(z.int()) })),
  problems: z.array(fileProblem),
  moreProblems: z.int(),
  /** True if the dates are ambiguous. Repeat the import with `dates`. */
  asksForDates: z.boolean(),
  /** Headings and first rows, from which staff choose the columns. null if the headings are known. */
  sheet: z.object({ headings: z.array(z.string()), rows: z.array(z.array(z.string())) }).nullable(),
  /** Suspicious costs. The server stores nothing until the import is repeated with `confirm`, or with `millionths`. */
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
      /** How the name was matched. `unknown`: staff must choose a campaign. `left_out`: staff chose to skip the name. */
      by: z.enum(['value', 'name', 'chosen', 'left_out', 'unknown']),
      rows: z.int(),
      days: z.int(),
      cost: z.number(),
      clicks: z.int().nullable(),
    }),
  ),
  changes: spendStored,
  /**
   * Sentences about existing costs of the same days, replaced costs first, at most 50: “27 Nov, Winter Sale: £60.00
   * (Google Ads) becomes £20.00 (Google Ads)”. The same source replaces its cost. Another source adds to it. A typed
   * cost still overrides both.
   */
  known: z.array(z.string()),
  moreKnown: z.int(),
})
export type ImportAnswer = z.infer<typeof importAnswer>

/** `GET /api/admin/spend/batches`: the newest 100 imports, newest first. */
export const spendBatches = z.object({
  batches: z.array(
    z.object({
      id: z.uuid(),
      /** File name. Empty for pasted rows. */
      file: z.string(),
      platform: z.string(),
      costs: z.int(),
      storedBy: z.string(),
      storedAt: z.iso.datetime(),
      undoneBy: z.string().nullable(),
      undoneAt: z.iso.datetime().nullable(),
    }),
  ),
})
export type SpendBatches = z.infer<typeof spendBatches>

/** `POST /api/admin/spend/batches/:id/undo`. `kept` counts costs that were changed after the import. The undo leaves them unchanged. */
export const spendUndone = z.object({ restored: z.int(), kept: z.int() })
export type SpendUndone = z.infer<typeof spendUndone>
