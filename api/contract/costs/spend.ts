/**
 * Advertising cost by campaign and day. Days follow the report time zone. Costs are JSON numbers with at most nine
 * digits before the point and two after it. Doubles hold such numbers without loss. null means unknown, not zero.
 */
import { z } from 'zod'
import { line, optionalLine } from '../fields/text.ts'
import { checkPeriod, dayOf, daySpan, period, tag } from '../range.ts'

export const MOST_ENTRIES = 2_000
const MOST_COST = 999_999_999.99
export const MOST_CLICKS = 1_000_000_000
const COST = `Cost must be an amount from 0 to ${MOST_COST} with at most two decimals, such as 12.50, or null to remove it`

const day = dayOf('Date')

/** Counts the decimals in the text, because 1.005 * 100 is 100.49999999999999. */
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
  /** Clicks as the ad platform counts them. null if unknown. */
  clicks: clicks.nullish().transform(value => value ?? null),
  /** The cost that staff saw before the change, or null. The server answers 409 if the current cost differs. */
  was: cost.nullable().optional(),
})
export type SpendEntry = z.output<typeof spendEntry>

/**
 * The server stores all entries, or none. A typed cost overrides the imported costs of its day and campaign. A null
 * cost removes the typed cost. If no cost was typed, a null cost removes the imported costs.
 */
export const spendRequest = z.strictObject({
  entries: z
    .array(spendEntry, 'Send entries: a list of {date, utmCampaign, cost, clicks}')
    .min(1, 'Send at least one entry')
    .max(MOST_ENTRIES, `Send at most ${MOST_ENTRIES} entries at a time, or import a file`),
})
export type SpendRequest = z.input<typeof spendRequest>

/** Numbers of added, changed and unchanged costs. Each cost is for one campaign and day. */
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

/** Tags that identify a campaign. Source and medium are empty if only one campaign has the `utm_campaign`. */
export const campaignTags = { utmCampaign: z.string(), utmSource: z.string(), utmMedium: z.string() }

/** The ad platform and account whose report has the cost. `platform` is empty for a typed cost. */
const reportSource = { platform: z.string(), account: z.string().nullable() }

/** `GET /api/admin/spend`, newest day first. `corrections` holds replaced costs. `next` is null on the last page. */
export const spendList = z.object({
  currency: z.string(),
  entries: z.array(
    z.object({
      date: z.iso.date(),
      /** Source and medium are empty if the cost has none, even if several campaigns share the `utm_campaign`. */
      ...campaignTags,
      /** The typed cost, or else the sum of the imported costs. */
      cost: z.number(),
      clicks: z.int().nullable(),
      /** Includes imported costs that a typed cost overrides. */
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
 * The days with a known cost, starting no earlier than the first day with an event. Every cost ratio covers only these
 * days. Today is included only if it has a cost.
 */
export const costDays = daySpan.extend({
  days: z.int(),
  /** True if the requested range begins before the first day with an event. `from` is then that first day. */
  sinceCounting: z.boolean(),
})
export type CostDays = z.infer<typeof costDays>

/** The days between `from` and `to` of `costDays` that have no known cost. `spans` lists only the first such days. */
export const daysWithoutCost = z.object({ days: z.int(), spans: z.array(daySpan) })
export type DaysWithoutCost = z.infer<typeof daysWithoutCost>

/** With `utmCampaign: null`, imports skip rows with this name. Without `platform`, the name is for all platforms. */
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
  /** `true` makes a dry run, in which the server stores nothing. */
  preview: z.enum(['true', 'false'], 'Preview must be true or false').default('false'),
  /** Order of day and month in dates such as 03/04/2026. Needed only if the file is ambiguous. */
  dates: z.enum(['day-first', 'month-first'], 'Dates must be day-first or month-first').optional(),
  /** Heading of each column, if the format is unknown. The server reuses the choice for files with equal headings. */
  campaign: heading,
  day: heading,
  cost: heading,
  clicks: heading,
  /** `true` stores costs that the preview found suspicious (`questions`). */
  confirm: z.enum(['true', 'false'], 'Confirm must be true or false').default('false'),
  file: optionalLine(),
  /** `true` divides each cost by 1,000,000. */
  millionths: z.enum(['true', 'false'], 'The parameter millionths must be true or false').default('false'),
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

/** `POST /api/admin/spend/import`. The server stores nothing if a problem or a name without a campaign remains. */
export const importAnswer = z.object({
  stored: z.boolean(),
  /** The platform whose format the headings match, or `table`. */
  format: z.enum([...PLATFORMS, 'table']),
  /** A report replaces costs from the same source, and adds to costs from other sources. */
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
  /** Number of rows read, before rows of the same campaign and day are added up. */
  rows: z.int(),
  /** Skipped rows by reason. `lines` holds the first line numbers of each reason. */
  leftOut: z.array(z.object({ reason: z.string(), rows: z.int(), lines: z.array(z.int()) })),
  problems: z.array(fileProblem),
  moreProblems: z.int(),
  /** True if the dates are ambiguous. Repeat the import with `dates`. */
  asksForDates: z.boolean(),
  /** Headings and first rows, from which staff choose the columns. null if the headings are known. */
  sheet: z.object({ headings: z.array(z.string()), rows: z.array(z.array(z.string())) }).nullable(),
  /** Suspicious costs. The server stores nothing without `confirm` or `millionths`. */
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
      /**
       * How the campaign was found: by its `utm_campaign` (`value`), by its name (`name`), or because staff chose it
       * (`chosen`). With `unknown`, staff must choose a campaign. With `left_out`, staff chose to skip the name.
       */
      by: z.enum(['value', 'name', 'chosen', 'left_out', 'unknown']),
      rows: z.int(),
      days: z.int(),
      cost: z.number(),
      clicks: z.int().nullable(),
    }),
  ),
  changes: spendStored,
  /**
   * At most 50 sentences about stored costs of the same days, replaced costs first. Example: “27 Nov, Winter Sale:
   * £60.00 (Google Ads) becomes £20.00 (Google Ads)”.
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
      /** Empty for pasted rows. */
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

/** `POST /api/admin/spend/batches/:id/undo`. `kept` counts costs that changed after the import and stay unchanged. */
export const spendUndone = z.object({ restored: z.int(), kept: z.int() })
export type SpendUndone = z.infer<typeof spendUndone>
