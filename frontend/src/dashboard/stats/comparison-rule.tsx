import { useRange } from '../address/use-range.ts'
import { useTraffic } from '../data/figures.ts'
import { comparisonRule } from '../pieces/comparison.ts'

/** Stands beneath what is compared. */
export const ComparisonRule = () => {
  const { data } = useTraffic('timeseries')
  const { preset } = useRange()
  const rule = data && comparisonRule(data, preset === 'all')
  return rule ? <p className="mt-2 text-xs text-muted">{rule}</p> : null
}
