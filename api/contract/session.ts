/** Logging in, who is logged in, and entering the password again before something dangerous. */
import { z } from 'zod'

export const loginRequest = z.object({
  username: z
    .string()
    .min(1, 'Username is required')
    .max(255)
    // PostgreSQL refuses such a parameter.
    .refine(name => !/\p{Cc}/u.test(name), 'A user name has no control characters'),
  password: z.string().min(1, 'Password is required').max(1024),
})
/** `POST /api/admin/confirm`: 204, or 403 for another password. */
export const confirmRequest = loginRequest.pick({ password: true })
export const loginAnswer = z.object({ username: z.string() })
/** `timeZone`: the one in which reports cut their days. */
export const sessionAnswer = loginAnswer.extend({ timeZone: z.string() })
export type SessionAnswer = z.infer<typeof sessionAnswer>
