import type { OnboardingSubmission } from '@firsttouch/api/contract/onboarding'
import type { CampaignDraft } from '../campaigns/form/campaign-draft.ts'

/** A customer's first campaign is a search ad for their keyword where they work. */
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
