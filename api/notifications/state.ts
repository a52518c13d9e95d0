import { openMeters } from '@firsttouch/infra/platform/metrics'
import { isoTime } from '@firsttouch/infra/stores/iso-time'
import type { ISql } from 'postgres'
import type { Registry } from 'prom-client'
import type { Notifications } from '../contract/notifications.ts'
import { CHANNELS, type Channel, KINDS, type Kind } from '../contract/notifications.ts'
import type { NotifySettings } from '../deps.ts'

export const channelStates = async (sql: ISql, settings: NotifySettings | undefined) => {
  const counts = await countNotifications(sql)
  return CHANNELS.map(channel => {
    const of = (state: string) => counts.find(row => row.channel === channel && row.state === state)
    const [sent, waiting, failed] = [of('sent'), of('waiting'), of('failed')]
    return {
      channel,
      through: throughOf(settings, channel),
      lastSentAt: sent?.doneAt ?? null,
      sent: sent?.rows ?? 0,
      waiting: waiting?.rows ?? 0,
      oldestAt: waiting?.oldestAt ?? null,
      failed: failed?.rows ?? 0,
      reason: waiting?.reason || failed?.reason || '',
    }
  })
}

/** Host of the webhook or mail server, without the path, because a webhook's path is often its secret. */
const throughOf = (settings: NotifySettings | undefined, channel: Channel): string | null => {
  if (channel === 'webhook') return settings?.webhook ? new URL(settings.webhook.url).host : null
  return settings?.smtp ? `${settings.smtp.host}:${settings.smtp.port}` : null
}

type NotificationCounts = { channel: string; state: string; rows: number; oldestSeconds: number }[]
type QueueCounts = NotificationCounts[number] & { oldestAt: string; doneAt: string | null; reason: string }

/** `reason` is the newest stored reason of a failed try, or empty. */
export const countNotifications = (sql: ISql): Promise<QueueCounts[]> => sql<QueueCounts[]>`
  SELECT channel, state, count(*)::int AS rows, extract(epoch FROM now() - min(happened_at))::float AS "oldestSeconds",
    ${isoTime(sql, sql`min(happened_at)`)} AS "oldestAt", ${isoTime(sql, sql`max(done_at)`)} AS "doneAt",
    coalesce((array_agg(reason ORDER BY done_at DESC) FILTER (WHERE reason <> ''))[1], '') AS reason
  FROM notifications GROUP BY channel, state`

const MOST_FAILURES = 20

export const failuresOf = async (sql: ISql): Promise<Notifications['failures']> => sql<
  Notifications['failures']
>`
  SELECT id, channel, kind, coalesce(nullif(address, ''), email, '') AS to, ${isoTime(sql, 'happened_at')} AS "happenedAt",
    tries, reason
  FROM notifications LEFT JOIN notification_choices USING (account_id)
  WHERE state = 'failed' ORDER BY done_at DESC, id LIMIT ${MOST_FAILURES}`

/** Kinds that no staff member has chosen. Excludes the digest, which goes only to staff who have chosen it. */
export const unchosenKinds = async (sql: ISql): Promise<Kind[]> => {
  const rows = await sql<{ kind: string }[]>`
    SELECT DISTINCT unnest(kinds) AS kind FROM notification_choices JOIN staff_accounts AS account ON account.id = account_id
    WHERE disabled_at IS NULL AND role <> 'viewer' AND email <> ''`
  const chosen = new Set(rows.map(({ kind }) => kind))
  return KINDS.filter(kind => kind !== 'digest' && !chosen.has(kind))
}

const QUEUE_STATES = ['waiting', 'sent', 'failed', 'dropped']

export const notificationMetrics = (registry: Registry, read: () => Promise<NotificationCounts>): void => {
  const { readGauge } = openMeters(registry)
  readGauge(
    'notifications_queue',
    'Notifications to staff in the last 30 days. state: waiting, sent, failed, dropped.',
    ['channel', 'state'],
    async () => {
      const counts = await read()
      // Exports 0 for a state without rows. If the first failure started the series, Prometheus would see no increase.
      const zeros = CHANNELS.flatMap(channel => QUEUE_STATES.map(state => [{ channel, state }, 0] as const))
      return [...zeros, ...counts.map(({ channel, state, rows }) => [{ channel, state }, rows] as const)]
    },
  )
  readGauge(
    'notifications_oldest_seconds',
    'Age of the oldest notification that has not been sent yet.',
    ['channel'],
    async () => {
      const waiting = (await read()).filter(({ state }) => state === 'waiting')
      return waiting.map(({ channel, oldestSeconds }) => [{ channel }, oldestSeconds])
    },
  )
}
