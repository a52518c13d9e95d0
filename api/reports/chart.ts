/** What every chart's answer says first: how fresh it is, which days it shows, and in which steps. */
import type { PeriodQuery } from '../contract/range.ts'
import type { Deps } from '../deps.ts'
import { shownPeriod } from '../read-model/first-day.ts'
import { dayIn, periodOf } from '../read-model/report-days.ts'
import { openStep, stepsOf } from '../read-model/time-steps.ts'

export const openChart = async (deps: Deps, query: PeriodQuery) => {
  const { readModel, config, now } = deps
  const zone = config.timeZone
  const time = now()
  const today = dayIn(zone, time)
  const asOf = await readModel.asOf()
  const asked = periodOf(query, zone, time)
  const { period, since } = await shownPeriod(deps, asked)
  const steps = stepsOf(period, zone)
  const head = {
    asOf: asOf?.toISOString() ?? null,
    range: { from: period.from, to: period.to, timeZone: zone },
    since,
    openFrom: openStep(steps, period, today, time),
    step: steps.step,
  }
  return { zone, time, today, asked, period, since, steps, head }
}
