/** Schemas of typed text. They clean the text first and validate it afterwards. */
import { cleanLine, cleanProse, whole } from '@firsttouch/ingest/text'
import { z } from 'zod'
import { cleanEmail, normaliseEmail } from './email.ts'

const tooLong = (max: number) => `Please use at most ${max} characters`

export const line = (message: string, max = 255) =>
  z.string({ error: message }).overwrite(cleanLine).min(1, message).max(max, tooLong(max))
export const prose = (message: string, max = 5000) =>
  z.string({ error: message }).overwrite(cleanProse).min(1, message).max(max, tooLong(max))

/** A missing value and null both become an empty text. */
export const emptyOr = <Schema extends z.ZodType<string, string>>(schema: Schema) =>
  schema.nullish().transform(text => text ?? '')
export const optionalLine = (max = 255) => emptyOr(z.string().overwrite(cleanLine).max(max, tooLong(max)))
export const anyProse = (max = 5000) => z.string().overwrite(cleanProse).max(max, tooLong(max))
export const optionalProse = (max = 5000) => emptyOr(anyProse(max))

/** The server never rejects a form for invalid tracking data. The data is repaired or becomes empty. */
export const tracked = (max: number) =>
  z
    .string()
    .overwrite(value => whole(cleanLine(value.slice(0, 4 * max)).slice(0, max)))
    .catch('')

/** 254 characters: the maximum length of a mail address (RFC 5321, erratum 1690). */
export const email = (message: string) =>
  z
    .string({ error: message })
    .overwrite(cleanEmail)
    .max(254, message)
    .refine(text => normaliseEmail(text) !== null, message)
