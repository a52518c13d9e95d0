/** State of each lead. The ids of a lead's events contain the minute of its creation, so the events share a bucket. */
import { field, flag, latestOf, time } from './latest.ts'

const STANDING = ['spam', 'deleted', 'trial', 'onboarding'].map(name => `if(${name}, ' ${name}', '')`)

export const leads = latestOf({
  table: 'leads',
  types: ['lead_recorded', 'lead_changed'],
  key: 'lead',
  latest: {
    session: 'session',
    session_minute: 'session_minute',
    recorded_at: time('recordedAt'),
    changed_at: 'occurred_at',
    form: field('form'),
    status: field('status'),
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
    qualified_at: `minIf(occurred_at, ${field('status')} = 'qualified')`,
    recorded: `countIf(type = 'lead_recorded')`,
    changed: `countIf(type = 'lead_changed')`,
  },
  erasure: 'session',
  parity: {
    'leads by day, campaign and state': {
      key: `concat(toString(toDate(recorded_at)), ' ', utm_source, ' ', utm_campaign, ' ', variant, ' ', form, ' ', status, ${STANDING.join(', ')})`,
    },
    'changes of leads by form': { key: 'form', n: 'sum(recorded + changed)' },
  },
})
