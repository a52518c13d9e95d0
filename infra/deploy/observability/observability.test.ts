/** Alert rules and panels use only metrics and labels that the code exports. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { openRegistry } from '../../platform/metrics.ts'
import { ALERTS as alerts, metricsIn } from '../../rigs/alarms/rules.ts'
import { everyMetric, type Metric, metricsOf } from '../../rigs/reference/every-metric.ts'
import { ofKind } from '../kubernetes/testing/manifests.ts'
import { DASHBOARD_FILE, dashboard, PANELS } from './dashboard.ts'
import { OPERATOR_FILE, operatorFile } from './operator.ts'

let exported: Set<string>
let ours: Set<string>
beforeAll(async () => {
  const namesOf = (metrics: readonly Metric[]) =>
    metrics.flatMap(({ name, type }) =>
      String(type) === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    )
  ours = new Set(namesOf(await everyMetric()))
  // `up` comes from Prometheus itself.
  exported = new Set([...ours, ...namesOf(await metricsOf(openRegistry())), 'up'])
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

test('brackets are balanced, and dashboard.json equals the output of dashboard.ts', () => {
  for (const expr of [
    ...alerts.map(rule => rule.expr),
    ...PANELS.flatMap(panel => panel.targets.map(([one]) => one)),
  ])
    for (const [open = '', close = ''] of ['()', '[]', '{}'].map(pair => [...pair]))
      expect(expr.split(open).length, expr).toBe(expr.split(close).length)
  expect(readFileSync(DASHBOARD_FILE, 'utf8')).toBe(dashboard())
})

test('operator.yaml equals the output of operator.ts, and its PodMonitor finds every scraped pod', async () => {
  expect(readFileSync(OPERATOR_FILE, 'utf8')).toBe(await operatorFile())
  const scraped = ofKind(
    'Deployment',
    z.object({
      spec: z.object({
        template: z.object({
          metadata: z.object({
            labels: z.object({ app: z.string() }),
            annotations: z.record(z.string(), z.string()).default({}),
          }),
        }),
      }),
    }),
  )
    .map(({ spec }) => spec.template.metadata)
    .filter(({ annotations }) => annotations['prometheus.io/scrape'] === 'true')
    .map(({ labels }) => labels.app)
  const jobs = z
    .object({ scrape_configs: z.array(z.object({ job_name: z.string() })) })
    .parse(parse(readFileSync(join(import.meta.dirname, 'prometheus.yml'), 'utf8')))
    .scrape_configs.map(({ job_name }) => job_name.replace('firsttouch-', ''))
  expect(scraped.toSorted()).toEqual(jobs.toSorted())
  const text = readFileSync(OPERATOR_FILE, 'utf8')
  for (const app of scraped) expect(text.split('---').at(-1)).toContain(`- ${app}`)
})

test('alertmanager.yml names shipped alarms and suppresses no alarm that names a cause', () => {
  const rule = z.strictObject({
    source_matchers: z.array(z.string()),
    target_matchers: z.array(z.string()),
    equal: z.tuple([z.literal('installation')]),
  })
  const { inhibit_rules: rules } = z
    .looseObject({ inhibit_rules: z.array(rule) })
    .parse(parse(readFileSync(join(import.meta.dirname, 'alertmanager.yml'), 'utf8')))
  const namesIn = (matchers: string[]) => matchers.flatMap(one => one.match(/[A-Z]\w+/g) ?? [])
  const sources = rules.flatMap(({ source_matchers }) => namesIn(source_matchers))
  const targets = rules.flatMap(({ target_matchers }) => namesIn(target_matchers))
  const shipped = alerts.map(({ alert }) => alert)
  for (const name of [...sources, ...targets]) expect(shipped).toContain(name)
  expect(targets.filter(name => sources.includes(name))).toEqual([])
})
