/** The cluster's files match the code: names of variables and metrics, ports, routes and limits. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BREAKER_LIMITS } from '@firsttouch/ingest/circuit-breaker'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { choices, ofKind, pods, settings, wiring } from './testing/manifests.ts'

const here = import.meta.dirname
const root = join(here, '..', '..', '..')
const json = (file: string): unknown => JSON.parse(readFileSync(join(root, file), 'utf8'))
const listed = [...readFileSync(join(root, '.env.example'), 'utf8').matchAll(/^([A-Z_]+)=/gm)].map(
  match => match[1] ?? '',
)

const often = {
  periodSeconds: z.int(),
  timeoutSeconds: z.int().optional(),
  failureThreshold: z.int(),
}
const asked = z.strictObject({
  httpGet: z.strictObject({ path: z.enum(['/health/live', '/health/ready']), port: z.literal('http') }),
  ...often,
})
/** Probes of the edge check only its port, because an unavailable service must not restart it. */
const reached = z.strictObject({
  tcpSocket: z.strictObject({ port: z.literal('http') }),
  initialDelaySeconds: z.int().optional(),
  ...often,
})
const probe = z.union([asked, reached])
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
                  startupProbe: asked.optional(),
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
/** Variables that the image sets, or that only an embedded engine, a log in PostgreSQL or a single process needs. */
const ELSEWHERE = ['NODE_ENV', 'DATA_DIR', 'SQL_PORT', 'LOG_COLUMNS', 'OTEL_SERVICE_NAME']

test('every variable of .env.example is set in production/settings.yaml, a secret, or fixed for all clusters', () => {
  const secrets = new Set(
    Object.values(pods).flatMap(({ containers }) => containers[0].env.map(({ name }) => name)),
  )
  const elsewhere = [...secrets, ...Object.keys(wiring), ...ELSEWHERE]
  expect(Object.keys(choices).toSorted()).toEqual(listed.filter(name => !elsewhere.includes(name)).toSorted())
})

describe('the base', () => {
  test('infra/platform/env.ts reads every variable of the settings, and none is a secret', () => {
    expect(Object.keys(settings).filter(name => !listed.includes(name))).toEqual([])
    expect(
      Object.keys(settings)
        .filter(name => /PASSWORD|_URL$/.test(name))
        .toSorted(),
    ).toEqual(['API_URL', 'INGEST_URL', 'SITE_URL', 'VIDEO_URL'])
  })

  test('each service runs an existing file, tolerates brief outages of its stores, and has time to drain', () => {
    expect(deployments.map(({ metadata }) => metadata.name).toSorted()).toEqual([
      'api',
      'edge',
      'ingest',
      'projector',
      'site',
    ])
    for (const { metadata, spec } of deployments) {
      const { template } = spec
      const [container] = template.spec.containers
      expect(spec.selector.matchLabels.app).toBe(template.metadata.labels.app)
      expect(container.resources.limits).toEqual({ memory: container.resources.requests.memory })
      const { seconds } = container.lifecycle.preStop.sleep
      const { periodSeconds, failureThreshold } = container.readinessProbe
      if (metadata.name === 'edge') {
        // nginx stops after preStop and then finishes its requests. Calls of the API take longest.
        expect(seconds).toBeGreaterThan(periodSeconds * failureThreshold)
        expect(template.spec.terminationGracePeriodSeconds).toBeGreaterThan(seconds + 35)
        continue
      }
      expect(existsSync(join(root, container.command.at(-1) ?? '')), metadata.name).toBe(true)
      expect(container).toMatchObject({
        startupProbe: { httpGet: { path: '/health/live' } },
        livenessProbe: { httpGet: { path: '/health/live' } },
        readinessProbe: { httpGet: { path: '/health/ready' } },
      })
      // A process ends within 15 s of SIGTERM (infra/platform/shutdown.ts), which follows preStop.
      expect(template.spec.terminationGracePeriodSeconds).toBeGreaterThan(seconds + 15)
      expect(seconds + Number(settings.DRAIN_SECONDS)).toBeGreaterThan(periodSeconds * failureThreshold)
    }
  })

  test('scaling uses metrics that the code exports, and nothing scales the projector', () => {
    const schema = z.object({
      metadata: z.object({ name: z.string() }),
      spec: z.object({
        maxReplicas: z.int(),
        minReplicas: z.int(),
        metrics: z.array(z.record(z.string(), z.unknown())),
      }),
    })
    const scalers = ofKind('HorizontalPodAutoscaler', schema)
    expect(scalers.map(({ metadata }) => metadata.name).toSorted()).toEqual(['api', 'ingest'])
    // A release would reset the autoscaler's number of replicas to a fixed one.
    const counted = z.object({
      metadata: z.object({ name: z.string() }),
      spec: z.object({ replicas: z.int().optional() }).loose(),
    })
    for (const { metadata, spec } of ofKind('Deployment', counted))
      if (scalers.some(scaler => scaler.metadata.name === metadata.name))
        expect(spec.replicas, metadata.name).toBeUndefined()
    const code = readFileSync(join(root, 'ingest/metrics.ts'), 'utf8')
    const names = [...JSON.stringify(scalers).matchAll(/"metric":\{"name":"(\w+)"/g)].map(
      match => match[1] ?? '',
    )
    expect(names).toEqual(['ingest_inflight_events'])
    // The comment next to the autoscaler's target names a pod's limit.
    const said = /holds ([\d,]+) at most/.exec(readFileSync(join(here, 'base/ingest.yaml'), 'utf8'))?.[1]
    expect(said).toBe(BREAKER_LIMITS.maxEvents.toLocaleString('en-GB'))
    for (const name of names) expect(code).toContain(`'${name}'`)
  })

  test('every scaled service may lose one pod at a time, and names refer to existing objects', () => {
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

  test('a release has one version: in package.json, in every image, and in the job’s name', () => {
    const { version } = z.object({ version: z.string() }).parse(json('package.json'))
    const images = Object.values(pods).flatMap(({ containers, initContainers }) =>
      [...initContainers, ...containers].map(({ image }) => image),
    )
    expect(new Set(images.filter(image => !image.startsWith('nginx:')))).toEqual(
      new Set([`firsttouch:${version}`]),
    )
    const job = z.object({
      metadata: z.object({ name: z.string() }),
      spec: z.object({ ttlSecondsAfterFinished: z.int() }).loose(),
    })
    expect(
      ofKind('Job', job).map(({ metadata, spec }) => [metadata.name, spec.ttlSecondsAfterFinished]),
    ).toEqual([[`migrate-${version}`, 600]])
    const place = z
      .object({
        images: z.tuple([z.object({ newTag: z.string() }).loose()]),
        replacements: z.array(z.object({ path: z.string() })),
      })
      .parse(parse(readFileSync(join(here, 'production/kustomization.yaml'), 'utf8')))
    expect(place.images[0].newTag).toBe(version)
    expect(place.replacements).toEqual([{ path: 'release.yaml' }])
  })

  test('every file is part of the kustomization', () => {
    const { resources } = z
      .object({ resources: z.array(z.string()) })
      .parse(parse(readFileSync(join(here, 'base/kustomization.yaml'), 'utf8')))
    const files = readdirSync(join(here, 'base')).filter(name => name !== 'kustomization.yaml')
    expect(resources.toSorted()).toEqual(['../../docker', ...files].toSorted())
  })
})
