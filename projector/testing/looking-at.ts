/** Refreshing every roll-up takes most of a batch's CPU time. So tests refresh only the roll-ups that they check, and the others stay empty. */
import type { Store } from '../steps/store.ts'

/** `tables` must also include the roll-ups that a table reads. */
export const lookingAt = (store: Store, ...tables: string[]): Store => ({
  ...store,
  refresh: parts => store.refresh(parts.filter(([{ table }]) => tables.includes(table))),
})

/** Tables that the accounting compares. */
export const ACCOUNTED = [
  'event_minutes',
  'event_sums',
  'leads',
  'campaign_settings',
  'spend',
  'experiment_changes',
]
