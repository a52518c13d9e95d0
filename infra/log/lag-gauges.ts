/** The lag as metrics, by whichever process serves them. What is not known is not there. */
import type { LagMetrics } from '../platform/metrics.ts'
import { ageInSeconds } from './lag.ts'
import type { ServingLag } from './serving-lag.ts'

export const setLag = ({ lagEvents, lagSeconds, owned }: LagMetrics, serving: ServingLag | null): void => {
  for (const gauge of [lagEvents, lagSeconds, owned]) gauge.reset()
  const now = new Date()
  for (const { partition, entries, since } of serving?.lag ?? []) {
    const label = { partition: String(partition) }
    lagEvents.set(label, entries)
    lagSeconds.set(label, ageInSeconds(since, now))
    owned.set(label, serving?.owned.has(partition) ? 1 : 0)
  }
}
