/** Parses the cluster's files for tests. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, parseAllDocuments } from 'yaml'
import { z } from 'zod'

const documentsOf = (folder: string): unknown[] =>
  readdirSync(join(import.meta.dirname, '..', folder))
    .filter(name => name.endsWith('.yaml') && name !== 'kustomization.yaml')
    .flatMap(name =>
      parseAllDocuments(readFileSync(join(import.meta.dirname, '..', folder, name), 'utf8')).map(document =>
        document.toJS(),
      ),
    )

const object = z.object({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string() }),
})
const base = documentsOf('base').map(document => object.loose().parse(document))

export const ofKind = <T extends z.ZodType>(kind: string, schema: T): z.output<T>[] =>
  base.filter(document => document.kind === kind).map(document => schema.parse(document))

const variable = z.strictObject({
  name: z.string(),
  valueFrom: z.strictObject({
    secretKeyRef: z.strictObject({ name: z.string(), key: z.string(), optional: z.literal(true).optional() }),
  }),
})
const container = z
  .object({
    name: z.string(),
    image: z.string(),
    command: z.array(z.string()).default([]),
    args: z.array(z.string()).default([]),
    envFrom: z
      .tuple([z.strictObject({ configMapRef: z.strictObject({ name: z.literal('settings') }) })])
      .optional(),
    env: z.array(variable).default([]),
    volumeMounts: z.array(z.strictObject({ name: z.string(), mountPath: z.string() })).default([]),
  })
  .loose()
const pod = z.object({
  metadata: z.object({ labels: z.object({ app: z.string() }) }),
  spec: z
    .object({
      containers: z.tuple([container]),
      initContainers: z.array(container).default([]),
      volumes: z.array(z.record(z.string(), z.unknown())).default([]),
    })
    .loose(),
})
const ofTemplate = z
  .object({ spec: z.object({ template: pod }).loose() })
  .transform(({ spec }) => spec.template)
const ofCronJob = z
  .object({ spec: z.object({ suspend: z.literal(true), jobTemplate: ofTemplate }).loose() })
  .transform(({ spec }) => spec.jobTemplate)

/** Every pod of the base, by its label `app`. */
export const pods = Object.fromEntries(
  [...ofKind('Deployment', ofTemplate), ...ofKind('Job', ofTemplate), ...ofKind('CronJob', ofCronJob)].map(
    ({ metadata, spec }) => [metadata.labels.app, spec],
  ),
)

const data = z.object({ data: z.record(z.string(), z.string()) })
/** Settings that connect the services. */
export const wiring = ofKind('ConfigMap', data)[0]?.data ?? {}
/** Settings that an operator chooses. */
export const choices = data.parse(
  parse(readFileSync(join(import.meta.dirname, '../production/settings.yaml'), 'utf8')),
).data
/** Settings of every workload. */
export const settings = { ...wiring, ...choices }
