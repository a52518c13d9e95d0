import type { Funnel } from '@firsttouch/api/contract/costs/funnel'
import type { Timeseries } from '@firsttouch/api/contract/timeseries'
import { onOrIn } from '../address/range.ts'
import { whenBefore } from '../pieces/comparison.ts'
import { coveredWords } from '../pieces/cost-words.ts'
import { capitalised, count, money, percent, shortMoney } from '../words/format.ts'
import { addDays } from '../words/report-zone.ts'
import { type ChartData, comparedLines, countedSteps } from './chart-data.ts'

export type CostMeasure = 'cost' | 'costPerLead'
export type Measure = 'visits' | 'conversions' | 'rate'
export const NAMES: Readonly<Record<CostMeasure | Measure, string>> = {
  cost: 'Cost',
  costPerLead: 'Cost per lead',
  visits: 'Visits',
  conversions: 'Conversions',
  rate: 'Conversion rate',
}

/** A step without a known cost is a gap. null if no step has a value. `today` is in the report time zone. */
export const costChart = (answer: Funnel, measure: CostMeasure, today: string): ChartData | null => {
  const { range, since, currency } = answer
  const before = answer.previous?.costDays
  const { step, points, previous } = answer.costs
  const [shown, earlier] = [valuesOf(points, measure), valuesOf(previous ?? [], measure)]
  if (shown.size === 0 && earlier.size === 0) return null
  const first = range.from ?? since ?? points[0]?.from ?? today
  const last = range.to !== null && range.to < today ? range.to : today
  const isCompared = before != null && earlier.size > 0
  const back = isCompared ? Date.parse(first) - Date.parse(before.from) : 0
  return {
    // Only a month can be unfinished, because a day appears only after its cost is known.
    openFrom: step === 'month' && last === today ? startOf(`${today.slice(0, 7)}-01`) : null,
    ...{ step, timeZone: 'UTC', isFilled: measure === 'cost' },
    format: value => money(value, currency),
    axis: value => shortMoney(value, currency),
    lines: comparedLines(
      NAMES[measure],
      isCompared ? capitalised(`${onOrIn(before.from, before.to)} ${coveredWords(before)}`) : null,
    ),
    points: stepsFrom(step, first, last).map(from => {
      const counterpart = dayOf(Date.parse(from) - back)
      return {
        at: startOf(from),
        beforeAt: isCompared ? startOf(counterpart) : null,
        values: { now: shown.get(from) ?? null, before: earlier.get(counterpart) ?? null },
      }
    }),
  }
}

const valuesOf = (points: Funnel['costs']['points'], measure: CostMeasure): Map<string, number> =>
  new Map(points.flatMap(point => (point[measure] === null ? [] : [[point.from, point[measure]] as const])))

/** A cost belongs to a calendar day without a time zone, so the chart uses UTC. */
const startOf = (day: string): string => `${day}T00:00:00.000Z`
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

const stepsFrom = (step: Funnel['costs']['step'], first: string, last: string): string[] => {
  const steps = []
  const next = (from: string) => (step === 'day' ? addDays(from, 1) : `${addDays(from, 31).slice(0, 7)}-01`)
  for (let at = step === 'day' ? first : `${first.slice(0, 7)}-01`; at <= last; at = next(at)) steps.push(at)
  return steps
}

type Counts = { visits: number; conversions: number }

/** The conversion rate is null without visits, not 0 %. */
export const measured = (measure: Measure, counts: Counts): number | null => {
  if (measure !== 'rate') return counts[measure]
  return counts.visits === 0 ? null : (counts.conversions / counts.visits) * 100
}

export const trendChart = (series: Timeseries, measure: Measure): ChartData => {
  const { step, range, previous, points, openFrom } = series
  const isCounted = countedSteps(series, points)
  const isCompared = previous !== null && points.some(point => point.previous !== null)
  return {
    ...{ step, openFrom, timeZone: range.timeZone, isFilled: measure !== 'rate' },
    format: measure === 'rate' ? value => percent(value, 1) : count,
    ...(measure === 'rate' && { axis: (value: number) => `${value}%` }),
    lines: comparedLines(NAMES[measure], isCompared ? capitalised(whenBefore(previous)) : null),
    points: points.map((point, at) => ({
      at: point.at,
      beforeAt: point.previous?.at ?? null,
      values: {
        now: isCounted[at] ? measured(measure, point) : null,
        before: point.previous && measured(measure, point.previous),
      },
    })),
  }
}
