import { HttpError } from '@firsttouch/infra/platform/http/http'
import type { Sql } from 'postgres'
import type { By } from '../auth/guard.ts'
import { campaignValue } from '../contract/campaign-link.ts'
import type { ImportAnswer, SpendNames } from '../contract/costs/spend.ts'
import { countedBy, keyOf, readTags, type TaggedCampaign } from './campaign-tags.ts'

type Meant = Pick<ImportAnswer['campaigns'][number], 'utmCampaign' | 'utmSource' | 'utmMedium' | 'by'>
type Choice = { name: string; utmCampaign: string | null; utmSource: string; utmMedium: string }

const NOBODY = { utmCampaign: null, utmSource: '', utmMedium: '' } as const

/** Ignores case and surplus spaces. Only a `utm_campaign` must match exactly. */
const folded = (name: string): string => name.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase()

/** Other values of `utm_source` in each platform's links. */
const SOURCES_AT: Readonly<Record<string, string[]>> = {
  google: ['youtube'],
  microsoft: ['bing'],
  meta: ['facebook', 'fb', 'instagram', 'ig'],
  x: ['twitter'],
}
const wordsOf = (text: string): string[] => text.toLowerCase().split(/[^a-z]+/)

/** Matches the platform by `utm_source`, or else by the field `platform`. undefined if several campaigns remain. */
const onlyOne = (campaigns: readonly TaggedCampaign[], platform: string): TaggedCampaign | undefined => {
  const [word = ''] = wordsOf(platform)
  const sources = [word, ...(SOURCES_AT[word] ?? [])]
  const [only, ...others] =
    (['utmSource', 'platform'] as const)
      .map(by => campaigns.filter(one => wordsOf(one[by]).some(own => sources.includes(own))))
      .find(found => found.length > 0 && campaigns.length > 1) ?? campaigns
  return others.length === 0 ? only : undefined
}

/**
 * Finds the campaign for a name in the file. Tries the choice of staff, then the `utm_campaign`, then the campaign's
 * name. Last, derives a `utm_campaign` from the name, in order to find renamed campaigns. If several campaigns share
 * the `utm_campaign`, the platform decides.
 */
export const openNames = async (sql: Sql, platform: string): Promise<(name: string) => Meant> => {
  const [campaigns, chosen] = await Promise.all([
    readTags(sql),
    sql<Choice[]>`
      SELECT name, utm_campaign AS "utmCampaign", utm_source AS "utmSource", utm_medium AS "utmMedium"
      FROM spend_names WHERE platform IN ('', ${platform}) ORDER BY platform`,
  ])
  const choices = new Map(chosen.map(choice => [choice.name, choice]))
  const byValue = Map.groupBy(campaigns, ({ utmCampaign }) => utmCampaign)
  const byName = Map.groupBy(campaigns, ({ name }) => folded(name))
  const meant = (fitting: readonly TaggedCampaign[], by: Meant['by']): Meant => {
    const values = new Set(fitting.map(({ utmCampaign }) => utmCampaign))
    const one = values.size === 1 ? onlyOne(fitting, platform) : undefined
    if (!one) return { ...NOBODY, by: 'unknown' }
    const isShared = (byValue.get(one.utmCampaign)?.length ?? 0) > 1
    const { utmCampaign, utmSource, utmMedium } = countedBy({ ...one, isShared })
    return { utmCampaign, utmSource, utmMedium, by }
  }
  return name => {
    const choice = choices.get(folded(name))
    if (choice?.utmCampaign === null) return { ...NOBODY, by: 'left_out' }
    if (choice) {
      const same = byValue.get(choice.utmCampaign) ?? []
      const own = same.filter(one => keyOf(one) === keyOf({ ...choice, utmCampaign: one.utmCampaign }))
      return meant(own.length > 0 ? own : same, 'chosen')
    }
    const value = byValue.get(name)
    if (value) return meant(value, 'value')
    const named = byName.get(folded(name))
    return named ? meant(named, 'name') : meant(byValue.get(campaignValue(name)) ?? [], 'value')
  }
}

/** Throws HttpError 400 for a `utm_campaign` without a campaign, because no screen would show its cost. */
export const chooseNames = async (sql: Sql, names: SpendNames['names'], { staff, now }: By) => {
  const known = await readTags(sql)
  const issues = names.flatMap(({ utmCampaign, utmSource, utmMedium }, index) => {
    const isMeant = (one: TaggedCampaign) =>
      one.utmCampaign === utmCampaign &&
      (!utmSource || (one.utmSource === utmSource && one.utmMedium === utmMedium))
    if (utmCampaign === null || known.some(isMeant)) return []
    const tags = [utmCampaign, utmSource, utmMedium].filter(Boolean).join(', ')
    return { path: `names.${index}.utmCampaign`, message: `${tags} does not match a campaign` }
  })
  if (issues.length > 0)
    throw new HttpError(400, 'Some of the chosen campaigns do not exist. Nothing was changed.', issues)
  const last = new Map(names.map(choice => [`${choice.platform ?? ''}\n${folded(choice.name)}`, choice]))
  const rows = [...last.values()].map(({ name, platform, utmCampaign, utmSource, utmMedium }) => ({
    name: folded(name),
    platform: platform ?? '',
    utm_campaign: utmCampaign,
    utm_source: utmSource ?? '',
    utm_medium: utmMedium ?? '',
    chosen_by: staff,
    chosen_at: now,
  }))
  await sql`
    INSERT INTO spend_names ${sql(rows)}
    ON CONFLICT (name, platform) DO UPDATE SET utm_campaign = excluded.utm_campaign, utm_source = excluded.utm_source,
      utm_medium = excluded.utm_medium, chosen_by = excluded.chosen_by, chosen_at = excluded.chosen_at`
}
