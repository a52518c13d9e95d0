import type { Campaign } from '@firsttouch/api/contract/campaign'

type Tags = Pick<Campaign, 'utmCampaign' | 'utmSource' | 'utmMedium'>
export type CampaignChoice = Tags & { id: string; name: string }

/** Campaigns to choose from, by name; source and medium tell apart those that share a name. */
export const choicesOf = (campaigns: readonly Campaign[]): CampaignChoice[] =>
  campaigns
    .map(({ id, name, utmCampaign, utmSource, utmMedium }) => {
      const isShared = campaigns.some(other => other.id !== id && other.name === name)
      const words = isShared ? `${name} (${utmSource} / ${utmMedium})` : name
      return { id, name: words, utmCampaign, utmSource, utmMedium }
    })
    .sort((a, b) => a.name.localeCompare(b.name, 'en-GB'))

/** Of the only campaign of a value, answers name the value alone. */
export const chosenIn = (
  choices: readonly CampaignChoice[],
  tags: Omit<Tags, 'utmCampaign'> & { utmCampaign: string | null },
): CampaignChoice | undefined =>
  choices.find(
    one =>
      one.utmCampaign === tags.utmCampaign &&
      (!tags.utmSource || (one.utmSource === tags.utmSource && one.utmMedium === tags.utmMedium)),
  )
