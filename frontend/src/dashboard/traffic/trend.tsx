import type { Timeseries } from '@firsttouch/api/contract/timeseries'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useTimeseries } from '../figures.ts'
import { count } from '../format.ts'
import { Loaded } from '../loaded.tsx'
import { daysInWords } from '../range/range.ts'
import type { ChartData } from './chart.ts'
import { OverTime } from './over-time.tsx'
import { Panel } from './panel.tsx'

type Measure = 'visits' | 'conversions'
const TITLES = { visits: 'Visits over time', conversions: 'Conversions over time' } as const
const NAMES = { visits: 'Visits', conversions: 'Conversions' } as const

/** One measure over time, beside the same number of days before. */
export const Trend = ({ measure }: { measure: Measure }) => {
  const query = useTimeseries()
  return (
    <Panel
      title={TITLES[measure]}
      tools={
        query.data && (
          <span className="text-sm text-muted tabular-nums">
            {count(query.data.totals[measure])} in {daysInWords(query.data.range.from, query.data.range.to)}
          </span>
        )
      }
    >
      <Loaded query={query} what={NAMES[measure].toLowerCase()} bare skeleton={<Skeleton className="h-60" />}>
        {series => (
          <OverTime label={TITLES[measure]} data={chartOf(series, measure)} isOld={query.isPlaceholderData} />
        )}
      </Loaded>
    </Panel>
  )
}

const chartOf = ({ step, range, previous, points }: Timeseries, measure: Measure): ChartData => {
  const isCompared = previous !== null && points.some(point => point.previous !== null)
  return {
    step,
    timeZone: range.timeZone,
    isFilled: true,
    lines: [
      { id: 'now', name: NAMES[measure], look: 'main' },
      ...(isCompared
        ? [{ id: 'before', name: `In ${daysInWords(previous.from, previous.to)}`, look: 'before' } as const]
        : []),
    ],
    points: points.map(point => ({
      at: point.at,
      values: { now: isAhead(point.at) ? null : point[measure], before: point.previous?.[measure] ?? null },
    })),
  }
}

/** Hours of today that have not come yet have no visits to be nought. */
const isAhead = (at: string): boolean => Date.parse(at) > Date.now()
