/** The accounting of the pipeline: `GET /api/admin/pipeline`. */
import { RECORD_EVENTS } from '@firsttouch/ingest/events'
import { z } from 'zod'

/**
 * Events up to the projector's checkpoint. accepted = projected + deadLetters, and
 * projected = uniqueHuman + uniqueBot + duplicates: `balanced` says whether both hold.
 */
const account = z.object({
  accepted: z.int(),
  projected: z.int(),
  duplicates: z.int(),
  uniqueHuman: z.int(),
  uniqueBot: z.int(),
  /** Of uniqueBot, the system's own test events: everybody else's are uniqueBot - testEvents. */
  testEvents: z.int(),
  deadLetters: z.int(),
  balanced: z.boolean(),
})

/** What visitors send, and what their forms come to: `total` is of these. */
export const VISITOR_TYPES = ['visit', 'conversion', 'ab_test', 'engagement', 'unknown'] as const
/** The API emits the other types, about its own records. */
export const PIPELINE_TYPES = [...VISITOR_TYPES, ...RECORD_EVENTS] as const

export const pipelineAccounting = z.object({
  /** The moment that every number is of; only `lag` is of now. */
  asOf: z.iso.datetime(),
  /**
   * Of every type. null: not known, while the accounting is old or a part of the log has nobody who projects it; what does not
   * add up is said all the same.
   */
  balanced: z.boolean().nullable(),
  total: account,
  /** `unknown`: entries of the log that do not say what they are. They can only be dead letters. */
  types: z.array(account.extend({ type: z.enum(PIPELINE_TYPES) })),
  /** Events whose id had come before with another payload, whatever differs in what the sender said: the first one counts. The same payload again is a repeat. */
  idConflicts: z.int(),
  /** Entries of the log after the checkpoint; each holds one event or more. */
  inFlight: z.int(),
  /** What is not in the figures yet: entries of the log, and for how long the oldest has waited. null: not known. */
  lag: z.object({
    entries: z.int().nullable(),
    seconds: z.number().nullable(),
  }),
  /** Entries that are set aside, by why. */
  deadLetters: z.array(z.object({ reason: z.string(), entries: z.int() })),
  /** When the newest test event left that came through; null where none did in the last day. */
  canary: z.object({ seenAt: z.iso.datetime() }).nullable(),
  /** The last comparison of the log's ids with the store's, hour by hour; null before the first. */
  reconciliation: z
    .object({
      checkedAt: z.iso.datetime(),
      hours: z.int(),
      differences: z.array(z.object({ hour: z.iso.datetime(), type: z.string(), difference: z.int() })),
    })
    .nullable(),
  /** Which release answers. `commit` is empty where it is not known. */
  release: z.object({ version: z.string(), commit: z.string() }),
})
export type PipelineAccounting = z.infer<typeof pipelineAccounting>
