import { slipsBetween } from '@firsttouch/infra/platform/slips'
import { TAG_FAULTS, type TagFault, unknownTags } from '../contract/campaign.ts'
import { campaignValue } from '../contract/campaign-link.ts'
import { periodQuery } from '../contract/range.ts'
import type { ReadModel } from '../deps.ts'
import { readClosedDays } from '../read-model/closed-days.ts'
import { type Range, within } from '../read-model/ranges.ts'
import { report } from '../read-model/report.ts'
import { periodOf, rangeOf, rangesOfPeriod } from '../read-model/report-days.ts'
import { FINAL_SETTINGS } from '../read-model/traffic-filter.ts'
import { type CampaignTags, readTags } from '../spend/campaign-tags.ts'
import { trafficRows } from './campaign-traffic.ts'

export const unknownTagRoutes = report('unknown-tags', periodQuery, unknownTags, async (deps, query) => {
  const { sql, readModel, config, now } = deps
  const zone = config.timeZone
  const period = periodOf(query, zone, now())
  const campaigns = (await readTags(sql)).toReversed()
  const byValue = Map.groupBy(campaigns, ({ utmCampaign }) => utmCampaign)
  const shared = [...byValue.values()].filter(same => same.length > 1).flat()
  const ask = await readModel.rowsOfOne()
  const cutOf = await readClosedDays({ config }, ask)
  const traffic = trafficRows(cutOf('event_days', rangesOfPeriod(period, zone)))
  const rows = await ask<Row>(unknownSql(traffic), {
    defined: [...byValue.keys()],
    values: shared.map(({ utmCampaign }) => utmCampaign),
    sources: shared.map(({ utmSource }) => utmSource),
    mediums: shared.map(({ utmMedium }) => utmMedium),
  })
  const faultsOf = await readFaults(ask, rows, rangesOfPeriod(period, zone))
  const nearest = openNearestCampaign(byValue)
  return {
    range: rangeOf(period, zone),
    total: rows[0]?.total ?? 0,
    tags: rows.map(({ total: _, lastAt, ...tag }) => {
      const like = nearest(tag)
      return {
        ...tag,
        faults: faultsOf(tag),
        lastAt: new Date(lastAt * 1000).toISOString(),
        nearest: like && { ...like.found, likeness: like.likeness },
      }
    }),
  }
})

type Row = CampaignTags & {
  clicks: number
  conversions: number
  lastAt: number
  total: number
}

/** Duplicate rows do not change a set of faults, so the query needs no FINAL. */
const readFaults = async (
  ask: ReadModel['rows'],
  rows: readonly Row[],
  ranges: readonly Range[],
): Promise<(tag: CampaignTags) => TagFault[]> => {
  const seen = await ask<CampaignTags & { faults: string[] }>(
    `SELECT utm_campaign AS utmCampaign, utm_source AS utmSource, utm_medium AS utmMedium,
      groupUniqArrayArray(splitByChar(',', toString(link_faults))) AS faults
    FROM {db:Identifier}.events
    WHERE link_faults > '' AND type = 'visit' AND bot = '' AND utm_campaign IN {listed:Array(String)}
      AND ${within('occurred_at', ranges)}
    GROUP BY ALL`,
    { listed: rows.map(({ utmCampaign }) => utmCampaign) },
  )
  return tag => {
    const isOfTag = (one: CampaignTags) =>
      one.utmCampaign === tag.utmCampaign &&
      (one.utmCampaign !== '' || (one.utmSource === tag.utmSource && one.utmMedium === tag.utmMedium))
    const found = new Set(seen.filter(isOfTag).flatMap(({ faults }) => faults))
    if (tag.utmCampaign === '') found.add('no_campaign')
    if (tag.utmCampaign.includes('+')) found.add('plus_sign')
    if (tag.utmCampaign.includes('\ufffd')) found.add('characters')
    return TAG_FAULTS.filter(fault => found.has(fault))
  }
}

/** SQL for the most frequent value of a column. Ties go to the first value in the alphabet. */
const most = (column: string): string => {
  const sums = `sums_of_${column}`
  return `(sumMap([toString(${column})], [n]) AS ${sums}).1[indexOf(${sums}.2, arrayMax(${sums}.2))]`
}

/** Source and medium matter only if campaigns share the `utm_campaign`, or if it is empty. */
const own = (column: string): string => `if(shared OR utm_campaign = '', toString(${column}), '')`

const unknownSql = (traffic: string) => `
  SELECT utm_campaign AS utmCampaign, ${most('utm_source')} AS utmSource, ${most('utm_medium')} AS utmMedium,
    sumIf(n, type = 'visit') AS clicks, sumIf(n, type = 'conversion') AS conversions,
    toUnixTimestamp(maxIf(last_at, type = 'visit')) AS lastAt, count() OVER () AS total
  FROM (SELECT *, utm_campaign IN {values:Array(String)} AS shared FROM (${traffic}))
  WHERE if(utm_campaign = '', utm_medium != 'organic' AND (utm_source, utm_medium) != ('', ''), if(shared,
    NOT has(arrayZip({values:Array(String)}, {sources:Array(String)}, {mediums:Array(String)}),
      (toString(utm_campaign), toString(utm_source), toString(utm_medium))),
    utm_campaign NOT IN {defined:Array(String)}))
  GROUP BY utmCampaign, ${own('utm_source')}, ${own('utm_medium')}
  HAVING clicks > 0
  ORDER BY clicks DESC, utmCampaign, utmSource, utmMedium
  LIMIT 50
  ${FINAL_SETTINGS}`

type Likeness = 'spelling' | 'typo'

/** Maximum edit distance. Two edits could turn a short word into another word. */
const slipsAllowed = (length: number): number => (length < 5 ? 1 : 2)

/** Letters and digits only, so that `Spring-Sale`, `spring sale` and `spring_sale` are equal. */
const bare = (value: string): string =>
  campaignValue(value.replace(/[^\p{L}\p{N}]+/gu, '')).replaceAll('_', '')

export const openNearest = <T>(defined: readonly T[], errorLabel: (one: T) => string) => {
  const words = defined.map(one => ({ one, word: bare(errorLabel(one)) })).filter(({ word }) => word !== '')
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

/** Order of preference: the nearest `utm_campaign`, a similar source and medium, the same source, the same medium. */
const openNearestCampaign = <T extends CampaignTags>(byValue: ReadonlyMap<string, T[]>) => {
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
