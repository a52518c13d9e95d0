/**
 * How each lead stands: the state of its greatest version. All events of a lead have the lead's own minute in their ids,
 * so they meet in one bucket, whatever comes first and however late a change is.
 */
import type { Projection } from './index.ts'
import { latestOf, type Rollup } from './rollup.ts'

const said = (name: string) => `JSONExtractString(properties, '${name}')`
const flag = (name: string) => `toUInt8(JSONExtractBool(properties, '${name}'))`
const QUALIFIED = `${said('status')} = 'qualified'`

const source = latestOf({
  types: ['lead_recorded', 'lead_changed'],
  key: 'lead',
  latest: {
    session: 'session',
    session_minute: 'session_minute',
    recorded_at: `parseDateTime64BestEffortOrZero(${said('recordedAt')}, 3, 'UTC')`,
    changed_at: 'occurred_at',
    form: said('form'),
    status: said('status'),
    spam: flag('spam'),
    deleted: flag('deleted'),
    trial: flag('trial'),
    onboarding: flag('onboarding'),
    utm_source: 'utm_source',
    utm_medium: 'utm_medium',
    utm_campaign: 'utm_campaign',
    variant: 'variant',
  },
  over: {
    qualified_at: `minIf(occurred_at, ${QUALIFIED})`,
    recorded: `countIf(type = 'lead_recorded')`,
    changed: `countIf(type = 'lead_changed')`,
  },
})

const byLead: Rollup = { table: 'leads', ...source }

export const leads: Projection = {
  reads: event => event.type === 'lead_recorded' || event.type === 'lead_changed',
  rollups: [byLead],
  feeds: [],
  since: 2,
}
