import { CHART } from '../address/chart.ts'
import { useChoice } from '../address/filters.ts'
import { usePageFilter } from '../address/page-filter.ts'
import { useChooseRange, whenInWords } from '../address/range.ts'
import { useFunnel, useTraffic } from '../data/figures.ts'
import { noCostWords } from '../pieces/cost-words.ts'
import { Nothing } from '../pieces/loaded.tsx'
import { count, percent } from '../words/format.ts'
import { type CostMeasure, costChart, type Measure, measured, NAMES, trendChart } from './charts.ts'
import { OverTime } from './over-time.tsx'
import { stepNames } from './step-names.ts'
import { Panel } from './traffic-panel.tsx'

/** The chart of the clicked card's figure, compared with the period before. */
export const Series = () => {
  const [chosen] = useChoice(CHART)
  if (chosen === 'cost') return <CostTrend measure="cost" />
  if (chosen === 'cost-per-lead') return <CostTrend measure="costPerLead" />
  return <Trend measure={chosen === 'conversions' || chosen === 'rate' ? chosen : 'visits'} />
}

const Trend = ({ measure }: { measure: Measure }) => {
  const query = useTraffic('timeseries')
  const { chooseDays } = useChooseRange()
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
        <OverTime
          label={title}
          data={trendChart(series, measure)}
          isOld={query.isPlaceholderData}
          onDay={day => chooseDays(day, day)}
        />
      )}
    </Panel>
  )
}

const CostTrend = ({ measure }: { measure: CostMeasure }) => {
  const query = useFunnel()
  const title = `${NAMES[measure]} over time`
  const { partNarrowed } = usePageFilter()
  return (
    <Panel title={title} query={query} what="costs" isChart isWide isNarrowed>
      {answer => {
        const today = stepNames('day', answer.range.timeZone).day(new Date().toISOString())
        const data = costChart(answer, measure, today)
        if (data) return <OverTime label={title} data={data} isOld={query.isPlaceholderData} />
        if (partNarrowed) return <Nothing>{noCostWords(answer, partNarrowed)}</Nothing>
        if (answer.cost !== null)
          return <Nothing>No cost per lead: no leads came on the days with a known cost.</Nothing>
        return <Nothing>{noCostWords(answer)} Staff type in or import costs under Campaigns.</Nothing>
      }}
    </Panel>
  )
}
