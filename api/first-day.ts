/** "Everything" as a period that can be drawn: from the first day on which a human did something, until today. */
import type { Deps } from './deps.ts'
import { dayIn, daysFrom, type Period } from './report-days.ts'

export const shownPeriod = async ({ readModel, config, now }: Deps): Promise<Period> => {
  const to = dayIn(config.timeZone, now())
  const [row] = await readModel.rows<{ first: number }>(FIRST)
  const first = row?.first ? dayIn(config.timeZone, new Date(row.first * 1000)) : to
  const from = first < to ? first : to
  return { from, to, days: daysFrom(from, to) }
}

// Without FINAL, which would read it all in order: a row that was replaced is of no earlier time than what replaced it.
const FIRST = `
  SELECT toUnixTimestamp(min(at)) AS first FROM {db:Identifier}.traffic_quarters WHERE bot = 0 AND gone = 0`
