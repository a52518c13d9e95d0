/** Logging in, who is logged in, and entering the password again before something dangerous. */
import { z } from 'zod'
import { ROLES } from './roles.ts'

export const loginRequest = z.object({
  username: z
    .string()
    .min(1, 'Username is required')
    .max(255)
    // PostgreSQL refuses NUL in a text, and logs must stay readable.
    .refine(name => !/\p{Cc}/u.test(name), 'A user name has no control characters'),
  password: z.string().min(1, 'Password is required').max(1024),
  /** Of an authenticator app, or a recovery code. Blanks and hyphens do not count. */
  code: z.string().max(100).optional(),
  /** A browser's answer to a WebAuthn challenge, instead of a code. */
  passkey: z.looseObject({ id: z.string().min(1).max(2048) }).optional(),
})
export type LoginRequest = z.infer<typeof loginRequest>
/** `POST /api/admin/confirm`: 204, or 403 for another password. */
export const confirmRequest = loginRequest.pick({ password: true })
export const loginAnswer = z.object({ username: z.string() })
/** `timeZone`: the one in which reports cut their days. */
export const sessionAnswer = loginAnswer.extend({ timeZone: z.string(), role: z.enum(ROLES) })
export type SessionAnswer = z.infer<typeof sessionAnswer>
