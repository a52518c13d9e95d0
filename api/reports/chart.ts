import type { PeriodQuery } from '../contract/range.ts'
import type { Deps } from '../deps.ts'
import { everySince, firstDay } from '../read-model/first-day.ts'
import { dayIn, daysEarlier, periodOf, untilToday } from '../read-model/report-days.ts'
import { openStep, stepsOf } from '../read-model/time-steps.ts'

export const openChart = async (deps: Deps, query: PeriodQuery) => {
  const { readModel, config, now } = deps
  const zone = config.timeZone
  const time = now()
  const today = dayIn(zone, time)
  const asOf = await readModel.asOf()
  const asked = periodOf(query, zone, time)
  const first = firstDay(deps)
  const period = asked ? untilToday(asked, today) : everySince(await first, today)
  const { compare } = query
  const earlier = compare === 'none' ? undefined : daysEarlier(period.days, compare)
  const steps = stepsOf(period, zone, earlier)
  const head = {
    asOf: asOf?.toISOString() ?? null,
    range: { from: period.from, to: period.to, timeZone: zone },
    openFrom: openStep(steps, period, today, time),
    step: steps.step,
  }
  return { zone, time, today, asked, period, first, steps, head }
}
