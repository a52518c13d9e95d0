import { openMeters } from '@firsttouch/infra/platform/metrics'
import type { Registry } from 'prom-client'

export type IngestMetrics = ReturnType<typeof ingestMetrics>
type IngestState = {
  inFlight: () => number
  /** End of the log in each partition. null while the log does not answer. */
  positions: () => readonly { partition: number; end: number }[] | null
}
export const ingestMetrics = (registry: Registry, { inFlight, positions }: IngestState) => {
  const { counter, histogram, readGauge } = openMeters(registry)
  readGauge('ingest_inflight_events', 'Events that wait for the log.', [], async () => [[{}, inFlight()]])
  readGauge(
    'log_end_offset',
    'End offset of each partition of the log. Absent while the log does not answer.',
    ['partition'],
    async () => (positions() ?? []).map(({ partition, end }) => [{ partition: String(partition) }, end]),
  )
  const metrics = {
    events: counter(
      'ingest_events_total',
      'Events by result: accepted (the log has stored them), rejected (invalid), host_not_allowed (the settings do not list the host of the page), limited (429; a rejected batch counts as one event), unavailable (503).',
      'result',
    ),
    contactData: counter(
      'ingest_contact_data_events_total',
      'Accepted events from which ingest removed an e-mail address or a telephone number.',
    ),
    appendSeconds: histogram('ingest_append_seconds', 'Time until the log has stored an append.'),
    canaries: counter('ingest_canary_events_total', 'Accepted canary events.'),
    appendErrors: counter(
      'log_append_errors_total',
      'Appends that the log did not confirm. class: timeout or error.',
      'class',
    ),
  }
  // Start each series at 0. Prometheus sees no increase in a series that begins with its first failure.
  for (const result of ['accepted', 'rejected', 'host_not_allowed', 'limited', 'unavailable'])
    metrics.events.inc({ result }, 0)
  for (const kind of ['error', 'timeout']) metrics.appendErrors.inc({ class: kind }, 0)
  return metrics
}
