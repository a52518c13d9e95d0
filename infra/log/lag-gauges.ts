/** Exposes the lag as metrics. A gauge is absent while its value is unknown. */
import type { Registry } from 'prom-client'
import { openMeters } from '../platform/metrics.ts'
import { ageInSeconds } from './lag.ts'
import type { ServingLag } from './serving-lag.ts'

export type LagMetrics = ReturnType<typeof lagMetrics>
/** Gauges by partition. The API serves them too, because a stopped projector reports nothing. */
export const lagMetrics = (registry: Registry) => {
  const { gauge } = openMeters(registry)
  return {
    lagEvents: gauge('projector_lag_events', 'Entries of the log that are not in the figures.', 'partition'),
    lagSeconds: gauge(
      'projector_lag_seconds',
      'Age of the oldest entry that is not in the figures.',
      'partition',
    ),
    owned: gauge('projector_partition_owned', '1 while a projector reads the partition.', 'partition'),
  }
}

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
