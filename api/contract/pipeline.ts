/** `GET /api/admin/pipeline`: compares the numbers of accepted, projected and dead-letter events. */
import { RECORD_EVENTS } from '@firsttouch/ingest/events'
import { z } from 'zod'

/**
 * Events up to the checkpoint. `balanced` is true if accepted = projected + deadLetters and projected = uniqueHuman +
 * uniqueBot + duplicates.
 */
const account = z.object({
  accepted: z.int(),
  projected: z.int(),
  duplicates: z.int(),
  uniqueHuman: z.int(),
  uniqueBot: z.int(),
  /** Canary events, which the system itself sends as a test. They are part of uniqueBot. */
  testEvents: z.int(),
  deadLetters: z.int(),
  balanced: z.boolean(),
})

/** Types from visitors and their forms. `total` covers these types only. */
export const VISITOR_TYPES = ['visit', 'conversion', 'ab_test', 'engagement', 'unknown'] as const
/** All types. The API itself emits the types of RECORD_EVENTS, for changes to its records. */
export const PIPELINE_TYPES = [...VISITOR_TYPES, ...RECORD_EVENTS] as const

export const pipelineAccounting = z.object({
  /** Time of all numbers except `lag`, which is current. */
  asOf: z.iso.datetime(),
  /** null (unknown) if all types balance, but the accounting is old or a partition has no projector. */
  balanced: z.boolean().nullable(),
  total: account,
  /** `unknown` counts log entries without a readable type. All of them are dead letters. */
  types: z.array(account.extend({ type: z.enum(PIPELINE_TYPES) })),
  /** Events that repeat an earlier id with a different payload. The first event counts. */
  idConflicts: z.int(),
  /** Log entries after the checkpoint. Each holds at least one event. */
  inFlight: z.int(),
  /** Log entries that the figures do not contain yet. `seconds` is the age of the oldest. null if unknown. */
  lag: z.object({
    entries: z.int().nullable(),
    seconds: z.number().nullable(),
  }),
  deadLetters: z.array(z.object({ reason: z.string(), entries: z.int() })),
  /** Send time of the newest projected canary event. null if it is older than 24 hours. */
  canary: z.object({ seenAt: z.iso.datetime() }).nullable(),
  /** Last hourly comparison of event ids in the log and in ClickHouse. null before the first. */
  reconciliation: z
    .object({
      checkedAt: z.iso.datetime(),
      hours: z.int(),
      differences: z.array(z.object({ hour: z.iso.datetime(), type: z.string(), difference: z.int() })),
    })
    .nullable(),
  /** Release of the process that answers. `commit` is empty if unknown. */
  release: z.object({ version: z.string(), commit: z.string() }),
})
export type PipelineAccounting = z.infer<typeof pipelineAccounting>
