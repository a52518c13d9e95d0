import type { Campaign, CampaignRequest, UnknownTag } from '@firsttouch/api/contract/campaign'
import { campaignUrl, campaignValue, MEDIUMS, SOURCES } from '@firsttouch/api/contract/campaign-link'
import type { CampaignDraft } from '../../pieces/shared-draft.tsx'

/** In the browser's time zone, as YYYY-MM-DD. */
const today = (now = new Date()): string => now.toLocaleDateString('sv-SE')

export const startingFields = (draft: CampaignDraft): CampaignRequest => ({
  name: '',
  date: today(),
  platform: '',
  utmSource: '',
  utmMedium: '',
  utmTerm: '',
  adAssetDescription: '',
  notes: '',
  adoptTag: '',
  ...draft,
  utmContent: campaignValue(draft.adAssetDescription ?? ''),
  generatedUrl: '',
})

const REQUIRED = ['name', 'date', 'platform', 'utmSource', 'utmMedium'] as const

export const isMissingRequired = (fields: CampaignRequest): boolean =>
  REQUIRED.some(field => fields[field].trim() === '')

export const linkOf = (domain: string, fields: CampaignRequest): string =>
  campaignUrl(domain, { ...fields, utmCampaign: fields.adoptTag || campaignValue(fields.name) })

/** Draft for clicks whose tags match no campaign. Sets `adoptTag` if the draft's name does not yield utm_campaign. */
export const draftForTag = ({ utmCampaign, utmSource, utmMedium }: UnknownTag): CampaignDraft => {
  const words = utmCampaign.replaceAll('_', ' ').trim()
  const known = (values: readonly string[], value: string) =>
    values.find(one => one === value.toLowerCase()) ?? ''
  return {
    name: words || utmCampaign,
    utmSource: known(SOURCES, utmSource),
    utmMedium: known(MEDIUMS, utmMedium),
    ...(campaignValue(words) !== utmCampaign && { adoptTag: utmCampaign }),
  }
}

export const draftLike = (campaign: Campaign): CampaignDraft => ({
  name: `${campaign.name} copy`,
  platform: campaign.platform,
  utmSource: campaign.utmSource,
  utmMedium: campaign.utmMedium,
  utmTerm: campaign.utmTerm,
  adAssetDescription: campaign.adAssetDescription,
  notes: campaign.notes,
})
