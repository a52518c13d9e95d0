import { campaignSettings } from './campaign-settings.ts'
import { eventMinutes, eventSums } from './event-counts.ts'
import { experimentChanges } from './experiment-changes.ts'
import { leads } from './leads.ts'
import type { EventType, Rollup } from './rollup.ts'
import { sessionEvents } from './session-events.ts'
import { sessionMinutes, sessionSums } from './sessions/tables.ts'
import { spend } from './spend.ts'

/** Read models by tier. A read model reads only earlier tiers, so the read models of a tier refresh in parallel. */
export const TIERS: Rollup[][] = [
  [eventMinutes, sessionEvents, leads, campaignSettings, spend, experimentChanges],
  [eventSums, sessionMinutes],
  [sessionSums],
]
export const ROLLUPS = TIERS.flat()

/** For each type of event, the API's query keys that a new event invalidates. */
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

/** The tables of a generation that are not read models, with their purpose. */
export const OTHER_TABLES = {
  events: 'all events, the source of the read models',
  progress: 'the position in each partition of the log up to which all tables are written',
  event_days: 'sums of event_sums by past day',
  session_days: 'sums of session_sums by past day',
  leaders: 'the epochs of the leaders that wrote this generation',
  written_days: 'the end of the days in event_days and session_days',
  migrations: 'the migration files that were applied',
  numbers_key: 'the key of the numbers in the views of reporting, written when they are published',
}
