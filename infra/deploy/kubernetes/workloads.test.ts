/** Variables, secrets, volumes and network peers of each workload. */
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Env, readEnv } from '../../platform/env.ts'
import { ofKind, pods, settings } from './testing/manifests.ts'

const LOG = ['LOG_URL']
const STORES = [...LOG, 'DATABASE_URL', 'CLICKHOUSE_URL']
const STAFF = ['STAFF_USERNAME', 'STAFF_PASSWORD']
const NOTIFY = ['SMTP_URL', 'WEBHOOK_URL', 'WEBHOOK_SECRET']
const OIDC = {
  OIDC_ISSUER: 'https://login.example',
  OIDC_CLIENT_ID: 'firsttouch',
  OIDC_CLIENT_SECRET: '8f1c0d6b5a4e93721f0c',
  OIDC_EMAIL_DOMAINS: 'shop.example',
  OIDC_ROLE_CLAIM: 'role',
  OIDC_ACR: 'multi',
}
/** Secrets of each workload, and settings that it cannot run without. */
const NEEDS: Record<string, { secrets: string[]; settings: (keyof Env)[] }> = {
  ingest: { secrets: [...LOG, 'DATABASE_URL'], settings: ['TRUST_PROXY', 'DRAIN_SECONDS'] },
  projector: { secrets: STORES, settings: ['INGEST_URL', 'REPORT_TIMEZONE'] },
  api: {
    secrets: [...STORES, ...STAFF, ...NOTIFY, ...Object.keys(OIDC)],
    settings: ['SITE_URL', 'TRUST_PROXY', 'REPORT_TIMEZONE'],
  },
  site: { secrets: [], settings: ['API_URL', 'SITE_URL', 'TRUST_PROXY'] },
  migrate: {
    secrets: [...STORES, 'ANALYST_PASSWORD'],
    settings: ['KAFKA_PARTITIONS', 'KAFKA_REPLICATION_FACTOR'],
  },
  edge: { secrets: [], settings: [] },
  terminal: { secrets: STORES, settings: ['REPORT_TIMEZONE'] },
}
const SECRETS: Record<string, string> = {
  LOG_URL: 'kafkas://one:9093,two:9093/firsttouch.events',
  DATABASE_URL: 'postgres://firsttouch:8f1c0d6b5a4e93721f0c@records:5432/firsttouch?sslmode=verify-full',
  CLICKHOUSE_URL: 'https://firsttouch:8f1c0d6b5a4e93721f0c@figures:8443',
  ANALYST_PASSWORD: '8f1c0d6b5a4e93721f0c',
  STAFF_USERNAME: 'ada',
  STAFF_PASSWORD: 'correct horse battery staple',
  SMTP_URL: 'smtp://firsttouch:8f1c0d6b@mail.example:587',
  WEBHOOK_URL: 'https://hooks.example/leads',
  WEBHOOK_SECRET: '8f1c0d6b5a4e93721f0c',
  ...OIDC,
}
const given = Object.entries(pods).flatMap(([app, { containers, initContainers }]) =>
  [...initContainers, ...containers].map(container => ({ app, container })),
)

describe('variables', () => {
  test('every workload is listed here with its needs', () => {
    expect(Object.keys(pods).toSorted()).toEqual(Object.keys(NEEDS).toSorted())
  })

  test.each(Object.keys(NEEDS))(
    '%s gets every setting that it needs, and only the secrets that it needs',
    app => {
      const names = pods[app]?.containers[0].env.map(({ name }) => name)
      expect(names?.toSorted()).toEqual(NEEDS[app]?.secrets.toSorted())
      const needed = NEEDS[app]?.settings ?? []
      expect(pods[app]?.containers[0].envFrom !== undefined, app).toBe(needed.length > 0)
      for (const name of needed) expect(settings[name], `${app}: ${name}`).toBeTruthy()
    },
  )

  test('an init container has no secret that its workload lacks', () => {
    for (const { app, container } of given)
      for (const { name } of container.env)
        expect(NEEDS[app]?.secrets, `${app}, ${container.name}`).toContain(name)
  })

  test('the code reads every variable of a workload, and accepts its value', () => {
    for (const { app, container } of given) {
      const secrets = container.env.map(({ name, valueFrom }) => [name, SECRETS[valueFrom.secretKeyRef.key]])
      const variables: Record<string, string> = { ...settings, ...Object.fromEntries(secrets) }
      const env = readEnv({ NODE_ENV: 'production', ...variables })
      const unknown = Object.keys(variables).filter(name => !(name in env))
      expect(unknown, `${app}, ${container.name}`).toEqual([])
    }
  })
})

test('the API and projectors wait for the migration, and only the migration and the terminal mount the receipts', () => {
  const waits = Object.keys(pods).filter(app =>
    JSON.stringify(pods[app]?.initContainers).includes('"--wait"'),
  )
  expect(waits.toSorted()).toEqual(['api', 'projector'])
  const holding = Object.keys(pods).filter(app =>
    JSON.stringify(pods[app]?.volumes).includes('"claimName":"receipts"'),
  )
  expect(holding.toSorted()).toEqual(['migrate', 'terminal'])
  // The image's DATA_DIR.
  for (const app of holding)
    expect(pods[app]?.containers[0].volumeMounts).toContainEqual({ name: 'receipts', mountPath: '/data' })
  const claims = ofKind('PersistentVolumeClaim', z.object({ metadata: z.object({ name: z.string() }) }))
  expect(claims.map(({ metadata }) => metadata.name)).toEqual(['receipts'])
})

const peers = z.array(z.record(z.string(), z.unknown())).optional()
const rule = z.strictObject({
  from: peers,
  to: peers,
  ports: z.array(z.object({ port: z.int(), endPort: z.int().optional(), protocol: z.string().optional() })),
})
const policy = z.object({
  metadata: z.object({ name: z.string() }),
  spec: z.strictObject({
    podSelector: z.strictObject({
      matchLabels: z.strictObject({ app: z.string() }).optional(),
      matchExpressions: z
        .tuple([
          z.strictObject({ key: z.literal('app'), operator: z.literal('In'), values: z.array(z.string()) }),
        ])
        .optional(),
    }),
    policyTypes: z.array(z.enum(['Ingress', 'Egress'])),
    ingress: z.array(rule).optional(),
    egress: z.array(rule).optional(),
  }),
})
type Policy = z.infer<typeof policy>
const selects = ({ spec: { podSelector } }: Policy, app: string): boolean =>
  podSelector.matchLabels
    ? podSelector.matchLabels.app === app
    : (podSelector.matchExpressions?.[0].values.includes(app) ?? true)

describe('the network', () => {
  const policies = ofKind('NetworkPolicy', policy)
  const portsTo = (app: string, way: 'ingress' | 'egress'): number[] =>
    policies
      .filter(one => selects(one, app))
      .flatMap(({ spec }) => spec[way] ?? [])
      .flatMap(({ ports }) => ports.map(({ port }) => port))
      .toSorted((a, b) => a - b)

  test('the network policy blocks all traffic that it does not name', () => {
    const [nothing] = policies.filter(({ metadata }) => metadata.name === 'nothing')
    expect(nothing?.spec).toEqual({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] })
    for (const { metadata, spec } of policies) {
      // Only the policy `visitors` accepts traffic from everywhere.
      for (const { from = [] } of spec.ingress ?? [])
        if (metadata.name !== 'visitors') expect(from, metadata.name).not.toHaveLength(0)
      const named = [
        spec.podSelector.matchLabels?.app,
        ...(spec.podSelector.matchExpressions?.[0].values ?? []),
      ]
      for (const app of named) if (app) expect(Object.keys(pods), metadata.name).toContain(app)
    }
  })

  test.each([
    ['edge', [8080, 9464], [53, 53, 3000]],
    ['ingest', [3000, 3000, 9464], [53, 53, 5432, 9092]],
    ['projector', [9464], [53, 53, 3000, 5432, 8123, 8443, 9092]],
    ['api', [3000, 3000, 9464], [53, 53, 443, 465, 587, 5432, 8123, 8443, 9092]],
    ['site', [3000, 9464], [53, 53, 3000]],
    ['migrate', [9464], [53, 53, 5432, 8123, 8443, 9092]],
    ['terminal', [9464], [53, 53, 5432, 8123, 8443, 9092]],
  ])('%s is reached at %j and reaches %j', (app, from, to) => {
    expect(portsTo(app, 'ingress')).toEqual(from)
    expect(portsTo(app, 'egress')).toEqual(to)
  })

  test('DNS is allowed at port 53 of any address, because no selector matches a name server on the node', () => {
    const names = policies.find(({ metadata }) => metadata.name === 'names')
    expect(names?.spec.egress?.map(({ to }) => to)).toEqual([undefined])
  })

  test('every address in the settings leads to a service that may be reached', () => {
    for (const name of ['INGEST_URL', 'API_URL']) {
      const { hostname, port } = new URL(settings[name] ?? '')
      expect(portsTo(hostname, 'ingress')).toContain(Number(port))
    }
  })
})
