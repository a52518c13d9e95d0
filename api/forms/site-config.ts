import type { Env } from '@firsttouch/infra/platform/env'
import type { SiteConfig } from '../contract/config.ts'

export const siteConfig = (env: Env): SiteConfig => ({
  siteUrl: env.SITE_URL ?? '',
  paymentLinks: {
    regional: env.PAYMENT_LINK_REGIONAL ?? '',
    national: env.PAYMENT_LINK_NATIONAL ?? '',
    enterprise: env.PAYMENT_LINK_ENTERPRISE ?? '',
  },
  chatNumber: env.CHAT_NUMBER ?? '',
  supportEmail: env.SUPPORT_EMAIL ?? '',
  adsManagerId: env.ADS_MANAGER_ID ?? '',
  videoUrl: env.VIDEO_URL ?? '',
  consentMode: env.CONSENT,
})
