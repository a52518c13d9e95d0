/** The rows of the cost table: campaigns, and values with a cost that names none of them. */
import type { Campaign } from '@firsttouch/api/contract/campaign'
import type { SpendList } from '@firsttouch/api/contract/costs/spend'
import { fold } from '@firsttouch/api/contract/fields/fold'
import { choicesOf } from './campaign-values.ts'

export type CostEntry = SpendList['entries'][number]
type Tags = { utmCampaign: string; utmSource?: string; utmMedium?: string }
export type CostRow = { key: string; name: string; tags: Tags; costs: ReadonlyMap<string, CostEntry> }

const keyOf = ({ utmCampaign, utmSource = '', utmMedium = '' }: Tags): string =>
  [utmCampaign, utmSource, utmMedium].join('\n')

/** By name. An archived campaign has a row where it has a cost. */
export const costRows = (
  campaigns: readonly Campaign[],
  entries: readonly CostEntry[],
  { text, accepts }: { text: string; accepts: (campaign: Campaign) => boolean },
): CostRow[] => {
  const byTags = Map.groupBy(entries, keyOf)
  const names = new Map(choicesOf(campaigns).map(({ id, name }) => [id, name]))
  const perValue = Map.groupBy(campaigns, ({ utmCampaign }) => utmCampaign)
  const row = (name: string, tags: Tags): CostRow => {
    const key = keyOf(tags)
    return { key, name, tags, costs: new Map(byTags.get(key)?.map(entry => [entry.date, entry])) }
  }
  const own = campaigns.filter(accepts).map(campaign => {
    const { id, utmCampaign, utmSource, utmMedium } = campaign
    const isShared = (perValue.get(utmCampaign)?.length ?? 0) > 1
    const tags = isShared ? { utmCampaign, utmSource, utmMedium } : { utmCampaign }
    return { campaign, ...row(names.get(id) ?? campaign.name, tags) }
  })
  const known = new Set(own.map(({ key }) => key))
  const others = [...byTags.values()]
    .flatMap(([entry]) => (entry && !known.has(keyOf(entry)) ? [entry] : []))
    .filter(({ utmCampaign }) => !perValue.has(utmCampaign) || (perValue.get(utmCampaign)?.length ?? 0) > 1)
    .map(({ utmCampaign }) => row(`${utmCampaign} (no campaign)`, { utmCampaign }))
  const sought = fold(text.trim())
  return [...own.filter(({ campaign, costs }) => campaign.archivedAt === null || costs.size > 0), ...others]
    .filter(({ name }) => fold(name).includes(sought))
    .map(({ key, name, tags, costs }) => ({ key, name, tags, costs }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en-GB'))
}

export const sumOf = (entries: Iterable<CostEntry>): number | null => {
  const costs = [...entries].map(({ cost }) => cost)
  return costs.length === 0 ? null : costs.reduce((sum, cost) => sum + Math.round(cost * 100), 0) / 100
}
