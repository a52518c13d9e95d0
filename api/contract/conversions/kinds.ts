/** The conversions that ad platforms can import, by platform. It does not import zod, because pages load it. */

/** A lead's status, or a form that a customer sent. */
export const CONVERSION_KINDS = ['qualified', 'closed', 'onboarding'] as const
export type ConversionKind = (typeof CONVERSION_KINDS)[number]

export const AD_PLATFORMS = ['google-ads', 'microsoft-advertising'] as const
export type AdPlatform = (typeof AD_PLATFORMS)[number]

export const conversionFile = (platform: AdPlatform): string => `/api/conversions/${platform}.csv`
