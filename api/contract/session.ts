import { z } from 'zod'
import { ROLES } from './roles.ts'

export const loginRequest = z.object({
  username: z
    .string()
    .min(1, 'Username is required')
    .max(255)
    // PostgreSQL rejects NUL in a text. Other control characters would garble logs.
    .refine(name => !/\p{Cc}/u.test(name), 'A user name cannot contain control characters'),
  password: z.string().min(1, 'Password is required').max(1024),
  /** TOTP code or recovery code. Spaces and hyphens are ignored. */
  code: z.string().max(100).optional(),
  /** WebAuthn assertion of the browser. It replaces `code`. */
  passkey: z.looseObject({ id: z.string().min(1).max(2048) }).optional(),
})
export type LoginRequest = z.infer<typeof loginRequest>
/** `POST /api/admin/confirm`: 204, or 403 for an incorrect password. */
export const confirmRequest = loginRequest.pick({ password: true })
export const loginAnswer = z.object({ username: z.string() })
/** `timeZone` is the report time zone (IANA name). */
export const sessionAnswer = loginAnswer.extend({ timeZone: z.string(), role: z.enum(ROLES) })
export type SessionAnswer = z.infer<typeof sessionAnswer>

export const oidcAnswer = z.object({ available: z.boolean() })
export type OidcAnswer = z.infer<typeof oidcAnswer>

/** `confirm` re-authenticates. `connect` links the provider's account to the current one. */
export const oidcRequest = z.strictObject({
  purpose: z.enum(['login', 'confirm', 'connect'], 'purpose must be login, confirm or connect'),
  /** Path to open afterwards. */
  page: z
    .string()
    .max(2000)
    .regex(/^\/admin(?:[/?#][!-[\]-~]*)?$/, 'page must be an address of the dashboard, such as /admin/leads')
    .default('/admin'),
})
export const oidcStart = z.object({ url: z.string() })
