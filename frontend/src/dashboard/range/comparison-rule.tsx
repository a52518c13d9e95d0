import { useTimeseries } from '../figures.ts'
import { comparisonRule } from './comparison.ts'
import { useRange } from './use-range.ts'

/** Stands beneath what is compared. */
export const ComparisonRule = () => {
  const { data } = useTimeseries()
  const { preset } = useRange()
  const rule = data && comparisonRule(data, preset === 'all')
  return rule ? <p className="mt-2 text-xs text-muted">{rule}</p> : null
}
