/** Registers all metrics of all services, without values. */
import { notificationMetrics } from '@firsttouch/api/notifications/state'
import { outboxMetric } from '@firsttouch/api/outbox/outbox'
import { ingestMetrics } from '@firsttouch/ingest/metrics'
import { projectorMetrics } from '@firsttouch/projector/monitoring/metrics'
import { type MetricObjectWithValues, type MetricValue, Registry } from 'prom-client'
import { lagMetrics } from '../../log/lag.ts'
import { openHttp } from '../../platform/http/http.ts'
import { countResponses, serviceMetric, storesMetric } from '../../platform/metrics.ts'
import { clockMetric, upkeepMetrics } from '../../stores/upkeep-metrics.ts'

export type Metric = MetricObjectWithValues<MetricValue<string>>

export const metricsOf = async (registry: Registry): Promise<Metric[]> => registry.getMetricsAsJSON()

// Stores that are not connected: only names and descriptions are read.
const NO_STORE = Object(null)

/** As the services' `main.ts` and `mount.ts` register them. `npm start` is one process with all of them. */
const REGISTER = {
  ingest: (registry: Registry) => {
    ingestMetrics(registry, { inFlight: () => 0, positions: () => [] })
    clockMetric(registry, NO_STORE)
  },
  projector: (registry: Registry) => {
    projectorMetrics(registry)
    storesMetric(registry, {})
    clockMetric(registry, NO_STORE)
  },
  api: (registry: Registry) => {
    lagMetrics(registry)
    storesMetric(registry, {})
    const env = { DATA_DIR: '.', DATABASE_URL: undefined, SITE_URL: undefined, BACKUP_WITHIN_HOURS: 24 }
    upkeepMetrics(registry, { sql: NO_STORE, clickhouse: NO_STORE, env })
    outboxMetric(registry, NO_STORE)
    notificationMetrics(registry, async () => [])
  },
  site: () => {},
}
type Service = keyof typeof REGISTER
export const SERVICES = Object.keys(REGISTER) as Service[]

/** Each metric once, with the services that export it. */
export const everyMetric = async (): Promise<(Metric & { services: Service[] })[]> => {
  const metrics = new Map<string, Metric & { services: Service[] }>()
  for (const service of SERVICES) {
    const registry = new Registry()
    serviceMetric(registry, 'whole')
    countResponses(openHttp(), registry)
    REGISTER[service](registry)
    for (const metric of await metricsOf(registry)) {
      const services = [...(metrics.get(metric.name)?.services ?? []), service]
      metrics.set(metric.name, { ...metric, services })
    }
  }
  return [...metrics.values()]
}
