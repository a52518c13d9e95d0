/** Synthetic metrics of an installation, minute by minute: at rest, during a fault and after it. */
import type { Series } from './promtool.ts'

/**
 * Values of a series. A gauge is a number, or a function of the minutes since the phase began. null means no sample. A
 * counter has `perMinute`, its growth.
 */
export type Course =
  | number
  | null
  | ((minute: number) => number | null)
  | { perMinute: number | ((minute: number) => number) }
export type Phase = {
  minutes: number
  /** Series whose values differ from those at rest. The key is the series' name, with or without labels. An unknown key adds a series. */
  series?: Readonly<Record<string, Course>>
  /** Processes whose scrape target has vanished, as when DNS no longer names a container. */
  gone?: readonly string[]
}
type Told = { name: string; labels: Readonly<Record<string, string>>; course: Course }

/** A process that restarts is back a minute later with another start time. */
const PROCESSES = ['ingest-1', 'ingest-2', 'projector-1', 'projector-2', 'api-1', 'site-1']
export const processesOf = (service: string): string[] => PROCESSES.filter(one => one.startsWith(service))

const PARTITIONS = ['0', '1', '2', '3']
const STORES = ['clickhouse', 'log', 'postgres']
const DAY = 1_440

/** The series of an installation at rest: metric, prefix of the processes that expose it, labels, values. */
const TELLS: [metric: string, by: string, labels: Record<string, string>[], course: Course][] = [
  ['up', '', [{}], 1],
  ['process_start_time_seconds', '', [{}], 1_000],
  ['nodejs_eventloop_lag_p99_seconds', '', [{}], 0.02],
  ['process_resident_memory_bytes', '', [{}], 150_000_000],
  ['ingest_events_total', 'ingest', [{ result: 'accepted' }], { perMinute: 40 }],
  [
    'ingest_events_total',
    'ingest',
    ['rejected', 'host_not_allowed', 'limited', 'unavailable'].map(result => ({ result })),
    { perMinute: 0 },
  ],
  ['ingest_canary_events_total', 'ingest', [{}], { perMinute: 0.5 }],
  ['ingest_inflight_events', 'ingest', [{}], 3],
  ['log_append_errors_total', 'ingest', [{ class: 'error' }, { class: 'timeout' }], { perMinute: 0 }],
  ['http_responses_total', 'ingest', [{ route: '/api/analytics', status: '202' }], { perMinute: 20 }],
  ['http_responses_total', 'api', [{ route: '/api/contact', status: '200' }], { perMinute: 0.1 }],
  ['clock_skew_seconds', 'ingest', [{}], 0.001],
  ['clock_skew_seconds', 'projector', [{}], 0.001],
  ['clock_skew_seconds', 'api', [{}], 0.001],
  ['store_answers', 'api', STORES.map(store => ({ store })), 1],
  ['store_answers', 'projector', STORES.map(store => ({ store })), 1],
  ['projector_lag_seconds', 'api', PARTITIONS.map(partition => ({ partition })), minute => minute % 4],
  ['projector_lag_seconds', 'projector', PARTITIONS.map(partition => ({ partition })), minute => minute % 4],
  ['projector_partition_owned', 'api', PARTITIONS.map(partition => ({ partition })), 1],
  ['projector_partition_owned', 'projector', PARTITIONS.map(partition => ({ partition })), 1],
  ['projector_stopped', 'projector', [{}], 0],
  ['dlq_total', 'projector', ['not_json', 'refused'].map(reason => ({ reason })), { perMinute: 0 }],
  ['pipeline_balanced', 'projector', [{}], 1],
  ['event_id_conflicts_total', 'projector', [{}], { perMinute: 0 }],
  ['canary_age_seconds', 'projector', [{}], 2],
  ['outbox_pending', 'api', [{}], 0],
  ['notifications_queue', 'api', [{ channel: 'email', state: 'failed' }], 0],
  ['storage_free_ratio', 'api', [{ store: 'clickhouse' }], 0.5],
  ['backup_age_seconds', 'api', [{}], minute => (minute % DAY) * 60],
  ['backup_within_seconds', 'api', [{}], 26 * 3_600],
  ['certificate_seconds_left', 'api', [{}], 60 * 86_400],
]

const REST: Told[] = PROCESSES.flatMap(process => {
  const own = { job: `job of ${process.split('-')[0]}`, instance: process }
  const service = process.split('-')[0] ?? ''
  const told = TELLS.filter(([, by]) => by === '' || by === service).flatMap(([name, , labels, course]) =>
    labels.map(more => ({ name, labels: { ...more, ...own }, course })),
  )
  return [{ name: 'firsttouch_service', labels: { service, ...own }, course: 1 }, ...told]
})

const parse = (key: string): { name: string; labels: Record<string, string> } => {
  const [name = '', inBraces = ''] = key.split(/[{}]/)
  const labels = [...inBraces.matchAll(/(\w+)="([^"]*)"/g)].map(([, label = '', value = '']) => [
    label,
    value,
  ])
  return { name, labels: Object.fromEntries(labels) }
}
const matches = (key: string, { name, labels }: Told): boolean => {
  const wanted = parse(key)
  return (
    wanted.name === name && Object.entries(wanted.labels).every(([label, value]) => labels[label] === value)
  )
}

/** The named metrics of one installation. Without `installation` the series have no such label, as with one installation per Prometheus. */
export const seriesOf = (
  phases: readonly Phase[],
  { metrics, everyMs, installation }: { metrics: readonly string[]; everyMs: number; installation?: string },
): Series[] => {
  const keys = [...new Set(phases.flatMap(({ series = {} }) => Object.keys(series)))]
  const added: Told[] = keys
    .filter(key => !REST.some(told => matches(key, told)))
    .map(key => ({ ...parse(key), course: null }))
  return [...REST, ...added]
    .filter(({ name }) => metrics.includes(name))
    .map(told => {
      const labels = Object.entries({ ...told.labels, ...(installation && { installation }) })
      const series = `${told.name}{${labels.map(([label, value]) => `${label}="${value}"`).join(',')}}`
      return { series, values: valuesOf(told, phases, everyMs).join(' ') }
    })
}

/** Prometheus marks a series as stale when a scrape lacks it. */
const valuesOf = (told: Told, phases: readonly Phase[], everyMs: number): string[] => {
  const values: string[] = []
  let total = 0
  let before: number | null = null
  for (const { minutes, series = {}, gone = [] } of phases) {
    // The last matching key wins, because it is the most specific.
    const key = Object.keys(series).findLast(one => matches(one, told))
    const course = key === undefined ? told.course : (series[key] ?? null)
    for (let ms = 0; ms < minutes * 60_000; ms += everyMs) {
      const minute = ms / 60_000
      let value: number | null
      if (typeof course === 'object' && course !== null) {
        const { perMinute } = course
        total += (typeof perMinute === 'number' ? perMinute : perMinute(minute)) * (everyMs / 60_000)
        value = total
      } else value = typeof course === 'function' ? course(minute) : course
      if (gone.includes(told.labels.instance ?? '')) value = null
      values.push(value === null ? (before === null ? '_' : 'stale') : String(value))
      before = value
    }
  }
  return values
}
