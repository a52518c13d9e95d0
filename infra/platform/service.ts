/** Runs an HTTP process from its environment to its last response. */
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import { drainHttp } from './drain.ts'
import type { Env } from './env.ts'
import { type Health, openHealth } from './health.ts'
import { openHttpFromEnv } from './http/from-env.ts'
import { countResponses, openRegistry, type ServiceName, serveMetrics, serviceMetric } from './metrics.ts'
import { openTracing } from './tracing/open.ts'
import { traceRequests } from './tracing/requests.ts'
import type { Tracing, TracingEnv } from './tracing/tracing.ts'

type ServiceEnv = TracingEnv &
  Pick<
    Env,
    'HOST' | 'PORT' | 'METRICS_PORT' | 'DRAIN_SECONDS' | 'LOG_LEVEL' | 'TRUST_PROXY' | 'MAX_CONNECTIONS'
  >
type Part = { close(): unknown }

export type Service = {
  app: FastifyInstance
  registry: Registry
  health: Health
  /** undefined unless the environment names a trace collector. */
  tracing?: Tracing | undefined
  /** Parts close in reverse order, after the last response. */
  keep<T extends Part>(part: T): T
}

export type Running = {
  url: string
  metricsPort: number | undefined
  close(): Promise<void>
}

/** Seconds between "not ready" and closing the port. A load balancer needs this long to notice. */
export const DRAIN_SECONDS = 5

type Mounted<T> = {
  readGauges?: () => Promise<void>
  /** Called once the port is open. For work that a failed start must not do, such as creating the first password. */
  onceListening?: () => Promise<T>
}

/** Throws an error for the operator when a store or the port is unavailable. Closes the opened parts first. */
export const startService = async <T extends object>(
  name: ServiceName,
  env: ServiceEnv,
  mount: (service: Service) => Promise<Mounted<T>>,
  drainSeconds = DRAIN_SECONDS,
): Promise<Running & T> => {
  await assertPortFree(env)
  const app = openHttpFromEnv(env)
  const health = openHealth(app)
  const registry = openRegistry()
  serviceMetric(registry, name)
  countResponses(app, registry)
  const parts = new AsyncDisposableStack()
  const keep = <P extends Part>(part: P): P => parts.adopt(part, async one => void (await one.close()))
  const close = async () => {
    await drainHttp(app, health, (env.DRAIN_SECONDS ?? drainSeconds) * 1000)
    await parts.disposeAsync()
  }
  try {
    const tracing = await openTracing(env, name, error => app.log.warn(error, 'traces could not be sent'))
    // Registered first, so that tracing closes last and receives the spans of closing parts.
    if (tracing) traceRequests(app, keep(tracing))
    const { readGauges, onceListening } = await mount({ app, health, registry, keep, tracing })
    const { METRICS_PORT: port, HOST: host } = env
    const metrics =
      port === undefined
        ? undefined
        : await serveMetrics(registry, { port, host, refresh: readGauges })
            .catch(error => refuseListening(error, 'METRICS_PORT', port, host))
            .then(keep)
    let isStarted = false
    health.add(() => (isStarted ? null : 'start'))
    const url = await listen(app, env)
    const made = (await onceListening?.()) as T
    isStarted = true
    return { ...made, url, metricsPort: metrics?.port, close }
  } catch (error) {
    // The process was never ready, so no drain is needed.
    await app.close()
    await parts.disposeAsync()
    throw error
  }
}

/** Checks the port before anything is created, so a failed start leaves nothing behind. */
const assertPortFree = async (env: Pick<Env, 'HOST' | 'PORT'>): Promise<void> => {
  const probe = createServer(socket => socket.destroy()).listen({ host: env.HOST, port: env.PORT })
  await once(probe, 'listening').catch(error => refuseListening(error, 'PORT', env.PORT, env.HOST))
  probe.close()
  await once(probe, 'close')
}

const REASONS: Record<string, string> = {
  EADDRINUSE: 'a program listens on that port already. Stop it, or choose another port',
  EACCES: 'this user may not listen on that port. Choose one from 1024 on',
}

const refuseListening = (
  error: NodeJS.ErrnoException,
  setting: string,
  port: number,
  host: string,
): never => {
  const reason = REASONS[error.code ?? ''] ?? `HOST is no address of this machine (${error.code})`
  throw new Error(`${setting}=${port} at HOST=${host} is not available: ${reason}.`, { cause: error })
}

const listen = async (app: FastifyInstance, env: Pick<Env, 'HOST' | 'PORT'>): Promise<string> => {
  const bound = await app
    .listen({ host: env.HOST, port: env.PORT })
    .catch(error => refuseListening(error, 'PORT', env.PORT, env.HOST))
  return addressOf(env, Number(new URL(bound).port) || env.PORT)
}

/** URL at which this machine reaches the server. */
export const addressOf = ({ HOST, PORT }: Pick<Env, 'HOST' | 'PORT'>, port: number = PORT): string =>
  `http://${HOST === '0.0.0.0' || HOST === '::' ? 'localhost' : HOST}:${port}`
