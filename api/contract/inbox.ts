import { cleanLine } from '@firsttouch/ingest/text'
import { z } from 'zod'
import { prose } from './fields/text.ts'
import { ONBOARDING_STEPS } from './onboarding-steps.ts'
import { NAMED_PERIOD } from './range.ts'

/** Maximum number of ids in one call. For more records, send the filter. */
export const MOST_IDS = 1000
/** In bytes. Room for ten times MOST_IDS, so that a caller with too many ids gets an error that names MOST_IDS. */
export const SELECTION_BYTES = 1024 * 1024
/** Maximum number of records in one page. `nextCursor` and the Link header lead to the next page. */
const MOST_LISTED = 500

const search = z.string().overwrite(cleanLine).max(200, 'Search for at most 200 characters')
export const recordDay = (what: string) =>
  z.iso.date(`${what} must be a day such as 2026-01-31`).regex(/^2/, `${what} must be a day from 2000 on`)
export const choice = z.string().overwrite(cleanLine).max(255, 'Use at most 255 characters')

/**
 * Filter fields of every inbox. `from` and `to` are days of the report time zone, both included. `period` replaces
 * both. `deleted=only` includes deleted spam. With `spam=only` as well, the filter selects only deleted spam.
 */
export const filterFields = {
  q: search.optional(),
  spam: z.enum(['exclude', 'include', 'only'], 'spam must be exclude, include or only').default('exclude'),
  deleted: z.literal('only', 'deleted must be only').optional(),
  from: recordDay('from').optional(),
  to: recordDay('to').optional(),
  period: NAMED_PERIOD.optional(),
}

const PAGE_SIZE = 25

/** `orders` must contain `newest`. */
export const inboxQueries = (filter: z.ZodObject<typeof filterFields>, orders: readonly string[]) => {
  const order = z.enum(orders, { error: `order must be one of ${orders.join(', ')}` }).default('newest')
  const page = (defaultLimit: number) => ({
    order,
    cursor: z.string().max(1000, 'cursor must be the nextCursor of the previous page').optional(),
    limit: z.coerce
      .number('limit must be a number')
      .int('limit must be a whole number')
      .min(1, 'limit must be at least 1')
      .max(MOST_LISTED, `limit must be at most ${MOST_LISTED}`)
      .default(defaultLimit),
  })
  return {
    list: filter.extend(page(MOST_LISTED)),
    search: filter.extend(page(PAGE_SIZE)),
    file: filter.extend({ order }),
  }
}

export const idList = (one: string) =>
  z
    .array(z.uuid(`Each id must be a ${one} id`), `${one}Ids must be a list of ${one} ids`)
    .min(1, `Name at least one ${one}`)
    .max(MOST_IDS, `Send at most ${MOST_IDS} ${one}s, or send the filter with expectedCount`)

export const expectedCount = z
  .int('expectedCount must be a whole number')
  .min(1, 'expectedCount must be at least 1: there is nothing to choose')

const LARGEST_VERSION = 2 ** 31 - 1
/** Expected version. The server answers 409 if the record has another version. If omitted, it does not check. */
export const version = z.int('version must be a whole number').min(1).max(LARGEST_VERSION).optional()

/** `undoToken` can restore the records within 30 days. */
export const deletedAnswer = z.object({ deleted: z.int(), undoToken: z.uuid() })
export type Deleted = z.infer<typeof deletedAnswer>

export const restoreRequest = z.strictObject({
  undoToken: z.uuid('undoToken must be the undoToken of a deletion'),
})
export const restoredAnswer = z.object({ restored: z.int() })
export type Restored = z.infer<typeof restoredAnswer>

export const noteRequest = z.strictObject({ body: prose('The note is empty') })
export const note = z.object({
  id: z.uuid(),
  author: z.string(),
  body: z.string(),
  createdAt: z.iso.datetime(),
})
export type Note = z.infer<typeof note>

/** `extension` is empty if there is none. null if the typed text contains no valid number. */
export const storedNumber = z.object({ e164: z.string(), extension: z.string() }).nullable()
export type StoredNumber = z.infer<typeof storedNumber>

export const recordOwner = z.object({ id: z.uuid(), username: z.string() })
export type RecordOwner = z.infer<typeof recordOwner>

/** Fields of every record. `version` increases with every change. */
export const recordFields = {
  id: z.uuid(),
  phoneNumber: storedNumber,
  owner: recordOwner.nullable(),
  followUp: z.iso.date().nullable(),
  spamReason: z.string(),
  staffNotes: z.int(),
  version: z.int(),
  createdAt: z.iso.datetime(),
}

/** Owner and follow-up day. An omitted field stays unchanged. null clears it. */
export const planned = {
  owner: z.uuid('owner must be the id of an account').nullable().optional(),
  followUp: recordDay('Follow-up').nullable().optional(),
}
export const isSome = (wanted: object): boolean => Object.values(wanted).some(value => value !== undefined)

/**
 * If `field` is `spam`, `before` and `after` hold a reason. For `owner` they hold a user name, for `follow_up` a day,
 * and for an onboarding step `done`. An empty text means no value.
 */
export const change = z.object({
  field: z.enum(['status', 'spam', 'owner', 'follow_up', ...ONBOARDING_STEPS]),
  before: z.string(),
  after: z.string(),
  changedBy: z.string(),
  changedAt: z.iso.datetime(),
})
export type Change = z.infer<typeof change>

type Selection = { filter?: unknown; expectedCount?: unknown }

export const oneSelection =
  <Field extends string>(field: Field) =>
  ({ value, issues }: z.core.ParsePayload<Selection & { [key in Field]?: unknown }>): void => {
    const byIds = value[field] !== undefined
    const byFilter = value.filter !== undefined
    const problem = (path: string, message: string) =>
      issues.push({ code: 'custom', input: value, path: [path], message })
    if (!byIds && !byFilter) problem(field, `Send ${field}, or a filter with expectedCount`)
    if (byIds && byFilter) problem('filter', `Send either ${field} or a filter, not both`)
    if (byFilter && value.expectedCount === undefined)
      problem('expectedCount', 'expectedCount is required with a filter')
  }
