/** What the answer of a report says first: until when everything is counted, and of which days it is. */
import type { PeriodQuery } from '../contract/range.ts'
import type { Deps } from '../deps.ts'
import { periodOf, rangeOf } from './report-days.ts'

export const openReport = async (
  { readModel, config, now }: Pick<Deps, 'readModel' | 'config' | 'now'>,
  query: PeriodQuery,
) => {
  const zone = config.timeZone
  const period = periodOf(query, zone, now())
  // Asked first: what is counted afterwards can only be more.
  const asOf = await readModel.asOf()
  return { zone, period, head: { asOf: asOf?.toISOString() ?? null, range: rangeOf(period, zone) } }
}
