import type { Campaign } from '@firsttouch/api/contract/campaign'

/** Campaigns to choose from: those that share a value share its cost, so they are one choice. */
export const valuesOf = (campaigns: readonly Campaign[]): { value: string; name: string }[] => {
  const names = new Map<string, string[]>()
  for (const { name, utmCampaign } of campaigns)
    names.set(utmCampaign, [...(names.get(utmCampaign) ?? []), name])
  return [...names]
    .map(([value, all]) => ({ value, name: all.join(', ') }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en-GB'))
}
