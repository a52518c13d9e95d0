import type { Funnel } from '@firsttouch/api/contract/costs/funnel'
import type { CostDays, DaysWithoutCost } from '@firsttouch/api/contract/costs/spend'
import { daysInWords } from '../address/range.ts'
import { calendarDay, counted, money } from '../words/format.ts'

const MOST_SPANS = 3
const DAY_MS = 86_400_000

/** Example: "Costs from 31 Oct 2026, when counting began, to 27 Nov 2026" or "Costs of 22–27 Nov 2026". */
export const costDaysWords = ({ from, to, sinceCounting }: CostDays): string =>
  sinceCounting
    ? `Costs from ${calendarDay(from)}, when counting began, to ${calendarDay(to)}`
    : `Costs of ${daysInWords(from, to)}`

/** Example: "15–20 Nov 2026", or "4 days of 15–20 Nov 2026" if the other days have no known cost. */
export const coveredWords = ({ from, to, days }: Omit<CostDays, 'sinceCounting'>): string => {
  const all = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
  return `${days < all ? `${counted(days, 'days')} of ` : ''}${daysInWords(from, to)}`
}

type Uncovered = Pick<Funnel, 'costWithoutSource' | 'range' | 'since'>

/** `part` is a kind of filter that does not apply to costs, such as "channel". */
export const noCostWords = ({ costWithoutSource, range, since }: Uncovered, part?: string): string => {
  if (part) return `Costs per ${part} are not known.`
  if (costWithoutSource)
    return 'Some of the cost of these days belongs to no campaign, so the cost of this source is not known.'
  return since !== null && (range.from === null || range.from < since)
    ? `No cost is known for any day since counting began on ${calendarDay(since)}.`
    : 'No cost is known for these days.'
}

/** Example: "3 days without a cost are left out: 5–7 Nov 2026". null if every day has a cost. */
export const withoutCost = ({ days, spans }: DaysWithoutCost): string | null => {
  if (days === 0) return null
  const named = spans.slice(0, MOST_SPANS).map(({ from, to }) => daysInWords(from, to))
  const more = spans.length > MOST_SPANS ? ' and others' : ''
  return `${counted(days, 'days')} without a cost ${days === 1 ? 'is' : 'are'} left out: ${named.join(', ')}${more}`
}

/** Example: "£4.10 less" or "as much". null if one of the costs is unknown. */
export const costChange = (now: number | null, before: number | null, currency: string): string | null => {
  if (now === null || before === null) return null
  const difference = Math.round((now - before) * 100) / 100
  if (difference === 0) return 'as much'
  return `${money(Math.abs(difference), currency)} ${difference > 0 ? 'more' : 'less'}`
}
