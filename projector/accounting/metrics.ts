import { openMeters } from '@firsttouch/infra/platform/metrics'
import type { Registry } from 'prom-client'

export type AccountingMetrics = ReturnType<typeof accountingMetrics>
export const accountingMetrics = (registry: Registry) => {
  const { gauge, absentGauge, counter } = openMeters(registry)
  return {
    conflicts: absentGauge(
      'event_id_conflicts_total',
      'Events whose id had already arrived with another payload.',
    ),
    reconcileDifference: gauge(
      'reconcile_difference',
      'Event ids that are in the log and missing in ClickHouse, by the hour inside the id.',
      'hour',
    ),
    repaired: counter(
      'reconcile_repaired_buckets_total',
      'Buckets of roll-ups that differed from their source.',
    ),
    events: gauge(
      'pipeline_events',
      'The accounting by type: accepted, projected and so on.',
      'type',
      'entry',
    ),
    balanced: absentGauge('pipeline_balanced', '1 while the accounting balances. Absent while unknown.'),
  }
}
