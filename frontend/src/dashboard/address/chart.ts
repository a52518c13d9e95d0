import { oneOf } from './filters.ts'

export const CHART = oneOf('chart', 'What the chart shows', 'Visits', {
  conversions: 'Conversions',
  rate: 'Conversion rate',
  cost: 'Cost',
  'cost-per-lead': 'Cost per lead',
})
