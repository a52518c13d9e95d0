import type { OnboardingSubmission } from '@firsttouch/api/contract/onboarding'
import type { CampaignDraft } from '../campaigns/form/campaign-draft.ts'

export const draftFor = ({
  businessName,
  primaryKeyword,
  targetArea,
}: OnboardingSubmission): CampaignDraft => ({
  name: `${businessName} ${primaryKeyword}`,
  platform: 'Google Ads',
  utmSource: 'google',
  utmMedium: 'cpc',
  adAssetDescription: 'Search Ad',
  notes: `For ${businessName}: ${primaryKeyword}, ${targetArea}`,
})
