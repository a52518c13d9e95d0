import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { ingestMetrics } from './metrics.ts'

test('every outcome of an event starts at 0, so that its first occurrence shows as an increase', async () => {
  const registry = new Registry()
  ingestMetrics(registry, { inFlight: () => 0, positions: () => null })
  const lines = (await registry.metrics())
    .split('\n')
    .filter(line => /^(ingest_events|log_append_errors)_total/.test(line))
  expect(lines.toSorted()).toEqual([
    'ingest_events_total{result="accepted"} 0',
    'ingest_events_total{result="host_not_allowed"} 0',
    'ingest_events_total{result="limited"} 0',
    'ingest_events_total{result="rejected"} 0',
    'ingest_events_total{result="unavailable"} 0',
    'log_append_errors_total{class="error"} 0',
    'log_append_errors_total{class="timeout"} 0',
  ])
})
