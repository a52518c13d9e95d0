/** Rules and panels ask for metrics that the code exports, by labels that these have. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type MetricObjectWithValues, type MetricValue, Registry } from 'prom-client'
import { beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import {
  ingestMetrics,
  notificationMetrics,
  openRegistry,
  outboxMetric,
  projectorMetrics,
} from '../../platform/metrics.ts'
import { DASHBOARD_FILE, dashboard, PANELS } from './dashboard.ts'

const rules = z
  .object({
    groups: z.array(
      z.object({
        name: z.string(),
        rules: z.array(
          z.strictObject({
            alert: z.string().regex(/^[A-Z]\w+$/),
            expr: z.string(),
            for: z
              .string()
              .regex(/^\d+[smh]$/)
              .optional(),
            labels: z.strictObject({ severity: z.enum(['page', 'warn']) }),
            annotations: z.strictObject({ summary: z.string(), description: z.string() }),
          }),
        ),
      }),
    ),
  })
  .parse(parse(readFileSync(join(import.meta.dirname, 'alerts.yml'), 'utf8')))
const alerts = rules.groups.flatMap(group => group.rules)

let exported: Set<string>
let ours: Set<string>
beforeAll(async () => {
  const own = new Registry()
  ingestMetrics(own, () => 0)
  projectorMetrics(own)
  outboxMetric(own, async () => 0)
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

/** Metrics are the words that hold an underscore and are neither functions nor labels, and `up`. */
const metricsIn = (expr: string): string[] =>
  [
    ...expr
      .replaceAll(/\{[^}]*\}|"[^"]*"|\b(by|on) \([^)]*\)/g, '')
      .matchAll(/\b([a-z][a-z0-9]*(?:_[a-z0-9]+)+|up)\b(?!\s*\()/g),
  ].map(match => match[1] ?? '')

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

test('every rule has a place in the operator’s page', () => {
  const page = readFileSync(join(import.meta.dirname, '..', '..', 'README.md'), 'utf8')
  expect(alerts.map(({ alert }) => alert).filter(alert => !page.includes(alert))).toEqual([])
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
