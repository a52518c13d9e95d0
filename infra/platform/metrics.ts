/** Prometheus metrics: their names, and the port that serves them. No names of sites or campaigns in labels. */
import { createServer } from 'node:http'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { within } from './timing.ts'

/** One for each process, given to whoever counts. */
export const openRegistry = (): Registry => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return registry
}

export type ServiceName = 'whole' | 'ingest' | 'projector' | 'api' | 'site'

/** Rules know a process by it, whatever Prometheus calls the job that asks. */
export const serviceMetric = (registry: Registry, service: ServiceName): void =>
  new Gauge({
    name: 'firsttouch_service',
    help: 'Always 1; the label says which service the process is.',
    labelNames: ['service'],
    registers: [registry],
  }).set({ service }, 1)

const REFRESH_WITHIN_MS = 2_000
/** A store that hangs must not keep everything else from being told: whoever asks would take the process for dead. */
const STORE_WITHIN_MS = 1_500
export const askedOfStore = <T>(read: () => Promise<T>): Promise<T> => within(STORE_WITHIN_MS, read())
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

export type IngestMetrics = ReturnType<typeof ingestMetrics>
type IngestState = {
  inFlight: () => number
  /** How far the log goes; null while it does not say. */
  positions: () => readonly { partition: number; end: number }[] | null
}
/** The state is asked at each scrape. */
export const ingestMetrics = (registry: Registry, { inFlight, positions }: IngestState) => {
  const registers = [registry]
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers })
  const metrics = {
    events: new Counter({
      name: 'ingest_events_total',
      help: 'Events by what became of them: accepted (the log holds them), rejected (not valid), unavailable (503).',
      labelNames: ['result'],
      registers,
    }),
    contactData: counter(
      'ingest_contact_data_events_total',
      'Accepted events that came with an e-mail address or a telephone number, which was taken out.',
    ),
    appendSeconds: new Histogram({
      name: 'ingest_append_seconds',
      help: 'Time until the log held what was appended to it.',
      buckets: SECONDS,
      registers,
    }),
    canaries: counter('ingest_canary_events_total', 'Accepted events that are canaries, not of visitors.'),
    inFlight: new Gauge({
      name: 'ingest_inflight_events',
      help: 'Events on their way to the log.',
      registers,
      collect() {
        this.set(inFlight())
      },
    }),
    appendErrors: counter('log_append_errors_total', 'Not confirmed. class: timeout, or error.', 'class'),
  }
  logEndMetric(registry, positions)
  beginAtNought(metrics.events, ['accepted', 'rejected', 'unavailable'])
  beginAtNought(metrics.appendErrors, ['error', 'timeout'])
  return metrics
}

/** A series that begins with its first failure shows no increase: the alarm for it would not ring. */
const beginAtNought = <Label extends string>(counter: Counter<Label>, values: readonly string[]): void => {
  for (const value of values) counter.labels(value).inc(0)
}

const logEndMetric = (registry: Registry, positions: IngestState['positions']): void => {
  new Gauge({
    name: 'log_end_offset',
    help: 'How many entries a partition of the log has taken; not there while the log does not say.',
    labelNames: ['partition'],
    registers: [registry],
    collect() {
      this.reset()
      for (const { partition, end } of positions() ?? []) this.set({ partition: String(partition) }, end)
    },
  })
}

export type LagMetrics = ReturnType<typeof lagMetrics>
/** By partition of the log, and not there while they are not known. The API serves them too, as a projector that is gone says nothing. */
export const lagMetrics = (registry: Registry) => {
  const gauge = (name: string, help: string) =>
    new Gauge({ name, help, labelNames: ['partition'], registers: [registry] })
  return {
    lagEvents: gauge('projector_lag_events', 'Entries of the log that are not in the figures.'),
    lagSeconds: gauge('projector_lag_seconds', 'Age of the oldest entry that is not in the figures.'),
    owned: gauge('projector_partition_owned', '1 while somebody projects the partition.'),
  }
}

export type ProjectorMetrics = ReturnType<typeof projectorMetrics>
export const projectorMetrics = (registry: Registry) => {
  const registers = [registry]
  const unknown = (gauge: Gauge) => {
    gauge.remove()
    return gauge
  }
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name, help, labelNames, registers })
  const counter = (name: string, help: string, ...labelNames: string[]) =>
    new Counter({ name, help, labelNames, registers })
  return {
    batchSeconds: new Histogram({
      name: 'projector_batch_seconds',
      help: 'Time of one round: insert, refresh, commit.',
      buckets: SECONDS,
      registers,
    }),
    failures: counter('projector_batch_failures_total', 'Batches that failed, and come again.', 'error'),
    replayed: counter('projector_replayed_events_total', 'Events that were projected again.'),
    rebalances: counter('projector_rebalances_total', 'Times that a partition was taken up.'),
    stopped: gauge('projector_stopped', '1 while too many entries failed and the projector waits.'),
    deadLetters: counter('dlq_total', 'Entries that were set aside.', 'reason'),
    conflicts: unknown(
      gauge('event_id_conflicts_total', 'Events whose id came before with another payload.'),
    ),
    reconcileDifference: gauge(
      'reconcile_difference',
      'Unique ids of the log minus those of the store, by the hour inside the id.',
      'hour',
    ),
    repaired: counter('reconcile_repaired_buckets_total', 'Buckets of roll-ups that were refreshed again.'),
    canaryAge: unknown(
      gauge('canary_age_seconds', 'How long the newest canary took, or has been taking, to be seen.'),
    ),
    events: gauge(
      'pipeline_events',
      'The accounting by type: accepted, projected and so on.',
      'type',
      'entry',
    ),
    balanced: unknown(
      gauge('pipeline_balanced', '1 while the accounting balances; not there while that is not known.'),
    ),
  }
}

/** Each is asked at each scrape, and is away when it does not answer in time. */
export const storesMetric = (registry: Registry, asks: Record<string, () => Promise<unknown>>): void => {
  new Gauge({
    name: 'store_answers',
    help: '1 while the store answers this process, 0 while it does not.',
    labelNames: ['store'],
    registers: [registry],
    async collect() {
      const look = async ([store, ask]: [string, () => Promise<unknown>]) => {
        const answers = await askedOfStore(ask).then(
          () => 1,
          () => 0,
        )
        this.set({ store }, answers)
      }
      await Promise.all(Object.entries(asks).map(look))
    },
  })
}

/** `count` is asked at each scrape; where it throws, the number is not known. */
export const outboxMetric = (registry: Registry, count: () => Promise<number>): void => {
  new Gauge({
    name: 'outbox_pending',
    help: 'Conversions of forms that the log does not hold yet.',
    registers: [registry],
    async collect() {
      await askedOfStore(count).then(
        value => this.set(value),
        () => this.remove(),
      )
    },
  })
}

/** How many rows of the queue are in which state, and how long the oldest has waited. */
export type NotificationCounts = { channel: string; state: string; rows: number; oldestSeconds: number }[]

const CHANNELS = ['email', 'webhook']
const QUEUE_STATES = ['waiting', 'sent', 'failed', 'dropped']

/** `read` is asked at each scrape; where it throws, nothing is known. */
export const notificationMetrics = (registry: Registry, read: () => Promise<NotificationCounts>): void => {
  const registers = [registry]
  new Gauge({
    name: 'notifications_queue',
    help: 'Notifications of staff in the last 30 days. state: waiting, sent, failed, dropped.',
    labelNames: ['channel', 'state'],
    registers,
    async collect() {
      const counts = await askedOfStore(read).catch(() => null)
      this.reset()
      if (!counts) return
      // A series that begins with its first failure shows no rise: the alarm for it would not ring.
      for (const channel of CHANNELS) for (const state of QUEUE_STATES) this.set({ channel, state }, 0)
      for (const { channel, state, rows } of counts) this.set({ channel, state }, rows)
    },
  })
  new Gauge({
    name: 'notifications_oldest_seconds',
    help: 'How long the oldest notification has waited that is to be sent.',
    labelNames: ['channel'],
    registers,
    async collect() {
      const counts = await askedOfStore(read).catch(() => null)
      this.reset()
      for (const { channel, state, oldestSeconds } of counts ?? [])
        if (state === 'waiting') this.set({ channel }, oldestSeconds)
    },
  })
}

type Serve = {
  port: number
  host: string
  /** Run before each answer. It does not throw: what it cannot find out it takes away. */
  refresh?: (() => Promise<void>) | undefined
}

/** `GET /metrics` on a port of its own, never on the site's. Throws when the port is taken. */
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
