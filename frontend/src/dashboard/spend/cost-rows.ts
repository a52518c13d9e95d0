/** Each campaign has a row. Costs that belong to no single campaign have a row for their utm_campaign. */
import type { Campaign } from '@firsttouch/api/contract/campaign'
import type { SpendList } from '@firsttouch/api/contract/costs/spend'
import { fold } from '@firsttouch/api/contract/fields/fold'
import type { usePageFilter } from '../address/page-filter.ts'
import { byName } from '../words/format.ts'

export type CostEntry = SpendList['entries'][number]
type Tags = { utmCampaign: string; utmSource?: string; utmMedium?: string }
export type CostRow = { key: string; name: string; tags: Tags; costs: ReadonlyMap<string, CostEntry> }
type View = Pick<ReturnType<typeof usePageFilter>, 'accepts'> & { text: string }

const keyOf = ({ utmCampaign, utmSource = '', utmMedium = '' }: Tags): string =>
  [utmCampaign, utmSource, utmMedium].join('\n')

/** Replaces `Map.groupBy`, which the oldest supported browsers lack. */
const groupedBy = <Item>(items: readonly Item[], key: (item: Item) => string): Map<string, Item[]> => {
  const groups = new Map<string, Item[]>()
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item])
  return groups
}

/** Sorted by name. An archived campaign has a row only if it has a cost. */
export const costRows = (
  campaigns: readonly Campaign[],
  entries: readonly CostEntry[],
  { text, accepts }: View,
): CostRow[] => {
  const byTags = groupedBy(entries, keyOf)
  const perValue = groupedBy(campaigns, ({ utmCampaign }) => utmCampaign)
  const archived = new Set(campaigns.flatMap(({ id, archivedAt }) => (archivedAt === null ? [] : id)))
  const own = choicesOf(campaigns).map(({ id, name, utmCampaign, utmSource, utmMedium }) => {
    const isShared = (perValue.get(utmCampaign)?.length ?? 0) > 1
    const tags: Tags = isShared ? { utmCampaign, utmSource, utmMedium } : { utmCampaign }
    return { name, tags, source: utmSource, isArchived: archived.has(id) }
  })
  const others = [...byTags.values()].flatMap(([entry]) =>
    entry && entry.utmSource === '' && perValue.get(entry.utmCampaign)?.length !== 1
      ? {
          ...{ name: `${entry.utmCampaign} (no campaign)`, tags: { utmCampaign: entry.utmCampaign } },
          ...{ source: '', isArchived: false },
        }
      : [],
  )
  const sought = fold(text.trim())
  return [...own, ...others].flatMap(({ name, tags, source, isArchived }) => {
    const key = keyOf(tags)
    const costs = new Map(byTags.get(key)?.map(entry => [entry.date, entry]))
    const isShown =
      fold(name).includes(sought) &&
      accepts({ utm_source: source, utm_campaign: tags.utmCampaign }) &&
      (costs.size > 0 || !isArchived)
    return isShown ? { key, name, tags, costs } : []
  })
}

export const sumOf = (entries: Iterable<CostEntry>): number | null => {
  const costs = [...entries].map(({ cost }) => cost)
  return costs.length === 0 ? null : costs.reduce((sum, cost) => sum + Math.round(cost * 100), 0) / 100
}

export type CampaignChoice = Pick<Campaign, 'id' | 'name' | 'utmCampaign' | 'utmSource' | 'utmMedium'>

/** Campaigns for a select, sorted by name. Campaigns with equal names also show source and medium. */
export const choicesOf = (campaigns: readonly Campaign[]): CampaignChoice[] =>
  campaigns
    .map(({ id, name, utmCampaign, utmSource, utmMedium }) => {
      const isShared = campaigns.some(other => other.id !== id && other.name === name)
      const words = isShared ? `${name} (${utmSource} / ${utmMedium})` : name
      return { id, name: words, utmCampaign, utmSource, utmMedium }
    })
    .sort((a, b) => byName(a.name, b.name))

/** Finds the campaign with these tags. The server leaves out source and medium if the utm_campaign is unambiguous. */
export const chosenIn = (
  choices: readonly CampaignChoice[],
  tags: Omit<Tags, 'utmCampaign'> & { utmCampaign: string | null },
): CampaignChoice | undefined =>
  choices.find(
    one =>
      one.utmCampaign === tags.utmCampaign &&
      (!tags.utmSource || (one.utmSource === tags.utmSource && one.utmMedium === tags.utmMedium)),
  )
