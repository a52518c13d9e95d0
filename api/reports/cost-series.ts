import type { Funnel } from '../contract/costs/funnel.ts'
import type { Period } from '../read-model/report-days.ts'
import type { DayCost } from '../spend/counted.ts'
import type { SpendSum } from '../spend/figures.ts'
import { dayText, isIn } from '../spend/known-days.ts'
import { costEach } from '../spend/unit-cost.ts'

const DAILY_DAYS = 400

type Step = Funnel['costs']['step']
type Point = Funnel['costs']['points'][number]

export const stepOf = (shown: Period): Step => (shown.days <= DAILY_DAYS ? 'day' : 'month')

/** `leads` are counts by day. Their sum is the divisor of the cost per lead of `sum`. */
export const costPoints = (
  step: Step,
  sum: SpendSum | null,
  days: readonly DayCost[],
  leads: ReadonlyMap<string, number>,
): Point[] => {
  const points = new Map<string, { hundredths: number; leads: number }>()
  for (const { day, hundredths } of days) {
    if (!sum || !isIn(sum.covered.spans, day)) continue
    const text = dayText(day)
    const from = step === 'day' ? text : `${text.slice(0, 7)}-01`
    const before = points.get(from) ?? { hundredths: 0, leads: 0 }
    points.set(from, {
      hundredths: before.hundredths + hundredths,
      leads: before.leads + (leads.get(text) ?? 0),
    })
  }
  return [...points].map(([from, { hundredths, leads }]) => {
    const cost = hundredths / 100
    return { from, cost, leads, costPerLead: costEach(cost, leads) }
  })
}
