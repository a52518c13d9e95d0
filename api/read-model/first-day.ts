/** The days that a drawing can show: from the first on which a human did something until today, however many were asked for. */
import type { Deps } from '../deps.ts'
import { dayIn, daysFrom, type Period, untilToday } from './report-days.ts'

/** `since`: the first day with an event; null before any. */
export type Shown = { period: Period; since: string | null }

/** Asked for null it is everything. */
export const shownPeriod = async ({ readModel, config, now }: Deps, asked: Period | null): Promise<Shown> => {
  const today = dayIn(config.timeZone, now())
  const [row] = await readModel.rows<{ first: number }>(FIRST)
  const first = row?.first ? dayIn(config.timeZone, new Date(row.first * 1000)) : null
  const from = first !== null && first < today ? first : today
  const everything = { from, to: today, days: daysFrom(from, today) }
  return { period: asked ? untilToday(asked, today) : everything, since: first }
}

// Without FINAL, which would read it all in order: a row that was replaced is of no earlier time than what replaced it.
const FIRST = `
  SELECT toUnixTimestamp(min(at)) AS first FROM {db:Identifier}.traffic_15m WHERE bot = 0 AND gone = 0`
