/** Reads `docker-compose.yml` as Docker Compose does. Throws for an unknown key, which the tests would ignore. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'

export const FOLDER = join(import.meta.dirname, '..', '..', '..')

const seconds = z.string().regex(/^\d+(ms|s|m)$/)
const service = z.strictObject({
  // At least a major and a minor version.
  image: z.string().regex(/^[\w./-]+:v?\d+\.\d+/),
  build: z
    .strictObject({ context: z.string(), dockerfile: z.string(), target: z.enum(['service', 'whole']) })
    .optional(),
  // Built locally and in no registry.
  pull_policy: z.literal('never').optional(),
  profiles: z.array(z.string()).optional(),
  command: z.array(z.string()).optional(),
  user: z.string().optional(),
  deploy: z.strictObject({ replicas: z.string() }).optional(),
  restart: z.enum(['unless-stopped', 'no']),
  read_only: z.boolean().optional(),
  tmpfs: z.array(z.string()).optional(),
  cap_drop: z.array(z.literal('ALL')).optional(),
  security_opt: z.array(z.literal('no-new-privileges:true')).optional(),
  stop_grace_period: seconds.optional(),
  logging: z.strictObject({
    driver: z.string(),
    options: z.strictObject({ 'max-size': z.string(), 'max-file': z.string() }),
  }),
  healthcheck: z.union([
    z.strictObject({ disable: z.literal(true) }),
    z.strictObject({
      test: z.array(z.string()).min(2),
      interval: seconds,
      timeout: seconds,
      retries: z.int(),
      start_period: seconds.optional(),
    }),
  ]),
  environment: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  depends_on: z
    .record(
      z.string(),
      z.strictObject({ condition: z.enum(['service_healthy', 'service_completed_successfully']) }),
    )
    .optional(),
  ports: z.array(z.string()).optional(),
  volumes: z.array(z.string()).optional(),
  ulimits: z.record(z.string(), z.int()).optional(),
  shm_size: z.string().optional(),
  mem_limit: z.string().regex(/^\d+m$/),
})
export type ComposeService = z.infer<typeof service>

const file = z.object({
  services: z.record(z.string(), service),
  volumes: z.record(z.string(), z.null()),
  networks: z.strictObject({
    default: z.strictObject({
      ipam: z.strictObject({ config: z.tuple([z.strictObject({ subnet: z.string() })]) }),
    }),
  }),
})

const asWritten = (): unknown =>
  parse(readFileSync(join(FOLDER, 'docker-compose.yml'), 'utf8'), { merge: true })

/** The file with its variables unexpanded. */
export const readCompose = () => file.parse(asWritten())

/** The file with the operator's variables. Throws the file's message if a required one is missing. */
export const readComposeWith = (variables: Record<string, string>) =>
  file.parse(everyText(asWritten(), text => interpolate(text, variables)))

/** Expands `${NAME}`, `${NAME:-default}` and `${NAME:?message}` by Docker Compose's rules. `$$` is a dollar sign. */
export const interpolate = (text: string, variables: Record<string, string>): string =>
  text.replace(/\$(?:\$|\{(\w+)(?::([-?])([^}]*))?\})/g, (whole, name?: string, kind?: string, rest = '') => {
    if (name === undefined) return whole === '$$' ? '$' : whole
    const value = variables[name] ?? ''
    if (value !== '') return value
    if (kind === '?') throw new Error(`${name}: ${rest}`)
    return kind === '-' ? rest : ''
  })

const everyText = (value: unknown, change: (text: string) => string): unknown => {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map(part => everyText(part, change))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, everyText(part, change)]))
}
