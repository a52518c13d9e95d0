/** The changes that staff made to experiments. Versions give their order, so late and repeated events do not matter. */
import { field, latestOf } from './latest.ts'

export const experimentChanges = latestOf({
  table: 'experiment_changes',
  types: ['experiment_changed'],
  key: 'change',
  latest: {
    experiment: field('experiment'),
    number: `toUInt32(JSONExtractUInt(properties, 'number'))`,
    step: field('step'),
    state: field('state'),
    run: field('run'),
    variants: `JSONExtract(properties, 'variants', 'Array(String)')`,
    shares: `JSONExtract(properties, 'shares', 'Array(Float64)')`,
    winner: field('winner'),
    goal: field('goal'),
    goal_types: `JSONExtract(properties, 'goalTypes', 'Array(String)')`,
    planned_visitors: `JSONExtractUInt(properties, 'plannedVisitors')`,
    at: 'occurred_at',
    event_version: `JSONExtractUInt(properties, 'version')`,
  },
  erasure: 'nothing',
  parity: {
    'steps of experiments': {
      key: `concat(experiment, ' ', toString(number), ' ', step, ' ', state, ' ', winner, ' ', toString(shares))`,
      n: 'sum(told)',
    },
  },
})
