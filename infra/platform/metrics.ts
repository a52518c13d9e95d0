/** Prometheus metrics on a separate port. Labels never contain names of sites or campaigns. */

import Fastify, { type FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { within } from './timing.ts'
import { RELEASE } from './version.ts'

export const openRegistry = (): Registry => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return registry
}

export type ServiceName = 'whole' | 'ingest' | 'projector' | 'api' | 'site'

/** Alert rules identify a process by `firsttouch_service`, not by the name of the scrape job. */
export const serviceMetric = (registry: Registry, service: ServiceName): void => {
  const { gauge } = openMeters(registry)
  const ofService = 'Always 1. The label names the service that the process runs.'
  gauge('firsttouch_service', ofService, 'service').set({ service }, 1)
  const ofRelease = 'Always 1. The labels name the running release. The commit is empty if it is unknown.'
  gauge('firsttouch_build_info', ofRelease, 'version', 'commit').set(RELEASE, 1)
}

const REFRESH_WITHIN_MS = 2_000
/** Milliseconds. A hanging store must not block the scrape, or Prometheus considers the process down. */
const STORE_WITHIN_MS = 1_500
const askedOfStore = <T>(read: () => Promise<T>): Promise<T> => within(STORE_WITHIN_MS, read())
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

type Value<Label extends string> = readonly [labels: Partial<Record<Label, string>>, value: number]

export const openMeters = (registry: Registry) => {
  const registers = [registry]
  const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ name, help, labelNames, registers })
  return {
    gauge,
    counter: <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
      new Counter({ name, help, labelNames, registers }),
    histogram: (name: string, help: string) => new Histogram({ name, help, buckets: SECONDS, registers }),
    /** A gauge that is absent until it is set. */
    absentGauge: (name: string, help: string) => {
      const made = gauge(name, help)
      made.remove()
      return made
    },
    /** A gauge that is read at each scrape. It is absent when `read` throws or takes too long. */
    readGauge: <Label extends string>(
      name: string,
      help: string,
      labelNames: Label[],
      ...reads: (() => Promise<readonly Value<Label>[]>)[]
    ): void => {
      new Gauge({
        ...{ name, help, labelNames, registers },
        async collect() {
          const values = await Promise.all(reads.map(read => askedOfStore(read).catch(() => [])))
          // For a gauge without labels, `reset` would set 0 instead of removing the value.
          if (labelNames.length === 0) this.remove()
          else this.reset()
          for (const [labels, value] of values.flat()) this.set(labels, value)
        },
      })
    },
  }
}

/** Every scrape queries every store. A store that does not answer in time counts as down. */
export const storesMetric = (registry: Registry, asks: Record<string, () => Promise<unknown>>): void => {
  const look = ([store, ask]: [string, () => Promise<unknown>]) => {
    const answers = () =>
      askedOfStore(ask)
        .then(() => 1)
        .catch(() => 0)
    return async () => [[{ store }, await answers()]] as const
  }
  openMeters(registry).readGauge(
    'store_answers',
    '1 while the store answers this process, 0 while it does not.',
    ['store'],
    ...Object.entries(asks).map(look),
  )
}

type Serve = {
  port: number
  host: string
  /** Runs before each scrape. Must not throw, and must remove values that it cannot read. */
  refresh?: (() => Promise<void>) | undefined
}

/** Serves `GET /metrics` on a separate port. Throws when the port is taken. */
export const serveMetrics = async (registry: Registry, { port, host, refresh }: Serve) => {
  const app = Fastify({ forceCloseConnections: true })
  app.get('/metrics', async (_request, reply) => {
    if (refresh) await within(REFRESH_WITHIN_MS, refresh()).catch(() => undefined)
    const text = await registry.metrics().catch(() => null)
    return text === null ? reply.status(500).send() : reply.type(registry.contentType).send(text)
  })
  const { port: bound } = new URL(await app.listen({ port, host }))
  return { port: Number(bound) || port, close: () => app.close() }
}

export const countResponses = (app: FastifyInstance, registry: Registry): void => {
  const responses = openMeters(registry).counter(
    'http_responses_total',
    'Responses by status. route: the first two parts of the declared route, such as /api/admin, or none for an unknown path.',
    'route',
    'status',
  )
  app.addHook('onResponse', ({ routeOptions }, { statusCode }, done) => {
    const route = routeOptions.url?.split('/').slice(0, 3).join('/') ?? 'none'
    responses.inc({ route, status: String(statusCode) })
    done()
  })
}
