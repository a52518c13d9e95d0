/**
 * Queue of notifications with at-least-once delivery. A sender leases a row. If the sender dies, another one takes the
 * row when the lease has expired. A duplicate has the same message id.
 */
import { DAY_MS, MINUTE_MS } from '@firsttouch/infra/platform/timing'
import type { ISql, Sql } from 'postgres'
import type { Channel, Kind } from '../contract/notifications.ts'
import type { NotifySettings } from '../deps.ts'

export const CHANNEL_NAME = 'firsttouch_notifications'
/** Length of a sender's lease. Must exceed the time limits in `mail/smtp.ts` and `webhook/post.ts`. */
const TAKEN_FOR_MS = 2 * MINUTE_MS
const GIVE_UP_AFTER_MS = DAY_MS
/** Minimum number of tries. After a downtime, a row may be older than GIVE_UP_AFTER_MS before its first try. */
const TRIED_AT_LEAST = 8

/** `about` is a record or run id, an alarm's key, or the first day of a digest's week. It has no contact data. */
export type News = { kind: Kind; about: string; at: Date }

/** Call this in the transaction of the event. Idempotent. Returns the number of new rows. */
export const enqueueNews = async (
  sql: ISql,
  settings: NotifySettings | undefined,
  { kind, about, at }: News,
): Promise<number> => {
  if (!settings?.smtp && !settings?.webhook) return 0
  const { smtp, webhook, notifyTo } = settings
  const row = (channel: Channel) =>
    sql`gen_random_uuid(), ${channel}::text, ${kind}::text, ${about}::text, ${at}::timestamptz, ${at}::timestamptz`
  const isForAll = kind !== 'digest'
  const rows = await sql`
    WITH chosen AS (${chosenBy(sql, kind)})
    INSERT INTO notifications (id, channel, kind, about, happened_at, next_at, account_id, address)
    SELECT ${row('email')}, account_id, '' FROM chosen
    WHERE ${smtp !== null} AND (${isForAll} OR chosen_at <= ${at})
    UNION ALL
    SELECT ${row('email')}, NULL, address FROM unnest(${notifyTo}::text[]) AS address
    WHERE ${smtp !== null && isForAll} AND NOT EXISTS (SELECT FROM chosen)
    UNION ALL
    SELECT ${row('webhook')}, NULL, '' WHERE ${webhook !== null && isForAll}
    ON CONFLICT ON CONSTRAINT notifications_once DO NOTHING RETURNING 1`
  if (rows.length > 0) await sql`SELECT pg_notify(${CHANNEL_NAME}, '')`
  return rows.length
}

const chosenBy = (sql: ISql, kind: Kind) => sql`
  SELECT account_id, chosen_at FROM notification_choices JOIN staff_accounts AS account ON account.id = account_id
  WHERE disabled_at IS NULL AND role <> 'viewer' AND email <> '' AND ${kind} = ANY(kinds)`

export type Queued = News & {
  id: string
  channel: Channel
  /** Mail address. Empty for the webhook, or if the recipient no longer wants this kind. */
  to: string
  tries: number
}

export const takeNext = async (sql: Sql, channel: Channel, now: Date): Promise<Queued | null> => {
  const until = new Date(now.getTime() + TAKEN_FOR_MS)
  const [row] = await sql<Queued[]>`
    UPDATE notifications AS taken SET next_at = ${until}, tries = tries + 1
    WHERE id = (
      SELECT id FROM notifications WHERE channel = ${channel} AND state = 'waiting' AND next_at <= ${now}
      ORDER BY next_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING id, channel, kind, about, happened_at AS at, tries, CASE WHEN account_id IS NULL THEN address
      ELSE coalesce((
        SELECT email FROM notification_choices AS choice JOIN staff_accounts AS account ON account.id = choice.account_id
        WHERE choice.account_id = taken.account_id AND disabled_at IS NULL AND role <> 'viewer' AND taken.kind = ANY(kinds)), '') END AS to`
  return row ?? null
}

const FIRST_PAUSE_MS = 2_000
const LONGEST_PAUSE_MS = 30 * MINUTE_MS
/** Maximum wait that a receiver can request with Retry-After. */
const LONGEST_WAIT_MS = DAY_MS

/** Exponential back-off: factor 3 up to 30 minutes, with ±20 % jitter. */
export const pauseAfter = (tries: number, random: number = Math.random()): number =>
  Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 3 ** Math.max(0, tries - 1)) * (0.8 + 0.4 * random)

/** `later` means that the queue retries after at least `waitMs` milliseconds. `refused` means that it gives up. */
export type Outcome =
  | { state: 'sent' }
  | { state: 'dropped' }
  | { state: 'later'; reason: string; waitMs?: number }
  | { state: 'refused'; reason: string }

/** `waiting` means that the row will be retried. */
export type Settled = 'sent' | 'dropped' | 'failed' | 'waiting'

export const settle = async (sql: Sql, row: Queued, outcome: Outcome, now: Date): Promise<Settled> => {
  const reason = 'reason' in outcome ? outcome.reason : ''
  const asked = outcome.state === 'later' ? Math.min(outcome.waitMs ?? 0, LONGEST_WAIT_MS) : 0
  const next = new Date(now.getTime() + Math.max(asked, pauseAfter(row.tries)))
  const isLate = row.tries >= TRIED_AT_LEAST && next.getTime() - row.at.getTime() > GIVE_UP_AFTER_MS
  if (outcome.state === 'later' && !isLate) {
    await sql`UPDATE notifications SET next_at = ${next}, reason = ${reason} WHERE id = ${row.id} AND state = 'waiting'`
    return 'waiting'
  }
  const state = outcome.state === 'sent' || outcome.state === 'dropped' ? outcome.state : 'failed'
  await sql`
    UPDATE notifications SET state = ${state}, done_at = ${now}, reason = ${reason}
    WHERE id = ${row.id} AND state = 'waiting'`
  return state
}

/** Requeues failed rows, for example after a repair of the mail server. Returns the number of requeued rows. */
export const tryAgain = async (sql: ISql, now: Date): Promise<number> => {
  const rows = await sql`
    UPDATE notifications SET state = 'waiting', tries = 0, next_at = ${now}, done_at = NULL
    WHERE state = 'failed' RETURNING 1`
  if (rows.length > 0) await sql`SELECT pg_notify(${CHANNEL_NAME}, '')`
  return rows.length
}

export const forgetNotifications = async (sql: ISql, records: readonly string[]): Promise<void> => {
  await sql`DELETE FROM notifications WHERE about = ANY(${records}::text[])`
}
