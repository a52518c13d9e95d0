/** The faults of each alarm, with the metrics while the fault lasts. The test fails for an alarm without a fault. */
import { type Course, type Phase, processesOf } from './courses.ts'

export type Fault = Pick<Phase, 'series' | 'gone'> & {
  what: string
  /** Minutes until the alarm rings. Default: five. */
  ringsAfter?: number
  /** Minutes until the alarm resolves after the fault has ended. Default: ten. */
  endsWithin?: number
  /** Minutes at rest before the fault, at least as long as the rule's range. Default: an hour. */
  before?: number
  /** Scrapes and evaluations a minute. */
  aMinute?: number
}

const HOUR = 60
const DAY = 24 * HOUR
/** An alarm for a single occurrence rings for three days. A fault of `LASTING` lasts two, so a day is left, and ten minutes of tolerance. */
const REST_OF_THREE_DAYS = DAY + 10
/** Scrapes a minute for rules that look back over days. Each evaluation reads all these scrapes, so few make the test fast. */
const LOOKS_BACK_DAYS = 0.5
const once: Course = { perMinute: minute => (minute === 0 ? 1 : 0) }
const growing = (minute: number) => minute * 60
const gone = (service: string): Fault => ({ what: `no ${service} is left`, gone: processesOf(service) })

/** A crash loop: the process is up for one minute of five, with a new start time each time. */
const inBackOff = (course: number) => (minute: number) => (Math.floor(minute) % 5 === 0 ? course : null)
const startOf = (minute: number) => 1_000 + Math.floor(minute / 5) * 300
const SECOND = 'instance="projector-2"'

export const LASTING: Readonly<Record<string, readonly Fault[]>> = {
  MachineStarved: [{ what: 'all processes answer late', series: { nodejs_eventloop_lag_p99_seconds: 0.9 } }],
  EventLoopBlocked: [
    {
      what: 'one process answers late',
      series: { 'nodejs_eventloop_lag_p99_seconds{instance="ingest-2"}': 0.9 },
      ringsAfter: 7,
    },
  ],
  EventsRefused: [
    {
      what: 'the log accepts no entries',
      series: {
        'ingest_events_total{result="accepted"}': { perMinute: 0 },
        'ingest_events_total{result="unavailable"}': { perMinute: 40 },
      },
      ringsAfter: 8,
    },
    {
      what: 'the log accepts no entries, and at night only canaries arrive',
      series: {
        'ingest_events_total{result="accepted"}': { perMinute: 0 },
        'ingest_events_total{result="unavailable"}': { perMinute: 1 },
      },
      ringsAfter: 8,
    },
  ],
  EventsLimited: [
    {
      what: 'all visitors have the address of a proxy',
      series: { 'ingest_events_total{result="limited"}': { perMinute: 30 } },
      ringsAfter: 13,
    },
  ],
  FormsRefused: [429, 500, 503].map(status => ({
    what: `forms are answered ${status}`,
    series: {
      'http_responses_total{route="/api/contact",status="200"}': { perMinute: 0 },
      [`http_responses_total{route="/api/contact",status="${status}"}`]: { perMinute: 0.5 },
    },
    ringsAfter: 25,
    endsWithin: HOUR + 5,
  })),
  LogRefusesAppends: [
    {
      what: 'one append a minute is not confirmed',
      series: { 'log_append_errors_total{class="error"}': { perMinute: 1 } },
      ringsAfter: 8,
    },
  ],
  StoreAway: ['clickhouse', 'log', 'postgres'].flatMap(store => [
    { what: `${store} answers nobody`, series: { [`store_answers{store="${store}"}`]: 0 } },
    {
      what: `${store} does not answer one process`,
      series: { [`store_answers{store="${store}",instance="api-1"}`]: 0 },
    },
  ]),
  BatchesFail: [
    {
      what: 'ClickHouse refuses every batch',
      series: {
        'projector_batch_failures_total{error="ClickHouse 252 TOO_MANY_PARTS",instance="projector-1"}': {
          perMinute: 120,
        },
      },
    },
  ],
  EventsStopped: [
    {
      what: 'visitors’ events do not arrive, but canaries do',
      series: { 'ingest_events_total{result="accepted"}': { perMinute: 0.5 } },
      before: 8 * DAY,
      ringsAfter: 15,
      endsWithin: 15,
    },
  ],
  IngestCrowded: [{ what: 'the log is slow', series: { ingest_inflight_events: 9_000 }, ringsAfter: 7 }],
  DashboardBehind: [
    { what: 'ClickHouse is slow', series: { projector_lag_seconds: 300 }, ringsAfter: 7 },
    { what: 'ClickHouse is away', series: { projector_lag_seconds: growing }, ringsAfter: 7 },
  ],
  PartitionStandsStill: [
    {
      what: 'the offset of one partition does not move',
      series: { 'projector_lag_seconds{partition="3"}': growing },
      aMinute: 4,
    },
  ],
  PartitionWithoutProjector: [
    { what: 'nobody holds them', series: { projector_partition_owned: 0 } },
    { what: 'nobody holds one', series: { 'projector_partition_owned{partition="2"}': 0 } },
    {
      what: 'no projector runs, and the API reports the lag',
      series: { projector_partition_owned: 0 },
      gone: processesOf('projector'),
    },
  ],
  LagUnknown: [
    { what: 'the log does not answer', series: { projector_lag_seconds: null }, ringsAfter: 7 },
    {
      what: 'the processes that report the lag are gone',
      gone: [...processesOf('api'), ...processesOf('projector')],
      ringsAfter: 7,
    },
    { what: 'everything is gone', gone: processesOf(''), ringsAfter: 7 },
  ],
  ProjectorStopped: [{ what: 'too many entries failed', series: { projector_stopped: 1 } }],
  DeadLetters: [
    {
      what: 'an entry became a dead letter',
      series: { 'dlq_total{reason="not_json",instance="projector-1"}': once },
      endsWithin: REST_OF_THREE_DAYS,
      aMinute: LOOKS_BACK_DAYS,
    },
  ],
  AccountingUnknown: [
    { what: 'no process runs the accounting', series: { pipeline_balanced: null }, ringsAfter: 12 },
    { what: 'no projector is left', gone: processesOf('projector'), ringsAfter: 12 },
  ],
  AccountingDoesNotBalance: [
    { what: 'entries are missing', series: { pipeline_balanced: 0 }, ringsAfter: 12 },
  ],
  StoreDiffersFromLog: [
    {
      what: 'the store lacks five events of an hour',
      series: { 'reconcile_difference{hour="2026-11-28T10",instance="projector-1"}': 5 },
      ringsAfter: 17,
    },
    {
      what: 'the store has five events too many of an hour',
      series: { 'reconcile_difference{hour="2026-11-28T10",instance="projector-1"}': -5 },
      ringsAfter: 17,
    },
  ],
  IdsUsedTwice: [
    {
      what: 'an id arrived twice with different content',
      series: { event_id_conflicts_total: once },
      endsWithin: REST_OF_THREE_DAYS,
      aMinute: LOOKS_BACK_DAYS,
    },
  ],
  CanaryLate: [{ what: 'no canary arrives', series: { canary_age_seconds: growing } }],
  FormConversionsWait: [{ what: 'nobody relays them', series: { outbox_pending: 50 }, ringsAfter: 12 }],
  NotificationsWait: [
    {
      what: 'the mail server does not answer, and leads arrive',
      series: {
        'notifications_oldest_seconds{channel="email",instance="api-1"}': m => Math.min(m * 60, DAY * 60),
      },
      ringsAfter: 22,
    },
  ],
  NotificationsGivenUp: [
    {
      what: 'a recipient was refused, until it is sent again',
      series: { 'notifications_queue{channel="email",state="failed"}': 1 },
      aMinute: LOOKS_BACK_DAYS,
    },
  ],
  ProcessGone: [
    { what: 'a container ended and DNS no longer names it', gone: ['projector-2'], ringsAfter: 10 },
    {
      what: 'a process hangs',
      series: {
        [`up{${SECOND}}`]: 0,
        [`firsttouch_service{${SECOND}}`]: null,
        [`process_start_time_seconds{${SECOND}}`]: null,
      },
    },
    {
      what: 'a container is in a crash loop and rarely runs',
      series: {
        [`up{${SECOND}}`]: inBackOff(1),
        [`firsttouch_service{${SECOND}}`]: inBackOff(1),
        [`process_start_time_seconds{${SECOND}}`]: minute => inBackOff(startOf(minute))(minute),
      },
      ringsAfter: 20,
      endsWithin: 35,
    },
    {
      what: 'a process restarts every five minutes',
      series: { [`process_start_time_seconds{${SECOND}}`]: startOf },
      ringsAfter: 20,
      endsWithin: 35,
    },
  ],
  ServiceGone: ['ingest', 'projector', 'api', 'site'].map(gone),
  MemoryNearLimit: [
    {
      what: 'an API leaks',
      series: { 'process_resident_memory_bytes{instance="api-1"}': 290_000_000 },
      ringsAfter: 12,
    },
    {
      what: 'a projector leaks',
      series: { 'process_resident_memory_bytes{instance="projector-1"}': 450_000_000 },
      ringsAfter: 12,
    },
  ],
  StorageFillsUp: [{ what: 'a dump fills the disk', series: { storage_free_ratio: 0.05 }, ringsAfter: 7 }],
  BackupTooOld: [
    { what: 'the timer died', series: { backup_age_seconds: minute => 94_000 + minute * 60 }, ringsAfter: 7 },
    { what: 'no backup was ever made', series: { backup_age_seconds: null }, ringsAfter: 7 },
  ],
  ClockOff: [3_600, -3_600].map(seconds => ({
    what: `a clock is ${seconds} s ahead`,
    series: { 'clock_skew_seconds{instance="ingest-2"}': seconds },
    ringsAfter: 7,
  })),
  CertificateSoonOver: [
    {
      what: 'the certificate is not renewed and expires',
      series: { certificate_seconds_left: minute => 86_400 - minute * 60 },
      ringsAfter: 7,
    },
  ],
}

const WAKING = 8 * HOUR
const perMinuteOfDay = (most: number): Course => ({
  // Canaries add half an event a minute.
  perMinute: minute => 0.5 + most * Math.max(0.03, Math.sin(((minute % DAY) / DAY) * Math.PI * 2)),
})
const byDay = (minute: number) => (minute % DAY < WAKING ? 1 : null)

/** One day for the baselines to form, then a day without faults: a night, two more ingest processes under load, and a release. */
export const REST_DAY: readonly Phase[] = [
  { minutes: DAY, series: { 'ingest_events_total{result="accepted"}': perMinuteOfDay(40) } },
  {
    minutes: DAY,
    series: {
      'ingest_events_total{result="accepted"}': perMinuteOfDay(40),
      'firsttouch_service{service="ingest",instance="ingest-3"}': byDay,
      'firsttouch_service{service="ingest",instance="ingest-4"}': byDay,
    },
  },
  ...processesOf('').map(process => ({ minutes: 1, gone: [process] })),
  { minutes: 2 * HOUR, series: { process_start_time_seconds: 90_000 } },
]

/** Nine days of visitors. A weekend has a third of a weekday's. */
export const REST_WEEK: readonly Phase[] = [40, 40, 12, 12, 40, 40, 40, 40, 40].map(most => ({
  minutes: DAY,
  series: { 'ingest_events_total{result="accepted"}': perMinuteOfDay(most) },
}))
