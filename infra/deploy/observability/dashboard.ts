/** `node infra/deploy/observability/dashboard.ts`: writes dashboard.json, which Grafana imports, from the list of panels below. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

type Panel = { title: string; unit: string; targets: [expr: string, legend: string][]; kind?: 'stat' }

/** Four to a row: first whether all is well, then why not. */
export const PANELS: Panel[] = [
  {
    title: 'Events a second, by result',
    unit: 'reqps',
    targets: [['sum by (result) (rate(ingest_events_total[1m]))', '{{result}}']],
  },
  {
    title: 'The dashboard is behind by',
    unit: 's',
    targets: [
      ['max(projector_lag_seconds)', 'oldest entry'],
      ['max(canary_age_seconds)', 'canary'],
    ],
  },
  {
    title: 'Accounting balances',
    unit: 'bool_yes_no',
    kind: 'stat',
    targets: [['min(pipeline_balanced)', 'balanced']],
  },
  { title: 'Dead letters', unit: 'short', kind: 'stat', targets: [['sum(dlq_total)', 'since the start']] },
  {
    title: 'Time until the log holds an event',
    unit: 's',
    targets: [0.5, 0.95, 0.99].map(q => [
      `histogram_quantile(${q}, sum by (le) (rate(ingest_append_seconds_bucket[1m])))`,
      `p${q * 100}`,
    ]),
  },
  {
    title: 'Events on their way to the log',
    unit: 'short',
    targets: [['ingest_inflight_events', '{{instance}}']],
  },
  {
    title: 'Appends that the log did not confirm',
    unit: 'ops',
    targets: [['sum by (class) (rate(log_append_errors_total[5m]))', '{{class}}']],
  },
  {
    title: 'Share answered 503',
    unit: 'percentunit',
    targets: [
      [
        'sum(rate(ingest_events_total{result="unavailable"}[5m])) / clamp_min(sum(rate(ingest_events_total[5m])), 0.001)',
        'refused',
      ],
    ],
  },
  {
    title: 'Entries not projected',
    unit: 'short',
    targets: [['projector_lag_events', 'partition {{partition}}']],
  },
  {
    title: 'Partitions that nobody projects',
    unit: 'short',
    kind: 'stat',
    targets: [['count(max by (partition) (projector_partition_owned) == 0) or vector(0)', 'without']],
  },
  {
    title: 'Entries that the log holds',
    unit: 'short',
    targets: [['max by (partition) (log_end_offset)', 'partition {{partition}}']],
  },
  {
    title: 'Time of a round',
    unit: 's',
    targets: [0.5, 0.99].map(q => [
      `histogram_quantile(${q}, sum by (le) (rate(projector_batch_seconds_bucket[1m])))`,
      `p${q * 100}`,
    ]),
  },
  {
    title: 'Projected again, partitions taken up',
    unit: 'short',
    targets: [
      ['sum(rate(projector_replayed_events_total[5m]))', 'events'],
      ['sum(increase(projector_rebalances_total[5m]))', 'partitions'],
    ],
  },
  {
    title: 'Projectors that stopped',
    unit: 'short',
    kind: 'stat',
    targets: [['sum(projector_stopped)', 'stopped']],
  },
  { title: 'Accounting', unit: 'short', targets: [['sum by (entry) (pipeline_events)', '{{entry}}']] },
  {
    title: 'Log and store differ by',
    unit: 'short',
    targets: [
      ['sum(abs(reconcile_difference))', 'ids'],
      ['sum(increase(reconcile_repaired_buckets_total[1h]))', 'buckets repaired'],
    ],
  },
  {
    title: 'Ids used twice',
    unit: 'short',
    kind: 'stat',
    targets: [['max(event_id_conflicts_total)', 'conflicts']],
  },
  {
    title: 'Events that came with contact data',
    unit: 'ops',
    targets: [['sum(rate(ingest_contact_data_events_total[5m]))', 'taken out']],
  },
  { title: 'Conversions of forms that wait', unit: 'short', targets: [['max(outbox_pending)', 'waiting']] },
  {
    title: 'Notifications of staff',
    unit: 'short',
    targets: [['max by (channel, state) (notifications_queue{state!="dropped"})', '{{channel}} {{state}}']],
  },
  {
    title: 'The oldest notification waits for',
    unit: 's',
    targets: [['max by (channel) (notifications_oldest_seconds)', '{{channel}}']],
  },
  { title: 'Memory', unit: 'bytes', targets: [['process_resident_memory_bytes', '{{job}} {{instance}}']] },
  {
    title: 'Cores used',
    unit: 'short',
    targets: [['rate(process_cpu_seconds_total[1m])', '{{job}} {{instance}}']],
  },
  {
    title: 'Event loop p99',
    unit: 's',
    targets: [['nodejs_eventloop_lag_p99_seconds', '{{job}} {{instance}}']],
  },
  {
    title: 'Processes',
    unit: 'short',
    targets: [['count by (service) (firsttouch_service)', '{{service}}']],
  },
  {
    title: 'Free part of disks',
    unit: 'percentunit',
    targets: [['min by (store) (storage_free_ratio)', '{{store}}']],
  },
  {
    title: 'Age of the last backup',
    unit: 's',
    targets: [
      ['max(backup_age_seconds)', 'age'],
      ['max(backup_within_seconds)', 'at most'],
    ],
  },
  {
    title: 'The certificate lasts for',
    unit: 's',
    kind: 'stat',
    targets: [['min(certificate_seconds_left)', 'left']],
  },
]

const panel = ({ title, unit, targets, kind }: Panel, index: number) => ({
  id: index + 1,
  title,
  type: kind ?? 'timeseries',
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
