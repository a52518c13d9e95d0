import { CHART } from '../address/chart.ts'
import { useChoice } from '../address/filters.ts'
import { CostTrend } from './cost-trend.tsx'
import { Trend } from './trend.tsx'

export const Series = () => {
  const [chosen] = useChoice(CHART)
  if (chosen === 'cost') return <CostTrend measure="cost" />
  if (chosen === 'cost-per-lead') return <CostTrend measure="costPerLead" />
  return <Trend measure={chosen === 'conversions' || chosen === 'rate' ? chosen : 'visits'} />
}
