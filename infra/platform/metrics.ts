/** Prometheus metrics and their port. Labels never contain names of sites or campaigns. */
import { createServer } from 'node:http'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { within } from './timing.ts'
import { RELEASE } from './version.ts'

/** Creates the registry of a process. Features register their metrics in it. */
export const openRegistry = (): Registry => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return registry
}

export type ServiceName = 'whole' | 'ingest' | 'projector' | 'api' | 'site'

/** Alert rules identify a process by `firsttouch_service`, not by the name of the scrape job. */
export const serviceMetric = (registry: Registry, service: ServiceName): void => {
  const { gauge } = openMeters(registry)
  const ofService = 'Always 1; the label says which service the process is.'
  gauge('firsttouch_service', ofService, 'service').set({ service }, 1)
  const ofRelease = 'Always 1; the labels say which release runs. The commit is empty where it is not known.'
  gauge('firsttouch_build_info', ofRelease, 'version', 'commit').set(RELEASE, 1)
}

const REFRESH_WITHIN_MS = 2_000
/** Milliseconds. A hanging store must not block the scrape, because Prometheus would consider the process down. */
const STORE_WITHIN_MS = 1_500
const askedOfStore = <T>(read: () => Promise<T>): Promise<T> => within(STORE_WITHIN_MS, read())
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

type Value<Label extends string> = readonly [labels: Partial<Record<Label, string>>, value: number]

/** Creates metrics for one feature. */
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
          // Without labels, `reset` would set 0.
          if (labelNames.length === 0) this.remove()
          else this.reset()
          for (const [labels, value] of values.flat()) this.set(labels, value)
        },
      })
    },
  }
}

/** Queries each store at each scrape. A store without an answer in time counts as down. */
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
export const serveMetrics = async (
  registry: Registry,
  { port, host, refresh }: Serve,
): Promise<{ port: number; close(): Promise<void> }> => {
  const server = createServer(async (request, response) => {
    if (request.url?.split('?', 1)[0] !== '/metrics') return response.writeHead(404).end()
    if (refresh) await within(REFRESH_WITHIN_MS, refresh()).catch(() => undefined)
    const text = await registry.metrics().catch(() => null)
    if (text === null) return response.writeHead(500).end()
    return response.writeHead(200, { 'content-type': registry.contentType }).end(text)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve)
  })
  const bound = server.address()
  return {
    port: typeof bound === 'object' && bound ? bound.port : port,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
