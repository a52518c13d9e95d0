/** Logging in at the company's login provider (OpenID Connect). */
import { z } from 'zod'

export const oidcAnswer = z.object({ available: z.boolean() })
export type OidcAnswer = z.infer<typeof oidcAnswer>

/** `confirm` authenticates again before a dangerous call, `connect` adds the provider's account to the one that is logged in. */
export const oidcRequest = z.strictObject({
  purpose: z.enum(['login', 'confirm', 'connect'], 'purpose must be login, confirm or connect'),
  /** Where the browser goes afterwards. */
  page: z
    .string()
    .max(2000)
    .regex(/^\/admin(?:[/?#][!-[\]-~]*)?$/, 'page must be an address of the dashboard, such as /admin/leads')
    .default('/admin'),
})
export const oidcStart = z.object({ url: z.string() })
