/** Refreshing every roll-up is most of the CPU of a batch: those that a test does not look at stay empty. */
import type { Store } from '../steps/store.ts'

/** What a table is made of has to be named as well. */
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
