import type { Timeseries } from '@firsttouch/api/contract/timeseries'
import { ALL_TIME, daysInWords, onOrIn, type useRange } from '../address/range.ts'
import { calendarDay, hourAndMinute } from '../words/format.ts'

type Before = Pick<NonNullable<Timeseries['previous']>, 'from' | 'to' | 'until'>
type Series = Pick<Timeseries, 'previous' | 'since' | 'range'>

/** The compared days, such as "9–15 Nov 2026, until 12:15". The time appears if the current period includes today. */
export const daysBefore = ({ from, to, until }: Before): string =>
  `${daysInWords(from, to)}${until ? `, until ${hourAndMinute(until)}` : ''}`
export const whenBefore = (before: Before): string =>
  `${onOrIn(before.from, before.to)} ${daysBefore(before)}`

type Chosen = Pick<ReturnType<typeof useRange>, 'preset' | 'compare'>

/** Explains the comparison, or why there is none. null if nothing needs an explanation. */
export const comparisonRule = (
  { previous, since, range }: Series,
  { preset, compare }: Chosen,
): string | null => {
  if (preset === ALL_TIME || compare === 'none') return null
  if (since === null) return 'Nothing has been counted yet, so there is nothing to compare with.'
  if (previous === null)
    return range.from > since
      ? `Not compared: counting began on ${calendarDay(since)}, during the earlier period.`
      : `Not compared: counting began on ${calendarDay(since)}.`
  if (previous.until === null) return null
  const last = calendarDay(previous.to)
  return `Today is not over, so ${last} is counted until ${hourAndMinute(previous.until)} only. This applies to cards, charts and tables.`
}
