import type { Timeseries } from '@firsttouch/api/contract/timeseries'
import { whenBefore } from '../pieces/comparison.ts'
import { capitalised, count, percent } from '../words/format.ts'
import { type ChartData, comparedLines, countedSteps } from './chart-data.ts'

export type Measure = 'visits' | 'conversions' | 'rate'
export const NAMES = { visits: 'Visits', conversions: 'Conversions', rate: 'Conversion rate' } as const

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
