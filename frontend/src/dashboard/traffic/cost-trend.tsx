import type { Funnel } from '@firsttouch/api/contract/costs/funnel'
import { usePageFilter } from '../address/page-filter.ts'
import { useFunnel } from '../data/figures.ts'
import { noCostWords, partWithoutCost } from '../pieces/cost-words.ts'
import { Nothing } from '../pieces/empty.tsx'
import { COST_NAMES, type CostMeasure, costChart } from './cost-chart.ts'
import { OverTime } from './over-time.tsx'
import { stepNames } from './step-names.ts'
import { Panel } from './traffic-panel.tsx'

export const CostTrend = ({ measure }: { measure: CostMeasure }) => {
  const query = useFunnel()
  return (
    <Panel title={`${COST_NAMES[measure]} over time`} query={query} what="costs" isChart isWide isNarrowed>
      {answer => <CostsOf answer={answer} measure={measure} isOld={query.isPlaceholderData} />}
    </Panel>
  )
}

type CostsOfProps = { answer: Funnel; measure: CostMeasure; isOld: boolean }

const CostsOf = ({ answer, measure, isOld }: CostsOfProps) => {
  const { partNarrowed } = usePageFilter()
  const today = stepNames('day', answer.range.timeZone).day(new Date().toISOString())
  const data = costChart(answer, measure, today)
  if (data) return <OverTime label={`${COST_NAMES[measure]} over time`} data={data} isOld={isOld} />
  return (
    <Nothing>
      {partNarrowed
        ? partWithoutCost(partNarrowed)
        : answer.cost === null
          ? `${noCostWords(answer)} Costs are typed in or imported under Campaigns.`
          : 'No lead came on a day with a known cost.'}
    </Nothing>
  )
}
