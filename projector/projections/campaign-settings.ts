/** Name and settings of each campaign, from its event with the greatest version. */
import { field, flag, latestOf, time } from './latest.ts'

export const campaignSettings = latestOf({
  table: 'campaign_settings',
  types: ['campaign_changed'],
  key: 'campaign',
  latest: {
    name: field('name'),
    platform: field('platform'),
    date: field('date'),
    utm_source: 'utm_source',
    utm_medium: 'utm_medium',
    utm_campaign: 'utm_campaign',
    utm_content: 'utm_content',
    utm_term: 'utm_term',
    active: flag('active'),
    created_at: time('createdAt'),
    archived_at: time('archivedAt'),
    changed_at: 'occurred_at',
  },
  erasure: 'nothing',
  parity: {
    'campaigns by name': {
      key: `concat(name, ' ', utm_campaign, if(active, ' active', ''))`,
      n: 'sum(told)',
    },
  },
})
