/** The cluster's files are held to the code: names of variables and metrics, ports, routes, limits. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { readLocations } from '../../rigs/testing/reverse-proxy.ts'

const here = import.meta.dirname
const root = join(here, '..', '..', '..')
const listed = [...readFileSync(join(root, '.env.example'), 'utf8').matchAll(/^([A-Z_]+)=/gm)].map(
  match => match[1] ?? '',
)

const documentsOf = (folder: string): unknown[] =>
  readdirSync(join(here, folder))
    .filter(name => name.endsWith('.yaml') && name !== 'kustomization.yaml')
    .flatMap(name =>
      parseAllDocuments(readFileSync(join(here, folder, name), 'utf8')).map(document => document.toJS()),
    )

const object = z.object({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.object({ name: z.string() }),
})
const base = documentsOf('base').map(document => object.loose().parse(document))
const ofKind = <T extends z.ZodType>(kind: string, schema: T): z.output<T>[] =>
  base.filter(document => document.kind === kind).map(document => schema.parse(document))

const probe = z.strictObject({
  httpGet: z.strictObject({ path: z.enum(['/health/live', '/health/ready']), port: z.literal('http') }),
  periodSeconds: z.int(),
  timeoutSeconds: z.int().optional(),
  failureThreshold: z.int(),
})
const memory = z.string().regex(/^\d+Mi$/)
const safe = z.strictObject({
  allowPrivilegeEscalation: z.literal(false),
  readOnlyRootFilesystem: z.literal(true),
  capabilities: z.strictObject({ drop: z.tuple([z.literal('ALL')]) }),
})
const deployment = z.object({
  metadata: z.object({ name: z.string() }),
  spec: z
    .object({
      selector: z.object({ matchLabels: z.object({ app: z.string() }) }),
      strategy: z.object({ rollingUpdate: z.object({ maxUnavailable: z.literal(0) }).loose() }).loose(),
      template: z.object({
        metadata: z.object({ labels: z.object({ app: z.string() }) }).loose(),
        spec: z
          .object({
            terminationGracePeriodSeconds: z.int(),
            securityContext: z.object({ runAsNonRoot: z.literal(true) }).loose(),
            automountServiceAccountToken: z.literal(false),
            containers: z.tuple([
              z
                .object({
                  command: z.array(z.string()),
                  startupProbe: probe,
                  livenessProbe: probe,
                  readinessProbe: probe,
                  lifecycle: z.strictObject({
                    preStop: z.strictObject({ sleep: z.strictObject({ seconds: z.int() }) }),
                  }),
                  resources: z.object({
                    requests: z.object({ memory }).loose(),
                    limits: z.strictObject({ memory }),
                  }),
                  securityContext: safe,
                })
                .loose(),
            ]),
          })
          .loose(),
      }),
    })
    .loose(),
})
const deployments = ofKind('Deployment', deployment)
const settings = z
  .object({ data: z.record(z.string(), z.string()) })
  .parse(base.find(({ kind }) => kind === 'ConfigMap')).data

describe('the base', () => {
  test('every variable is one that infra/platform/env.ts reads, and none is a secret', () => {
    expect(Object.keys(settings).filter(name => !listed.includes(name))).toEqual([])
    expect(
      Object.keys(settings)
        .filter(name => /PASSWORD|_URL$/.test(name))
        .toSorted(),
    ).toEqual(['API_URL', 'INGEST_URL', 'SITE_URL'])
  })

  test('each service runs a file that is there, is spared while its stores blip, and has time to drain', () => {
    expect(deployments.map(({ metadata }) => metadata.name).toSorted()).toEqual([
      'api',
      'ingest',
      'projector',
      'site',
    ])
    for (const { metadata, spec } of deployments) {
      const { template } = spec
      const [container] = template.spec.containers
      expect(existsSync(join(root, container.command.at(-1) ?? '')), metadata.name).toBe(true)
      expect(container.livenessProbe.httpGet.path).toBe('/health/live')
      expect(container.readinessProbe.httpGet.path).toBe('/health/ready')
      expect(spec.selector.matchLabels.app).toBe(template.metadata.labels.app)
      expect(container.resources.limits).toEqual({ memory: container.resources.requests.memory })
      // A process ends within 15 s of SIGTERM (infra/platform/shutdown.ts), which comes after preStop.
      const { seconds } = container.lifecycle.preStop.sleep
      expect(template.spec.terminationGracePeriodSeconds).toBeGreaterThan(seconds + 15)
      const { periodSeconds, failureThreshold } = container.readinessProbe
      expect(seconds + Number(settings.DRAIN_SECONDS)).toBeGreaterThan(periodSeconds * failureThreshold)
    }
  })

  test('no more projectors than partitions, and scaling asks for metrics that the code exports', () => {
    const schema = z.object({
      metadata: z.object({ name: z.string() }),
      spec: z.object({
        maxReplicas: z.int(),
        minReplicas: z.int(),
        metrics: z.array(z.record(z.string(), z.unknown())),
      }),
    })
    const scalers = ofKind('HorizontalPodAutoscaler', schema)
    const projector = scalers.find(({ metadata }) => metadata.name === 'projector')
    expect(projector?.spec.maxReplicas).toBe(Number(settings.KAFKA_PARTITIONS))
    const code = readFileSync(join(root, 'infra/platform/metrics.ts'), 'utf8')
    const asked = [...JSON.stringify(scalers).matchAll(/"metric":\{"name":"(\w+)"/g)].map(
      match => match[1] ?? '',
    )
    expect(asked).toEqual(['ingest_inflight_events', 'projector_lag_events'])
    for (const name of asked) expect(code).toContain(`'${name}'`)
  })

  test('the production overlay grows partitions and projectors together', () => {
    const [address, ...patches] = documentsOf('production').map(document => JSON.stringify(document))
    const partitions = Number(/"KAFKA_PARTITIONS":"(\d+)"/.exec(address ?? '')?.[1])
    const projector = patches.find(patch => patch.includes('"name":"projector"'))
    expect(projector).toContain(`"maxReplicas":${partitions}`)
  })

  test('every service that is scaled may lose one pod at a time, and names lead somewhere', () => {
    const apps = deployments.map(({ metadata }) => metadata.name)
    const budget = z.object({
      spec: z.strictObject({
        maxUnavailable: z.literal(1),
        selector: z.object({ matchLabels: z.object({ app: z.string() }) }),
      }),
    })
    expect(
      ofKind('PodDisruptionBudget', budget)
        .map(({ spec }) => spec.selector.matchLabels.app)
        .toSorted(),
    ).toEqual(apps.toSorted())
    const service = z.object({
      metadata: z.object({ name: z.string() }),
      spec: z.object({ selector: z.object({ app: z.string() }) }).loose(),
    })
    for (const { metadata, spec } of ofKind('Service', service)) {
      expect(metadata.name).toBe(spec.selector.app)
      expect(apps).toContain(spec.selector.app)
    }
  })

  test('the ingress has the routes of nginx.conf', async () => {
    const path = z.object({
      path: z.string(),
      backend: z.object({ service: z.object({ name: z.string() }).loose() }),
    })
    const ingress = z.object({
      spec: z.object({ rules: z.tuple([z.object({ http: z.object({ paths: z.array(path) }) }).loose()]) }),
    })
    const routes = ofKind('Ingress', ingress).flatMap(({ spec }) =>
      spec.rules[0].http.paths.map(one => [one.path, one.backend.service.name]),
    )
    const nginx = (await readLocations())
      .filter(({ exact }) => !exact)
      .map(({ path: at, upstream }) => [at, upstream])
    expect(routes).toEqual(nginx)
  })

  test('every file is part of the kustomization', () => {
    const { resources } = z
      .object({ resources: z.array(z.string()) })
      .parse(parse(readFileSync(join(here, 'base/kustomization.yaml'), 'utf8')))
    const files = readdirSync(join(here, 'base')).filter(name => name !== 'kustomization.yaml')
    expect(resources.toSorted()).toEqual(files.toSorted())
  })
})
