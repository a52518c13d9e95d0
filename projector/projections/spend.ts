/** Daily cost of each campaign. For each spend record, the event with the greatest version counts. */
import { field, latestOf } from './latest.ts'

export const spend = latestOf({
  table: 'spend',
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
  erasure: 'nothing',
  parity: {
    'costs by day and campaign': {
      key: `concat(toString(day), ' ', utm_campaign, ' ', utm_source, ' ', utm_medium, ' ', platform, ' ', currency, ' ', if(known = 1, toString(cost), 'none'))`,
      n: 'sum(told)',
    },
  },
})
