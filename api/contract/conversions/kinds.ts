/** The conversions that each ad platform can import. Pages import this file, so it does not import zod. */

/** `qualified` and `closed` are statuses of a lead. `onboarding` is the onboarding form. */
export const CONVERSION_KINDS = ['qualified', 'closed', 'onboarding'] as const
export type ConversionKind = (typeof CONVERSION_KINDS)[number]

export const AD_PLATFORMS = ['google-ads', 'microsoft-advertising'] as const
export type AdPlatform = (typeof AD_PLATFORMS)[number]

export const conversionFile = (platform: AdPlatform): string => `/api/conversions/${platform}.csv`
