/** Registers all metrics of all services, without values. */
import { notificationMetrics } from '@firsttouch/api/notifications/state'
import { outboxMetric } from '@firsttouch/api/outbox/outbox'
import { ingestMetrics } from '@firsttouch/ingest/metrics'
import { projectorMetrics } from '@firsttouch/projector/monitoring/metrics'
import { type MetricObjectWithValues, type MetricValue, Registry } from 'prom-client'
import { openHttp } from '../../platform/http/http.ts'
import { countResponses, serviceMetric, storesMetric } from '../../platform/metrics.ts'
import { upkeepMetrics } from '../../stores/upkeep-metrics.ts'

export type Metric = MetricObjectWithValues<MetricValue<string>>

export const metricsOf = async (registry: Registry): Promise<Metric[]> => registry.getMetricsAsJSON()

export const everyMetric = (): Promise<Metric[]> => {
  const registry = new Registry()
  ingestMetrics(registry, { inFlight: () => 0, positions: () => [] })
  serviceMetric(registry, 'whole')
  countResponses(openHttp(), registry)
  const env = { DATA_DIR: '.', DATABASE_URL: undefined, SITE_URL: undefined, BACKUP_WITHIN_HOURS: 24 }
  // Stores that are not connected: only names and descriptions are read.
  upkeepMetrics(registry, { sql: Object(null), clickhouse: Object(null), env })
  projectorMetrics(registry)
  storesMetric(registry, {})
  outboxMetric(registry, Object(null))
  notificationMetrics(registry, async () => [])
  return metricsOf(registry)
}
