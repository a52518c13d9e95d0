import { openMeters } from '@firsttouch/infra/platform/metrics'
import type { Registry } from 'prom-client'

export type IngestMetrics = ReturnType<typeof ingestMetrics>
type IngestState = {
  inFlight: () => number
  /** Latest positions of the log. null while the log does not answer. */
  positions: () => readonly { partition: number; end: number }[] | null
}
export const ingestMetrics = (registry: Registry, { inFlight, positions }: IngestState) => {
  const { counter, histogram, readGauge } = openMeters(registry)
  readGauge('ingest_inflight_events', 'Events on their way to the log.', [], async () => [[{}, inFlight()]])
  readGauge(
    'log_end_offset',
    'How many entries a partition of the log has taken; absent while the log does not answer.',
    ['partition'],
    async () => (positions() ?? []).map(({ partition, end }) => [{ partition: String(partition) }, end]),
  )
  const metrics = {
    events: counter(
      'ingest_events_total',
      'Events by what became of them: accepted (the log holds them), rejected (not valid), host_not_allowed (sent by a page on a host that the settings do not name), limited (429; a refused batch counts as one event), unavailable (503).',
      'result',
    ),
    contactData: counter(
      'ingest_contact_data_events_total',
      'Accepted events that came with an e-mail address or a telephone number, which was taken out.',
    ),
    appendSeconds: histogram('ingest_append_seconds', 'Time until the log held what was appended to it.'),
    canaries: counter('ingest_canary_events_total', 'Accepted events that are canaries, not of visitors.'),
    appendErrors: counter('log_append_errors_total', 'Not confirmed. class: timeout, or error.', 'class'),
  }
  // Series start at 0. A series that begins with its first failure shows no increase, so its alarm would not fire.
  for (const result of ['accepted', 'rejected', 'host_not_allowed', 'limited', 'unavailable'])
    metrics.events.inc({ result }, 0)
  for (const kind of ['error', 'timeout']) metrics.appendErrors.inc({ class: kind }, 0)
  return metrics
}
