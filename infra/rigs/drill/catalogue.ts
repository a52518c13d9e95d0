/** The faults of the drill, their answers, and the alarms that must ring. Other alarms may ring too. */
import { seededRandom } from '../../platform/seeded-random.ts'

type Fault = { truth: string; alarms: readonly [string, ...string[]] }

export const FAULTS = {
  'projector-dead': {
    truth: 'One of the two projectors was killed and is not restarted. The other has its partitions.',
    alarms: ['ProcessGone'],
  },
  'projector-hangs': {
    truth: 'One of the two projectors hangs: its process exists but does nothing (SIGSTOP).',
    alarms: ['ProcessGone'],
  },
  'projectors-gone': {
    truth: 'Both projectors are gone.',
    alarms: ['ServiceGone', 'PartitionWithoutProjector'],
  },
  'kafka-away': {
    truth: 'The Kafka broker, which is the log, is gone.',
    alarms: ['StoreAway', 'EventsRefused'],
  },
  'postgres-hangs': {
    truth: 'PostgreSQL accepts connections but does not answer.',
    alarms: ['StoreAway'],
  },
  'clickhouse-away': {
    truth: 'ClickHouse is gone.',
    alarms: ['StoreAway', 'DashboardBehind'],
  },
  'clickhouse-refuses': {
    truth:
      'ClickHouse answers queries but refuses inserts: TOO_MANY_PARTS, because parts_to_throw_insert of the table events is 1.',
    alarms: ['BatchesFail', 'DashboardBehind'],
  },
  'schema-broken': {
    truth:
      'The table events lacks a column that the projectors write (referrer was renamed): every batch fails, and both projectors have stopped.',
    alarms: ['ProjectorStopped', 'DashboardBehind'],
  },
  'disk-nearly-full': {
    truth: 'The disk of ClickHouse is nearly full: a foreign file takes the space.',
    alarms: ['StorageFillsUp'],
  },
  'backup-too-old': {
    truth: 'The last backup is three days old, and BACKUP_WITHIN_HOURS allows 24.',
    alarms: ['BackupTooOld'],
  },
  'certificate-soon-over': {
    truth: 'The certificate of SITE_URL expires in six days.',
    alarms: ['CertificateSoonOver'],
  },
  'door-shut': {
    truth:
      'nginx does not reach ingest, because the name has an address where no process listens. nginx answers visitors’ events with 503, while both ingest processes are healthy.',
    alarms: ['EventsStopped'],
  },
  'bad-entries': {
    truth: 'Something wrote three entries into the log that cannot be read: they are dead letters.',
    alarms: ['DeadLetters'],
  },
  'ingest-starved': {
    truth: 'One of the two ingest processes is stopped for most of each second, as if it got no CPU time.',
    alarms: ['EventLoopBlocked'],
  },
  'mail-refused': {
    truth: 'The mail server refuses every recipient (550), so staff get no mail about new leads.',
    alarms: ['NotificationsGivenUp'],
  },
  'site-gone': {
    truth: 'The process that serves the public pages is gone: visitors see an error page.',
    alarms: ['ServiceGone'],
  },
} as const satisfies Record<string, Fault>

export type FaultName = keyof typeof FAULTS
export const FAULT_NAMES = Object.keys(FAULTS) as FaultName[]

/** Consecutive seeds give every fault once, in an order that hides which comes next. */
export const faultOf = (seed: number, among: readonly FaultName[] = FAULT_NAMES): FaultName => {
  const random = seededRandom(18)
  const shuffled = among.map(name => ({ name, at: random() })).toSorted((a, b) => a.at - b.at)
  const chosen = shuffled[((seed % among.length) + among.length) % among.length]
  if (!chosen) throw new Error('There is no fault to choose from.')
  return chosen.name
}
