import type { AdPlatform, ConversionKind } from '@firsttouch/api/contract/conversions/kinds'

export const PLATFORM_NAMES: Record<AdPlatform, string> = {
  'google-ads': 'Google Ads',
  'microsoft-advertising': 'Microsoft Advertising',
}

export const KIND_NAMES: Record<ConversionKind, string> = {
  qualified: 'Lead set to qualified',
  closed: 'Lead set to closed',
  onboarding: 'Onboarding sent',
}
