/** Conversions for the advertisers' platforms: what staff set, how many there are, and who may fetch them. */
import { z } from 'zod'
import { line } from '../fields/text.ts'
import { AD_PLATFORMS, CONVERSION_KINDS } from './kinds.ts'

const platform = z.enum(AD_PLATFORMS, `Platform must be one of ${AD_PLATFORMS.join(', ')}`)

/** As the platform's own conversion action is called, letter for letter; Microsoft takes at most 100 characters. */
const name = line('Name the conversion as the platform does', 100).regex(
  /^[\p{L}\p{N}][\p{L}\p{N} ._/&()+-]*$/u,
  'Start the name with a letter or a digit, and use only letters, digits, spaces and . _ / & ( ) + -',
)

/** An exact decimal; empty where the platform's own value is to count. */
const value = z
  .string({ error: 'Value must be a text such as 49.50' })
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

/** `tooOld`: the platform refuses conversions so long after the click. */
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

/** `clickIds`: whether the ids of clicks are kept at all; an operator decides. */
export const conversionSettings = z.object({
  clickIds: z.boolean(),
  currency: z.string(),
  rules: z.array(rule),
  offered: z.array(offered),
  credentials: z.array(credential),
})
export type ConversionSettings = z.infer<typeof conversionSettings>

export const credentialRequest = z.strictObject({ platform })
/** `password` is in this answer only and is not stored. */
export const newCredential = credential.extend({ password: z.string() })
export type NewCredential = z.infer<typeof newCredential>
