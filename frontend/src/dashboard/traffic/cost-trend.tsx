import type { Funnel } from '@firsttouch/api/contract/costs/funnel'
import { oneOf, useChoice } from '../address/filters.ts'
import { usePageFilter } from '../address/page-filter.ts'
import { useFunnel } from '../data/figures.ts'
import { noCostWords, partWithoutCost } from '../pieces/cost-words.ts'
import { Nothing } from '../pieces/empty.tsx'
import { FilterSelect } from '../pieces/filters/filter-control.tsx'
import { COST_NAMES, type CostMeasure, costChart } from './cost-chart.ts'
import { OverTime } from './over-time.tsx'
import { stepNames } from './step-names.ts'
import { Panel } from './traffic-panel.tsx'

const MEASURES = oneOf('costs', 'Costs over time', COST_NAMES.cost, [['per-lead', COST_NAMES.costPerLead]])

/** What advertising cost, and what a lead did, beside the same number of days before. */
export const CostTrend = () => {
  const query = useFunnel()
  const [chosen, choose] = useChoice(MEASURES)
  const measure = chosen === 'per-lead' ? 'costPerLead' : 'cost'
  return (
    <Panel
      title="Cost over time"
      query={query}
      what="costs"
      isChart
      isNarrowed
      tools={<FilterSelect filter={MEASURES} value={chosen} onChange={choose} />}
    >
      {answer => <CostsOf answer={answer} measure={measure} isOld={query.isPlaceholderData} />}
    </Panel>
  )
}

type CostsOfProps = { answer: Funnel; measure: CostMeasure; isOld: boolean }

const CostsOf = ({ answer, measure, isOld }: CostsOfProps) => {
  const { channel, referringSite } = usePageFilter().chosen
  const today = stepNames('day', answer.range.timeZone).day(new Date().toISOString())
  const data = costChart(answer, measure, today)
  if (data) return <OverTime label={`${COST_NAMES[measure]} over time`} data={data} isOld={isOld} />
  return (
    <Nothing>
      {channel || referringSite
        ? partWithoutCost(channel ? 'channel' : 'site')
        : answer.cost === null
          ? `${noCostWords(answer)} Costs are typed in or imported under Campaigns.`
          : 'No lead came on a day with a known cost.'}
    </Nothing>
  )
}
