/** Facts about the business for site and dashboard, and what staff configure. */
import { z } from 'zod'
import { domain } from './fields/web-link.ts'

export const domainConfig = z.object({ domain })
export type DomainConfig = z.infer<typeof domainConfig>

export const pixelConfig = z.object({ pixelId: z.string() })

const CONSENT_MODES = ['required', 'not_required'] as const

/** `GET /api/config/site`. An empty text means that the business has none: the page leaves that piece out. */
export const siteConfig = z.object({
  siteUrl: z.string(),
  paymentLinks: z.object({ regional: z.string(), national: z.string(), enterprise: z.string() }),
  /** Digits with the country first, as wa.me wants them. */
  chatNumber: z.string(),
  supportEmail: z.string(),
  adsManagerId: z.string(),
  videoUrl: z.string(),
  /** `required`: no identifier is made before the visitor agrees. */
  consentMode: z.enum(CONSENT_MODES),
})
export type SiteConfig = z.infer<typeof siteConfig>
