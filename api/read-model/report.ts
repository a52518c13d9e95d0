import type { PeriodQuery } from '../contract/range.ts'
import type { Deps } from '../deps.ts'
import { periodOf, rangeOf } from './report-days.ts'

export const openReport = async (
  { readModel, config, now }: Pick<Deps, 'readModel' | 'config' | 'now'>,
  query: PeriodQuery,
) => {
  const zone = config.timeZone
  const period = periodOf(query, zone, now())
  // Reads asOf before the figures, because the figures can only grow afterwards.
  const asOf = await readModel.asOf()
  return { zone, period, head: { asOf: asOf?.toISOString() ?? null, range: rangeOf(period, zone) } }
}
