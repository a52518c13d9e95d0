import { openMeters } from '@firsttouch/infra/platform/metrics'
import type { Registry } from 'prom-client'

export type PipelineMetrics = ReturnType<typeof pipelineMetrics>
export const pipelineMetrics = (registry: Registry) => {
  const { gauge, counter, histogram } = openMeters(registry)
  return {
    batchSeconds: histogram('projector_batch_seconds', 'Time of one batch, from read to commit.'),
    failures: counter('projector_batch_failures_total', 'Failed batches, which are retried.', 'error'),
    replayed: counter(
      'projector_replayed_events_total',
      'Events that were projected again after they had been counted.',
    ),
    rebalances: counter('projector_rebalances_total', 'Times that a consumer started to read a partition.'),
    stopped: gauge(
      'projector_stopped',
      '1 after too many entries failed: the projector has stopped reading.',
    ),
    deadLetters: counter('dlq_total', 'Entries that became dead letters.', 'reason'),
  }
}
