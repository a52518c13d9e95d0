/** Rules and panels ask for metrics that the code exports, by labels that these have. */
import { readFileSync } from 'node:fs'
import { notificationMetrics } from '@firsttouch/api/notifications/state'
import { outboxMetric } from '@firsttouch/api/outbox/outbox'
import { ingestMetrics } from '@firsttouch/ingest/metrics'
import { projectorMetrics } from '@firsttouch/projector/monitoring/metrics'
import { type MetricObjectWithValues, type MetricValue, Registry } from 'prom-client'
import { beforeAll, describe, expect, test } from 'vitest'
import { openRegistry, serviceMetric, storesMetric } from '../../platform/metrics.ts'
import { ALERTS as alerts, metricsIn } from '../../rigs/alarms/rules.ts'
import { upkeepMetrics } from '../../stores/upkeep-metrics.ts'
import { DASHBOARD_FILE, dashboard, PANELS } from './dashboard.ts'

let exported: Set<string>
let ours: Set<string>
beforeAll(async () => {
  const own = new Registry()
  ingestMetrics(own, { inFlight: () => 0, positions: () => [] })
  serviceMetric(own, 'whole')
  const env = { DATA_DIR: '.', DATABASE_URL: undefined, SITE_URL: undefined, BACKUP_WITHIN_HOURS: 24 }
  // Stores that do not answer: what is asked here are names.
  upkeepMetrics(own, { sql: Object(null), clickhouse: Object(null), env })
  projectorMetrics(own)
  storesMetric(own, {})
  outboxMetric(own, Object(null))
  notificationMetrics(own, async () => [])
  const namesOf = async (registry: Registry) =>
    ((await registry.getMetricsAsJSON()) as MetricObjectWithValues<MetricValue<string>>[]).flatMap(
      ({ name, type }) =>
        String(type) === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    )
  ours = new Set(await namesOf(own))
  // `up` is Prometheus's own.
  exported = new Set([...ours, ...(await namesOf(openRegistry())), 'up'])
})

describe('every metric that is asked for is exported', () => {
  test.each(alerts.map(({ alert, expr }) => [alert, expr]))('%s', (_, expr) => {
    expect(metricsIn(expr)).not.toEqual([])
    for (const name of metricsIn(expr)) expect(exported).toContain(name)
  })
  test.each(PANELS.flatMap(({ title, targets }) => targets.map(([expr]) => [title, expr])))(
    '%s: %s',
    (_, expr) => {
      expect(metricsIn(expr)).not.toEqual([])
      for (const name of metricsIn(expr)) expect(exported).toContain(name)
    },
  )
})

test('every metric of ours is on the dashboard or in a rule', () => {
  const asked = new Set(
    [
      ...alerts.map(({ expr }) => expr),
      ...PANELS.flatMap(({ targets }) => targets.map(([expr]) => expr)),
    ].flatMap(metricsIn),
  )
  const families = [...ours].map(name => name.replace(/_(bucket|sum|count)$/, ''))
  const seen = [...asked].map(name => name.replace(/_(bucket|sum|count)$/, ''))
  expect([...new Set(families)].filter(name => !seen.includes(name))).toEqual([])
})

test('brackets are closed, and dashboard.json is what dashboard.ts writes', () => {
  for (const expr of [
    ...alerts.map(rule => rule.expr),
    ...PANELS.flatMap(panel => panel.targets.map(([one]) => one)),
  ])
    for (const [open = '', close = ''] of ['()', '[]', '{}'].map(pair => [...pair]))
      expect(expr.split(open).length, expr).toBe(expr.split(close).length)
  expect(readFileSync(DASHBOARD_FILE, 'utf8')).toBe(dashboard())
})
