import { z } from 'zod'
import { line } from '../fields/text.ts'
import { AD_PLATFORMS, CONVERSION_KINDS } from './kinds.ts'

const platform = z.enum(AD_PLATFORMS, `Platform must be one of ${AD_PLATFORMS.join(', ')}`)

/** Must equal the name of the platform's conversion action. Microsoft accepts at most 100 characters. */
const name = line('Enter the conversion name exactly as on the platform', 100).regex(
  /^[\p{L}\p{N}][\p{L}\p{N} ._/&()+-]*$/u,
  'Start the name with a letter or a digit, and use only letters, digits, spaces and . _ / & ( ) + -',
)

/** Value of one conversion, as decimal text such as `49.50`. If it is empty, the platform uses its own value. */
const value = z
  .string({ error: 'Value must be text such as 49.50' })
  .trim()
  .regex(/^(\d{1,9}(\.\d{1,2})?)?$/, 'Value must be an amount such as 49.50, or empty')

const rule = z.strictObject({
  kind: z.enum(CONVERSION_KINDS, `Kind must be one of ${CONVERSION_KINDS.join(', ')}`),
  isOffered: z.boolean('isOffered must be true or false'),
  name,
  value,
})
export type ConversionRule = z.infer<typeof rule>

export const conversionRules = z.strictObject({
  rules: z
    .array(rule)
    .min(1, 'Send at least one rule')
    .refine(rules => new Set(rules.map(({ kind }) => kind)).size === rules.length, 'Send each kind once'),
})
export type ConversionRules = z.infer<typeof conversionRules>

/** `tooOld` counts conversions whose click is too old for the platform to accept. */
const offered = z.object({ platform, ready: z.int(), tooOld: z.int() })
export type Offered = z.infer<typeof offered>

const credential = z.object({
  id: z.uuid(),
  platform,
  username: z.string(),
  createdBy: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
})
export type Credential = z.infer<typeof credential>

/** `clickIds` is true if the operator's settings allow storing click ids. */
export const conversionSettings = z.object({
  clickIds: z.boolean(),
  currency: z.string(),
  rules: z.array(rule),
  offered: z.array(offered),
  credentials: z.array(credential),
})
export type ConversionSettings = z.infer<typeof conversionSettings>

export const credentialRequest = z.strictObject({ platform })
/** Only this answer contains `password`. The server stores its hash. */
export const newCredential = credential.extend({ password: z.string() })
export type NewCredential = z.infer<typeof newCredential>
