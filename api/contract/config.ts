import { z } from 'zod'
import { domain } from './fields/web-link.ts'

export const domainConfig = z.object({ domain })
export type DomainConfig = z.infer<typeof domainConfig>

export const pixelConfig = z.object({ pixelId: z.string() })

const CONSENT_MODES = ['required', 'not_required'] as const

/** `GET /api/config/site`. If a text is empty, the page omits the element with that text. */
export const siteConfig = z.object({
  siteUrl: z.string(),
  paymentLinks: z.object({ regional: z.string(), national: z.string(), enterprise: z.string() }),
  /** Digits with the country code first, as wa.me expects. */
  chatNumber: z.string(),
  supportEmail: z.string(),
  adsManagerId: z.string(),
  videoUrl: z.string(),
  /** `required` means that the browser creates no identifier before the visitor consents. */
  consentMode: z.enum(CONSENT_MODES),
})
export type SiteConfig = z.infer<typeof siteConfig>
