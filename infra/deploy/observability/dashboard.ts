/** `node infra/deploy/observability/dashboard.ts`: writes dashboard.json for Grafana from the panels below. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

type Target = [expr: string, legend: string]

const panelOf =
  (type: 'timeseries' | 'stat') =>
  (title: string, unit: string, ...targets: Target[]) => ({ title, unit, targets, type })
const graph = panelOf('timeseries')
const stat = panelOf('stat')
const quantiles = (histogram: string, ...which: number[]): Target[] =>
  which.map(q => [`histogram_quantile(${q}, sum by (le) (rate(${histogram}_bucket[1m])))`, `p${q * 100}`])

const OF_PROCESS = '{{job}} {{instance}}'

/** Four panels per row. The first panels show health. The later ones help to find causes. */
export const PANELS = [
  graph('Events a second, by result', 'reqps', [
    'sum by (result) (rate(ingest_events_total[1m]))',
    '{{result}}',
  ]),
  graph(
    'The dashboard is behind by',
    's',
    ['max(projector_lag_seconds)', 'oldest entry'],
    ['max(canary_age_seconds)', 'canary'],
  ),
  stat('Accounting balances', 'bool_yes_no', ['min(pipeline_balanced)', 'balanced']),
  stat('Dead letters', 'short', ['sum(dlq_total)', 'since the start']),
  graph('Time until the log holds an event', 's', ...quantiles('ingest_append_seconds', 0.5, 0.95, 0.99)),
  graph('Events in flight to the log', 'short', ['ingest_inflight_events', '{{instance}}']),
  graph('Appends that the log did not confirm', 'ops', [
    'sum by (class) (rate(log_append_errors_total[5m]))',
    '{{class}}',
  ]),
  graph('Share of events answered with 503', 'percentunit', [
    'sum(rate(ingest_events_total{result="unavailable"}[5m])) / clamp_min(sum(rate(ingest_events_total[5m])), 0.001)',
    'refused',
  ]),
  graph('Requests refused, by route and status', 'reqps', [
    'sum by (route, status) (rate(http_responses_total{status=~"4..|5.."}[5m]))',
    '{{route}} {{status}}',
  ]),
  graph('Entries not projected', 'short', ['projector_lag_events', 'partition {{partition}}']),
  stat('Partitions without a projector', 'short', [
    'count(max by (partition) (projector_partition_owned) == 0) or vector(0)',
    'without',
  ]),
  graph('Entries that the log holds', 'short', [
    'max by (partition) (log_end_offset)',
    'partition {{partition}}',
  ]),
  graph('Time of a round', 's', ...quantiles('projector_batch_seconds', 0.5, 0.99)),
  graph(
    'Events projected again, partitions taken over',
    'short',
    ['sum(rate(projector_replayed_events_total[5m]))', 'events'],
    ['sum(increase(projector_rebalances_total[5m]))', 'partitions'],
  ),
  stat('Projectors that stopped', 'short', ['sum(projector_stopped)', 'stopped']),
  graph('Accounting', 'short', ['sum by (entry) (pipeline_events)', '{{entry}}']),
  graph(
    'Ids missing in ClickHouse, buckets repaired',
    'short',
    ['sum(abs(reconcile_difference))', 'ids'],
    ['sum(increase(reconcile_repaired_buckets_total[1h]))', 'buckets repaired'],
  ),
  stat('Ids used twice', 'short', ['max(event_id_conflicts_total)', 'conflicts']),
  graph('Events that came with contact data', 'ops', [
    'sum(rate(ingest_contact_data_events_total[5m]))',
    'taken out',
  ]),
  graph('Form conversions waiting for the log', 'short', ['max(outbox_pending)', 'waiting']),
  graph('Notifications to staff', 'short', [
    'max by (channel, state) (notifications_queue{state!="dropped"})',
    '{{channel}} {{state}}',
  ]),
  graph('The oldest notification waits for', 's', [
    'max by (channel) (notifications_oldest_seconds)',
    '{{channel}}',
  ]),
  graph('Memory', 'bytes', ['process_resident_memory_bytes', OF_PROCESS]),
  graph('Cores used', 'short', ['rate(process_cpu_seconds_total[1m])', OF_PROCESS]),
  graph('Event loop p99', 's', ['nodejs_eventloop_lag_p99_seconds', OF_PROCESS]),
  graph(
    'Processes',
    'short',
    ['count by (service) (firsttouch_service)', '{{service}}'],
    ['count by (version, commit) (firsttouch_build_info)', '{{version}} {{commit}}'],
  ),
  graph('Free part of disks', 'percentunit', ['min by (store) (storage_free_ratio)', '{{store}}']),
  graph(
    'Age of the last backup',
    's',
    ['max(backup_age_seconds)', 'age'],
    ['max(backup_within_seconds)', 'at most'],
  ),
  graph('Clock ahead of PostgreSQL’s', 's', ['clock_skew_seconds', OF_PROCESS]),
  stat('The certificate lasts for', 's', ['min(certificate_seconds_left)', 'left']),
]

const panel = ({ title, unit, targets, type }: (typeof PANELS)[number], index: number) => ({
  id: index + 1,
  title,
  type,
  datasource: { type: 'prometheus', uid: '$source' },
  gridPos: { x: (index % 4) * 6, y: Math.floor(index / 4) * 7, w: 6, h: 7 },
  fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
  targets: targets.map(([expr, legendFormat], at) => ({
    refId: String.fromCharCode(65 + at),
    expr,
    legendFormat,
  })),
})

export const DASHBOARD_FILE = join(import.meta.dirname, 'dashboard.json')

export const dashboard = (): string =>
  `${JSON.stringify(
    {
      uid: 'firsttouch',
      title: 'Firsttouch',
      schemaVersion: 39,
      refresh: '10s',
      time: { from: 'now-1h', to: 'now' },
      templating: {
        list: [{ name: 'source', type: 'datasource', query: 'prometheus', label: 'Prometheus' }],
      },
      panels: PANELS.map(panel),
    },
    null,
    2,
  )}\n`

if (import.meta.main) await writeFile(DASHBOARD_FILE, dashboard())
