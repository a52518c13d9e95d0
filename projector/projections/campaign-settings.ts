/** The name and the settings of each campaign of the dashboard, as its greatest version has them. */
import type { Projection } from './index.ts'
import { latestOf } from './rollup.ts'

const said = (name: string) => `JSONExtractString(properties, '${name}')`
const timeOf = (name: string) => `parseDateTime64BestEffortOrZero(${said(name)}, 3, 'UTC')`

const source = latestOf({
  types: ['campaign_changed'],
  key: 'campaign',
  latest: {
    name: said('name'),
    platform: said('platform'),
    date: said('date'),
    utm_source: 'utm_source',
    utm_medium: 'utm_medium',
    utm_campaign: 'utm_campaign',
    utm_content: 'utm_content',
    utm_term: 'utm_term',
    active: `toUInt8(JSONExtractBool(properties, 'active'))`,
    created_at: timeOf('createdAt'),
    archived_at: timeOf('archivedAt'),
    changed_at: 'occurred_at',
  },
  over: { told: 'count()' },
})

export const campaignSettings: Projection = {
  reads: event => event.type === 'campaign_changed',
  rollups: [{ table: 'campaign_settings', ...source }],
  feeds: [],
  since: 2,
}
