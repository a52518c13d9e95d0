/** Finds the campaign that a mistyped tag probably means. */
import { slipsBetween } from '@firsttouch/infra/platform/slips'
import { campaignValue } from '../contract/campaign-link.ts'
import type { CampaignTags } from '../spend/campaign-tags.ts'

type Likeness = 'spelling' | 'typo'

/** Maximum edit distance. More edits in a short word make another word. */
const slipsAllowed = (length: number): number => (length < 5 ? 1 : 2)

/** Letters and digits only, so that `Spring-Sale`, `spring sale` and `spring_sale` are equal. */
const bare = (value: string): string =>
  campaignValue(value.replace(/[^\p{L}\p{N}]+/gu, '')).replaceAll('_', '')

export const openNearest = <T>(defined: readonly T[], wordOf: (one: T) => string) => {
  const words = defined.map(one => ({ one, word: bare(wordOf(one)) })).filter(({ word }) => word !== '')
  const byWord = new Map(words.toReversed().map(({ one, word }) => [word, one]))
  return (value: string): { found: T; likeness: Likeness } | null => {
    const sought = bare(value)
    if (sought === '') return null
    const same = byWord.get(sought)
    if (same !== undefined) return { found: same, likeness: 'spelling' }
    let best: { found: T; slips: number } | null = null
    for (const { one, word } of words) {
      const allowed = best ? best.slips - 1 : slipsAllowed(sought.length)
      const slips = slipsBetween(sought, word, allowed)
      if (slips <= allowed) best = { found: one, slips }
      if (best?.slips === 1) break
    }
    return best && { found: best.found, likeness: 'typo' }
  }
}

/** Searches by value. Among campaigns that share a value, prefers equal spelling, then an equal source or medium. */
export const openNearestCampaign = <T extends CampaignTags>(byValue: ReadonlyMap<string, T[]>) => {
  const nearestValue = openNearest([...byValue.keys()], value => value)
  const all = [...byValue.values()].flat()
  return ({
    utmCampaign,
    utmSource,
    utmMedium,
  }: CampaignTags): { found: T; likeness: Likeness | 'tags' } | null => {
    if (utmCampaign === '') {
      const [found, ...more] = all.filter(one => one.utmSource === utmSource && one.utmMedium === utmMedium)
      return found && more.length === 0 ? { found, likeness: 'tags' } : null
    }
    const value = byValue.has(utmCampaign)
      ? ({ found: utmCampaign, likeness: 'tags' } as const)
      : nearestValue(utmCampaign)
    const same = (value && byValue.get(value.found)) ?? []
    const spelt = openNearest(same, one => `${one.utmSource} ${one.utmMedium}`)(`${utmSource} ${utmMedium}`)
    const likest = (one: T) =>
      2 * Number(bare(one.utmSource) === bare(utmSource)) + Number(bare(one.utmMedium) === bare(utmMedium))
    const [first] = same.toSorted((a, b) => likest(b) - likest(a))
    const found = spelt?.found ?? first
    if (!value || !found) return null
    return { found, likeness: value.likeness === 'tags' ? (spelt?.likeness ?? 'tags') : value.likeness }
  }
}
