/** What each report says that a campaign cost on each day, as its greatest version has it: whatever comes first, and however often. */
import { field, latestOf } from './latest.ts'
import type { Rollup } from './rollup.ts'

const source = latestOf({
  types: ['spend_recorded'],
  key: 'spend',
  latest: {
    day: `toDate32OrZero(${field('day')})`,
    utm_campaign: 'utm_campaign',
    utm_source: 'utm_source',
    utm_medium: 'utm_medium',
    platform: field('platform'),
    account: field('account'),
    known: `toUInt8(${field('cost')} != '')`,
    cost: `toDecimal64OrZero(${field('cost')}, 2)`,
    clicks: `JSONExtract(properties, 'clicks', 'Nullable(UInt64)')`,
    currency: field('currency'),
    changed_at: 'occurred_at',
  },
  over: { told: 'count()' },
})

export const spend: Rollup = {
  table: 'spend',
  ...source,
  erasure: 'nothing',
  parity: {
    'costs by day and campaign': {
      key: `concat(toString(day), ' ', utm_campaign, ' ', utm_source, ' ', utm_medium, ' ', platform, ' ', currency, ' ', if(known = 1, toString(cost), 'none'))`,
      n: 'sum(told)',
    },
  },
}
