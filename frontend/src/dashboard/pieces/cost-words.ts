/** Costs in words: which days have none, and how they compare. */
import type { DaysWithoutCost } from '@firsttouch/api/contract/costs/spend'
import { daysInWords } from '../address/range.ts'
import { counted, money } from '../words/format.ts'

const MOST_SPANS = 3

/** "3 days without a cost: 5–7 Nov 2026"; null where every day has one. */
export const withoutCost = ({ days, spans }: DaysWithoutCost): string | null => {
  if (days === 0) return null
  const named = spans.slice(0, MOST_SPANS).map(({ from, to }) => daysInWords(from, to))
  const more = spans.length > MOST_SPANS ? ' and others' : ''
  return `${counted(days, 'days')} without a cost: ${named.join(', ')}${more}`
}

/** "£4.10 less", "as much"; null where one of the two is not known. */
export const costChange = (now: number | null, before: number | null, currency: string): string | null => {
  if (now === null || before === null) return null
  const difference = Math.round((now - before) * 100) / 100
  if (difference === 0) return 'as much'
  return `${money(Math.abs(difference), currency)} ${difference > 0 ? 'more' : 'less'}`
}

/** Why a source has no cost. */
export const WITHOUT_SOURCE =
  'A part of the cost of these days names no campaign, so which part was for this source is not known.'
