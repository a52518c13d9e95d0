import { whenInWords } from '../address/range.ts'
import { useTraffic } from '../data/figures.ts'
import { count, percent } from '../words/format.ts'
import { OverTime } from './over-time.tsx'
import { Panel } from './traffic-panel.tsx'
import { type Measure, measured, NAMES, trendChart } from './trend-chart.ts'

export const Trend = ({ measure }: { measure: Measure }) => {
  const query = useTraffic('timeseries')
  const title = `${NAMES[measure]} over time`
  const total = query.data && measured(measure, query.data.totals)
  return (
    <Panel
      title={title}
      query={query}
      what={NAMES[measure].toLowerCase()}
      isChart
      isWide
      isNarrowed
      tools={
        query.data && (
          <span className="text-sm text-muted tabular-nums">
            {measure === 'rate' ? percent(total, 1) : count(total)}{' '}
            {whenInWords(query.data.range.from, query.data.range.to)}
          </span>
        )
      }
    >
      {series => (
        <OverTime label={title} data={trendChart(series, measure)} isOld={query.isPlaceholderData} />
      )}
    </Panel>
  )
}
