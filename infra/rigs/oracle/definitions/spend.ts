/** Advertising costs and the days they cover. Costs are pence, so that sums are exact. null: unknown, unlike 0. */
import { addDays, dayOf, eachDay } from '../days.ts'
import type { Business, Campaign, Spend, Tags } from '../facts.ts'
import { daysOfEvents, isDayIn } from './traffic.ts'

/** `source` and `medium` are empty if one campaign has the utm_campaign, or if several do and the cost names none of them. */
export type Cost = Pick<Spend, 'day' | 'campaign' | 'source' | 'medium'> & {
  pence: number
  clicks: number | null
  /** When the newest counted entry was made. */
  changedAt: number
}

/** If campaigns share a utm_campaign, a report means the campaign on its platform. A cost that is typed for a utm_campaign names none of them. */
export const tagsOfReport = (
  { campaigns }: Pick<Business, 'campaigns'>,
  report: Spend['report'],
  value: string,
): Pick<Tags, 'source' | 'medium'> => {
  const own = campaigns.filter(({ tags }) => tags.campaign === value)
  const platform = { typed: '', 'Google Ads': 'google', 'Meta Ads': 'facebook' }[report]
  const meant = own.length > 1 ? own.find(({ tags }) => tags.source === platform) : undefined
  return { source: meant?.tags.source ?? '', medium: meant?.tags.medium ?? '' }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

/**
 * A later entry of a report replaces the earlier entry. Different reports add up. A typed cost overrides all reports.
 * If staff remove a cost that was typed, the reports count again. If no cost was typed, the removal removes the costs
 * of the reports.
 */
const countedWords = (said: readonly Spend[]): Spend[] => {
  let words: Spend[] = []
  for (const word of said) {
    const isTyped = words.some(({ report }) => report === 'typed')
    const before = words.find(({ report }) => report === word.report)
    // An identical entry changes nothing.
    if (before && before.pence === word.pence && before.clicks === word.clicks) continue
    words =
      word.pence !== null
        ? [...words.filter(({ report }) => report !== word.report), word]
        : words.filter(({ report }) => isTyped && report !== 'typed')
  }
  const typed = words.filter(({ report }) => report === 'typed')
  return typed.length > 0 ? typed : words
}

const byCampaignDay = ({ spend }: Pick<Business, 'spend'>) =>
  [...Map.groupBy(spend, one => [one.day, one.campaign, one.source, one.medium].join('\n')).values()].map(
    countedWords,
  )

export const costsOf = (business: Pick<Business, 'spend'>): Cost[] =>
  byCampaignDay(business).flatMap(words => {
    const [first] = words
    if (!first) return []
    const { day, campaign, source, medium } = first
    const pence = sum(words.map(one => one.pence ?? 0))
    const isUnsaid = words.some(one => one.clicks === null)
    const clicks = isUnsaid ? null : sum(words.map(one => one.clicks ?? 0))
    return [
      { day, campaign, source, medium, pence, clicks, changedAt: Math.max(...words.map(({ at }) => at)) },
    ]
  })

/** The source and medium that analysts see. If one campaign has the utm_campaign, these are its source and medium. */
export const tagsOfCost = (
  { campaigns }: Pick<Business, 'campaigns'>,
  { campaign, source, medium }: Pick<Spend, 'campaign' | 'source' | 'medium'>,
): Pick<Tags, 'source' | 'medium'> => {
  const [only, ...others] = campaigns.filter(({ tags }) => tags.campaign === campaign)
  return only && others.length === 0
    ? { source: only.tags.source, medium: only.tags.medium }
    : { source, medium }
}

/** A campaign's costs: all costs of its utm_campaign, or if campaigns share that, the costs with its source and medium. */
export const costsOfCampaign = (
  costs: readonly Cost[],
  campaigns: readonly Campaign[],
  { tags }: Campaign,
): Cost[] => {
  const isShared = campaigns.filter(one => one.tags.campaign === tags.campaign).length > 1
  return costs.filter(
    ({ campaign, source, medium }) =>
      campaign === tags.campaign && (!isShared || (source === tags.source && medium === tags.medium)),
  )
}

/** Costs that fit several campaigns: they name a shared utm_campaign, and no source. */
export const unassigned = (
  costs: readonly Cost[],
  campaigns: readonly Campaign[],
  { tags }: Campaign,
): Cost[] =>
  campaigns.filter(one => one.tags.campaign === tags.campaign).length < 2
    ? []
    : costs.filter(({ campaign, source }) => campaign === tags.campaign && source === '')

/** Days that may have a cost: from the first counted day on, today only if `costs` includes it. null: none. */
export type Span = { from: string; to: string }
export const costWindow = (
  business: Business,
  costs: readonly Cost[],
  range: { from: string | null; to: string | null },
): Span | null => {
  const today = dayOf(business.zone, business.now)
  const since = daysOfEvents(business)[0]
  if (since === undefined) return null
  const last = costs.some(({ day }) => day === today) ? today : addDays(today, -1)
  const from = range.from !== null && range.from > since ? range.from : since
  const to = range.to !== null && range.to < last ? range.to : last
  return from > to ? null : { from, to }
}

/** The preceding window of equal length. null if `range` is open at either side, or if counting began after the first day of that window. */
export const windowBefore = (
  business: Business,
  window: Span,
  range: { from: string | null; to: string | null },
): Span | null => {
  if (range.from === null || range.to === null) return null
  const before = addDays(range.from, -eachDay(range.from, range.to).length)
  const since = daysOfEvents(business)[0]
  if (since === undefined || before < since) return null
  return { from: before, to: addDays(before, eachDay(range.from, window.to).length - 1) }
}

export type Covered = {
  /** Pounds, for the covered days. */
  cost: number
  days: ReadonlySet<string>
  costDays: { from: string; to: string; days: number; sinceCounting: boolean }
  without: { days: number; spans: Span[] }
}

/** A cost covers the days on which it is known. Its ratios count only clicks, leads and so on of the same days. */
export const covered = (
  business: Business,
  costs: readonly Cost[],
  window: Span | null,
  range: { from: string | null },
): Covered | null => {
  if (!window) return null
  const own = costs.filter(({ day }) => isDayIn(day, window))
  const days = new Set(own.map(({ day }) => day))
  const first = [...days].toSorted()[0]
  if (first === undefined) return null
  // For all time, days before the first cost are not missing.
  const from = range.from === null ? first : window.from
  const since = daysOfEvents(business)[0]
  const missing = eachDay(from, window.to).filter(day => !days.has(day))
  return {
    cost: sum(own.map(({ pence }) => pence)) / 100,
    days,
    costDays: {
      ...{ from, to: window.to, days: days.size },
      sinceCounting: from === since && (range.from === null || range.from < since),
    },
    without: { days: missing.length, spans: spansOf(missing) },
  }
}

/** The dashboard shows at most four spans of days without a cost. */
const MOST_SPANS = 4
const spansOf = (days: readonly string[]): Span[] => {
  const spans: Span[] = []
  for (const day of days) {
    const last = spans.at(-1)
    if (last && addDays(last.to, 1) === day) last.to = day
    else spans.push({ from: day, to: day })
  }
  return spans.slice(0, MOST_SPANS)
}

/** Pounds, rounded to pence. null if the cost is unknown or the count is 0. */
export const costPer = (cost: Pick<Covered, 'cost'> | null, count: number): number | null =>
  cost === null || count === 0 ? null : Math.round(Math.round(cost.cost * 100) / count) / 100
