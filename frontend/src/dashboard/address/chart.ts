/** What the chart of the traffic page shows: chosen by pressing a figure. */
import { oneOf } from './filters.ts'

export const CHART = oneOf('chart', 'What the chart shows', 'Visits', [
  ['conversions', 'Conversions'],
  ['rate', 'Conversion rate'],
  ['cost', 'Cost'],
  ['cost-per-lead', 'Cost per lead'],
])
