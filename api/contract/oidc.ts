/** Login at the company's provider (OpenID Connect). */
import { z } from 'zod'

export const oidcAnswer = z.object({ available: z.boolean() })
export type OidcAnswer = z.infer<typeof oidcAnswer>

/** `confirm` re-authenticates before a dangerous call. `connect` links the provider's account to the current one. */
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
