import type { Campaign } from '@firsttouch/api/contract/campaign'

type Tags = Pick<Campaign, 'utmCampaign' | 'utmSource' | 'utmMedium'>
export type CampaignChoice = Tags & { id: string; name: string }

/** Campaigns for a select, sorted by name. Equal names also show source and medium. */
export const choicesOf = (campaigns: readonly Campaign[]): CampaignChoice[] =>
  campaigns
    .map(({ id, name, utmCampaign, utmSource, utmMedium }) => {
      const isShared = campaigns.some(other => other.id !== id && other.name === name)
      const words = isShared ? `${name} (${utmSource} / ${utmMedium})` : name
      return { id, name: words, utmCampaign, utmSource, utmMedium }
    })
    .sort((a, b) => a.name.localeCompare(b.name, 'en-GB'))

/** Finds the campaign for the tags of an answer. The answer has no source and medium if only one campaign has the utm_campaign. */
export const chosenIn = (
  choices: readonly CampaignChoice[],
  tags: Omit<Tags, 'utmCampaign'> & { utmCampaign: string | null },
): CampaignChoice | undefined =>
  choices.find(
    one =>
      one.utmCampaign === tags.utmCampaign &&
      (!tags.utmSource || (one.utmSource === tags.utmSource && one.utmMedium === tags.utmMedium)),
  )
