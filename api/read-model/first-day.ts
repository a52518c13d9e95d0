/** The days a chart can show: from the first with a human event until today. */
import type { Deps } from '../deps.ts'
import { dayIn, daysFrom, type Period, untilToday } from './report-days.ts'
import { TRAFFIC_OF_PEOPLE } from './traffic-filter.ts'

export type Shown = { period: Period; since: string | null }

export const shownPeriod = async ({ readModel, config, now }: Deps, asked: Period | null): Promise<Shown> => {
  const today = dayIn(config.timeZone, now())
  const [row] = await readModel.rows<{ first: number }>(FIRST)
  const first = row?.first ? dayIn(config.timeZone, new Date(row.first * 1000)) : null
  const from = first !== null && first < today ? first : today
  const everything = { from, to: today, days: daysFrom(from, today) }
  return { period: asked ? untilToday(asked, today) : everything, since: first }
}

// Without FINAL, which would read everything in order: no replacement is earlier than the row that it replaces. In this form,
// and not as a minimum, the index of `at` rules out all that is later.
const FIRST = `
  SELECT toUnixTimestamp(at) AS first FROM {db:Identifier}.event_sums
  WHERE ${TRAFFIC_OF_PEOPLE} AND gone = 0 ORDER BY at LIMIT 1`
