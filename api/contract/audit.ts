/** `GET /api/admin/audit`: who did what, newest first. */
import { z } from 'zod'
import { instant } from './fields/instant.ts'

export const auditQuery = z.object({
  /** User name of the actor or of the account that was changed. */
  person: z
    .string()
    .trim()
    .max(255, 'person must have at most 255 characters')
    .refine(name => !/\p{Cc}/u.test(name), 'person has no control characters')
    .default(''),
  record: z
    .union([z.literal(''), z.uuid('record must be the id of a lead, a campaign or another record')])
    .default(''),
  before: z
    .string()
    .regex(/^\d{0,18}$/, 'before must be the next of the previous page')
    .default(''),
})

export const auditEntry = z.object({
  id: z.string(),
  at: instant,
  person: z.string(),
  /** `noun.verb`, or the method and path of an API call. */
  action: z.string(),
  /** Counts, outcomes and changed values. No ids, which are in `records`, and no contact data. */
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  records: z.array(z.string()),
  /** Network prefix of the address: /24 of IPv4, /48 of IPv6. */
  network: z.string(),
})
export type AuditEntry = z.input<typeof auditEntry>
/** `next` is the parameter `before` for the following page. null on the last page. */
export const auditPage = z.object({ entries: z.array(auditEntry), next: z.string().nullable() })
export type AuditPage = z.input<typeof auditPage>
