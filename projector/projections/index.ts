import { campaignSettings } from './campaign-settings.ts'
import { eventMinutes, eventSums } from './event-counts.ts'
import { experimentChanges } from './experiment-changes.ts'
import { leads } from './leads.ts'
import type { EventType, Rollup } from './rollup.ts'
import { sessionEvents } from './session-events.ts'
import { sessionMinutes, sessionSums } from './sessions/tables.ts'
import { spend } from './spend.ts'

/** A read model reads only tables of earlier tiers, so those of one tier are refreshed in parallel. */
export const TIERS: Rollup[][] = [
  [eventMinutes, sessionEvents, leads, campaignSettings, spend, experimentChanges],
  [eventSums, sessionMinutes],
  [sessionSums],
]
export const ROLLUPS = TIERS.flat()

/** Query keys of the API that each type of event invalidates. */
export const FEEDS: Record<EventType, string[]> = {
  visit: ['analytics', 'campaigns'],
  conversion: ['analytics', 'campaigns', 'ab-testing-stats'],
  engagement: ['analytics', 'campaigns'],
  ab_test: ['ab-testing-stats'],
  lead_recorded: ['ab-testing-stats'],
  lead_changed: ['ab-testing-stats'],
  campaign_changed: [],
  spend_recorded: [],
  experiment_changed: ['experiments'],
}

/** Tables of a generation other than read models, with their purpose. */
export const OTHER_TABLES = {
  events: 'what read models are made of',
  progress: 'how far the generation has come',
  event_days: 'sums of event_sums by days that are over',
  session_days: 'sums of session_sums by days that are over',
  leaders: 'the epochs of the leaders that wrote it',
  written_days: 'up to which day the tables of days are written',
  migrations: 'which files have been applied',
  numbers_key: 'the key of the numbers in the views of reporting, written when they are published',
}
