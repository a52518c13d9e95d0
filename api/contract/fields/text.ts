/** Text that people type: cleaned first, then held to its rule. The browser and the server clean alike. */
import { cleanLine, cleanProse, whole } from '@firsttouch/ingest/text'
import { z } from 'zod'
import { cleanEmail, normaliseEmail } from './email.ts'

const tooLong = (max: number) => `Please use at most ${max} characters`

export const line = (message: string, max = 255) =>
  z.string({ error: message }).overwrite(cleanLine).min(1, message).max(max, tooLong(max))
export const prose = (message: string, max = 5000) =>
  z.string({ error: message }).overwrite(cleanProse).min(1, message).max(max, tooLong(max))

/** What may be left out may be null too. Both are empty. */
export const emptyOr = <Schema extends z.ZodType<string, string>>(schema: Schema) =>
  schema.nullish().transform(text => text ?? '')
export const optionalLine = (max = 255) => emptyOr(z.string().overwrite(cleanLine).max(max, tooLong(max)))
export const anyProse = (max = 5000) => z.string().overwrite(cleanProse).max(max, tooLong(max))
export const optionalProse = (max = 5000) => emptyOr(anyProse(max))

/** Of a visit: what is wrong with it is repaired, or makes it empty. It never costs what people typed. */
export const tracked = (max: number) =>
  z
    .string()
    .overwrite(value => whole(cleanLine(value.slice(0, 4 * max)).slice(0, max)))
    .catch('')

/** 254 characters is the longest address that mail can carry (RFC 5321, with erratum 1690). */
export const email = (message: string) =>
  z
    .string({ error: message })
    .overwrite(cleanEmail)
    .max(254, message)
    .refine(text => normaliseEmail(text) !== null, message)
