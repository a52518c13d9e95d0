import { DAY_MS } from '@firsttouch/infra/platform/timing'
import type { CostDays, DaysWithoutCost } from '../contract/costs/spend.ts'
import { FIRST_DAY } from '../contract/fields/days.ts'
import type { Comparison } from '../contract/range.ts'
import { clip, isIn, outside, type Range } from '../read-model/ranges.ts'
import { comparedPeriod } from '../read-model/report.ts'
import { addDays, daysFrom, type Period } from '../read-model/report-days.ts'

/** `asked` is null for all time. `first` is the first day with an event. */
export type Question = {
  asked: Period | null
  compare?: Comparison | undefined
  first: string | null
  today: string
}
/**
 * `now` has the requested days that can have a cost. `before` has as many days of the comparison period, or is null if
 * that period starts before the first day with an event.
 */
export type CostWindow = { now: Period; before: Period | null }

/** `spans` has the days with a known cost, in days since 1970. */
export type Covered = CostDays & { spans: Range[]; withoutCost: DaysWithoutCost }

/** One more span than the dashboard shows, so that the dashboard can tell that there are more. */
const MOST_SPANS = 4

export const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS
export const dayText = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)

/** The window ends today at the latest, or yesterday if today's cost is not `known`. null if no day can have a cost. */
export const costWindow = (question: Question, known: readonly Range[]): CostWindow | null => {
  const { today } = question
  return windowUntil(question, isIn(known, dayNumber(today)) ? today : addDays(today, -1))
}

/** All possible results of `costWindow`, longest first. */
export const costWindows = (question: Question): CostWindow[] => {
  const { asked, today } = question
  const lasts = asked && asked.to < today ? [today] : [today, addDays(today, -1)]
  return lasts.flatMap(last => windowUntil(question, last) ?? [])
}

const windowUntil = ({ asked, compare, first, today }: Question, last: string): CostWindow | null => {
  const since = first ?? FIRST_DAY
  const from = asked && asked.from > since ? asked.from : since
  const to = asked && asked.to < last ? asked.to : last
  if (to < from) return null
  const now = { from, to, days: daysFrom(from, to) }
  const start = asked && comparedPeriod(asked, today, compare)?.from
  // `before` is null if the comparison period starts before the first day with an event. Otherwise the requested period
  // also starts after that day, so both `now` and `before` begin on the first day of their period.
  const isCounted = start && (first === null || first <= start)
  return { now, before: isCounted ? { ...now, from: start, to: addDays(start, now.days - 1) } : null }
}

/**
 * The days with a known cost. Every ratio divides the cost of these days by the counts of the same days. null if no
 * cost is known. For all time, `withoutCost` begins at the first day with a cost.
 */
export const coveredDays = (
  { asked, first }: Question,
  window: Period,
  known: readonly Range[],
): Covered | null => {
  const [start, end] = [dayNumber(window.from), dayNumber(window.to) + 1]
  const spans = clip(known, [start, end])
  if (!spans[0]) return null
  const days = spans.reduce((sum, [from, to]) => sum + to - from, 0)
  const from = asked ? start : spans[0][0]
  const gaps = clip(outside(spans), [from, end])
  return {
    from: dayText(from),
    to: window.to,
    days,
    sinceCounting: dayText(from) === first && (asked === null || asked.from < first),
    spans,
    withoutCost: {
      days: end - from - days,
      spans: gaps.slice(0, MOST_SPANS).map(([from, to]) => ({ from: dayText(from), to: dayText(to - 1) })),
    },
  }
}

export const spansOf = (days: readonly number[]): Range[] => {
  const spans: Range[] = []
  for (const day of days) {
    const last = spans.at(-1)
    if (last?.[1] === day) last[1] = day + 1
    else spans.push([day, day + 1])
  }
  return spans
}
