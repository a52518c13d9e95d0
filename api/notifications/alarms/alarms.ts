/** Watches the pipeline's state in PostgreSQL. Sends one notification when a fault begins and one when it ends. */
import { HOUR_MS, MINUTE_MS } from '@firsttouch/infra/platform/timing'
import { groupOf, servingDatabase } from '@firsttouch/infra/stores/read-models'
import type { ISql, Sql } from 'postgres'
import type { NotifySettings } from '../../deps.ts'
import { enqueueNews } from '../queue.ts'

export const ALARMS = ['accounting', 'projector', 'canary', 'backup'] as const
export type AlarmName = (typeof ALARMS)[number]

type Words = { begun: string; sentence: string; over: string }

export const ALARM_WORDS: Readonly<Record<AlarmName, Words>> = {
  accounting: {
    begun: 'Accepted events are not accounted for',
    sentence:
      'The accounting of events does not balance, so the figures of the dashboard may be wrong. The settings page shows which type of event is affected. Ask an operator to follow "AccountingDoesNotBalance" in infra/ALARMS.md.',
    over: 'The accounting balances again',
  },
  projector: {
    begun: 'The figures are not being updated',
    sentence:
      'New events are stored, but they do not reach the figures of the dashboard, because a projector has stopped or is far behind. No event is lost. Ask an operator to follow "ProjectorStopped" in infra/ALARMS.md.',
    over: 'The figures are being updated again',
  },
  canary: {
    begun: 'A test event has not arrived',
    sentence:
      'The regular test event has not reached the read models for several minutes, so a step between ingest and the figures is not working. Ask an operator to follow "CanaryLate" in infra/ALARMS.md.',
    over: 'The regular test event is arriving again',
  },
  backup: {
    begun: 'There is no recent backup',
    sentence:
      'The newest backup by "npm run backup" is older than BACKUP_WITHIN_HOURS. Ask an operator to follow "Backups" in infra/README.md.',
    over: 'There is a recent backup again',
  },
}

type AlarmEdge = 'begun' | 'over'

/** Unique key of a notification. The beginning and the end of an alarm have different keys. */
export const alarmAbout = (name: AlarmName, raisedAt: Date, edge: AlarmEdge): string =>
  `${name} ${raisedAt.toISOString()} ${edge}`

export const readAlarmAbout = (about: string): { name: AlarmName; edge: AlarmEdge } | null => {
  const [given, , edge] = about.split(' ')
  const name = ALARMS.find(one => one === given)
  return name && (edge === 'begun' || edge === 'over') ? { name, edge } : null
}

/** A state must be stable for this long before it raises or ends an alarm, to avoid flapping. */
const STEADY_FOR_MS = 2 * MINUTE_MS
/** After a longer gap between two checks, the wait of STEADY_FOR_MS starts again. */
const LONGEST_GAP_MS = 3 * MINUTE_MS

export type AlarmState = { looksWrong: boolean; since: Date; lookedAt: Date; raisedAt: Date | null }

/** `edge` is the notification to send, or null. The beginning and the end of an alarm have the same `raisedAt`. */
export const nextState = (
  before: AlarmState | null,
  looksWrong: boolean,
  now: Date,
): { state: AlarmState; edge: AlarmEdge | null; raisedAt: Date } => {
  const goesOn =
    before !== null &&
    before.looksWrong === looksWrong &&
    now.getTime() - before.lookedAt.getTime() <= LONGEST_GAP_MS
  const since = goesOn ? before.since : now
  const isSteady = now.getTime() - since.getTime() >= STEADY_FOR_MS
  const raisedAt = before?.raisedAt ?? null
  const state = { looksWrong, since, lookedAt: now, raisedAt }
  if (!isSteady || looksWrong === (raisedAt !== null)) return { state, edge: null, raisedAt: raisedAt ?? now }
  return looksWrong
    ? { state: { ...state, raisedAt: now }, edge: 'begun', raisedAt: now }
    : { state: { ...state, raisedAt: null }, edge: 'over', raisedAt: raisedAt ?? now }
}

/** Older accounting raises the alarm `projector`. A running projector writes the accounting every few seconds. */
const ACCOUNTING_WITHIN_MS = 2 * MINUTE_MS
const PROJECTED_WITHIN_MS = 5 * MINUTE_MS
const CANARIES_MISSED = 3

/** true means faulty. null means unknown, for example on the first day. */
type Readings = Record<AlarmName, boolean | null>

export const watchAlarms = async (sql: Sql, settings: NotifySettings, now: Date): Promise<void> => {
  const readings = await readAlarms(sql, settings, now)
  for (const name of ALARMS) {
    const looksWrong = readings[name]
    if (looksWrong !== null) await sql.begin(tx => step(tx, settings, { name, looksWrong, now }))
  }
}

type Look = { name: AlarmName; looksWrong: boolean; now: Date }

/** An advisory lock serialises the processes, so only one of them enqueues the notification. */
const step = async (sql: ISql, settings: NotifySettings, { name, looksWrong, now }: Look): Promise<void> => {
  await sql`SELECT pg_advisory_xact_lock(hashtext(${`firsttouch alarm ${name}`}))`
  const [before] = await sql<AlarmState[]>`
    SELECT looks_wrong AS "looksWrong", since, looked_at AS "lookedAt", raised_at AS "raisedAt"
    FROM alarms WHERE name = ${name}`
  const { state, edge, raisedAt } = nextState(before ?? null, looksWrong, now)
  await sql`
    INSERT INTO alarms (name, looks_wrong, since, looked_at, raised_at)
    VALUES (${name}, ${state.looksWrong}, ${state.since}, ${now}, ${state.raisedAt})
    ON CONFLICT (name) DO UPDATE SET looks_wrong = EXCLUDED.looks_wrong, since = EXCLUDED.since,
      looked_at = EXCLUDED.looked_at, raised_at = EXCLUDED.raised_at`
  if (edge)
    await enqueueNews(sql, settings, { kind: 'alarm', about: alarmAbout(name, raisedAt, edge), at: now })
}

export const readAlarms = async (
  sql: Sql,
  { canarySeconds, backupWithinHours }: Pick<NotifySettings, 'canarySeconds' | 'backupWithinHours'>,
  now: Date,
): Promise<Readings> => {
  const isOlder = (at: Date, ms: number): boolean => now.getTime() - at.getTime() > ms
  const [balance] = await sql<{ asOf: Date; oldest: Date | null; balanced: boolean }[]>`
    SELECT (balance->>'asOf')::timestamptz AS "asOf", (balance->>'oldestInFlight')::timestamptz AS oldest,
      NOT jsonb_path_exists(balance, '$.types.*.balanced ? (@ == false)') AS balanced
    FROM accounting WHERE consumer_group = ${groupOf(await servingDatabase(sql))} AND balance IS NOT NULL`
  const [canary] = await sql<{ at: Date }[]>`SELECT sent_at AS at FROM canary`
  const [backup] = await sql<{ at: Date }[]>`SELECT made_at AS at FROM backups`
  return {
    accounting: balance ? !balance.balanced : null,
    projector: balance
      ? isOlder(balance.asOf, ACCOUNTING_WITHIN_MS) ||
        (balance.oldest !== null && isOlder(balance.oldest, PROJECTED_WITHIN_MS))
      : null,
    canary:
      canary && canarySeconds > 0
        ? isOlder(canary.at, CANARIES_MISSED * canarySeconds * 1000 + MINUTE_MS)
        : null,
    backup: backupWithinHours > 0 ? !backup || isOlder(backup.at, backupWithinHours * HOUR_MS) : null,
  }
}

export const raisedAlarms = async (sql: ISql): Promise<{ name: AlarmName; since: Date }[]> => {
  const rows = await sql<{ name: string; since: Date }[]>`
    SELECT name, raised_at AS since FROM alarms WHERE raised_at IS NOT NULL ORDER BY raised_at DESC`
  return rows.flatMap(({ name, since }) => {
    const known = ALARMS.find(one => one === name)
    return known ? [{ name: known, since }] : []
  })
}
