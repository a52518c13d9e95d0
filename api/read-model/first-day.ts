/** First day with a human event. Reports begin there. */
import type { Deps } from '../deps.ts'
import { dayIn, daysFrom, type Period } from './report-days.ts'
import { TRAFFIC_OF_PEOPLE } from './traffic-filter.ts'

export const firstDay = async ({
  readModel,
  config,
}: Pick<Deps, 'readModel' | 'config'>): Promise<string | null> => {
  const [row] = await readModel.rows<{ first: number }>(FIRST)
  return row?.first ? dayIn(config.timeZone, new Date(row.first * 1000)) : null
}

export const everySince = (first: string | null, today: string): Period => {
  const from = first !== null && first < today ? first : today
  return { from, to: today, days: daysFrom(from, today) }
}

// Without FINAL, which would read everything. Replacements are never earlier than the replaced row. `ORDER BY at LIMIT 1` uses the
// index of `at`, which `min(at)` does not.
const FIRST = `
  SELECT toUnixTimestamp(at) AS first FROM {db:Identifier}.event_sums
  WHERE ${TRAFFIC_OF_PEOPLE} AND gone = 0 ORDER BY at LIMIT 1`
