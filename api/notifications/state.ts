/** How the queue stands, as staff see it. */
import { isoTime } from '@firsttouch/infra/stores/iso-time'
import type { ISql } from 'postgres'
import { CHANNELS, type Channel, KINDS, type Kind } from '../contract/notifications/choice.ts'
import type { ChannelState, Notifications } from '../contract/notifications/state.ts'
import type { NotifySettings } from '../deps.ts'

type Counts = Omit<ChannelState, 'through' | 'channel' | 'lastSentAt' | 'oldestAt'> & {
  channel: Channel
  lastSentAt: Date | null
  oldestAt: Date | null
}
const NONE = { sent: 0, waiting: 0, failed: 0, reason: '', lastSentAt: null, oldestAt: null }

export const channelStates = async (
  sql: ISql,
  settings: NotifySettings | undefined,
): Promise<ChannelState[]> => {
  const rows = await countQueue(sql)
  return CHANNELS.map(channel => {
    const { lastSentAt, oldestAt, ...counts } = rows.find(row => row.channel === channel) ?? NONE
    return {
      ...counts,
      channel,
      through: throughOf(settings, channel),
      lastSentAt: lastSentAt?.toISOString() ?? null,
      oldestAt: oldestAt?.toISOString() ?? null,
    }
  })
}

/** `reason`: of one that waits, else of the one that was given up last. */
const countQueue = (sql: ISql): Promise<Counts[]> => sql<Counts[]>`
  SELECT channel, max(done_at) FILTER (WHERE state = 'sent') AS "lastSentAt",
    (count(*) FILTER (WHERE state = 'sent'))::int AS sent,
    (count(*) FILTER (WHERE state = 'waiting'))::int AS waiting,
    min(happened_at) FILTER (WHERE state = 'waiting') AS "oldestAt",
    (count(*) FILTER (WHERE state = 'failed'))::int AS failed,
    coalesce((array_agg(reason ORDER BY state = 'waiting' DESC, done_at DESC NULLS FIRST)
      FILTER (WHERE state IN ('waiting', 'failed') AND reason <> ''))[1], '') AS reason
  FROM notifications GROUP BY channel`

/** Without user names, passwords and paths: a webhook's path is often its secret. */
const throughOf = (settings: NotifySettings | undefined, channel: Channel): string | null => {
  if (channel === 'webhook') return settings?.webhook ? new URL(settings.webhook.url).host : null
  return settings?.smtp ? `${settings.smtp.host}:${settings.smtp.port}` : null
}

/** How many rows of the queue are in which state, and how long the oldest has waited. */
export type NotificationCounts = { channel: string; state: string; rows: number; oldestSeconds: number }[]
export const countNotifications = (sql: ISql): Promise<NotificationCounts> => sql<NotificationCounts>`
  SELECT channel, state, count(*)::int AS rows, extract(epoch FROM now() - min(happened_at))::float AS "oldestSeconds"
  FROM notifications GROUP BY channel, state`

const MOST_FAILURES = 20

export const failuresOf = async (sql: ISql): Promise<Notifications['failures']> => sql<
  Notifications['failures']
>`
  SELECT id, channel, kind, coalesce(nullif(address, ''), email, '') AS to, ${isoTime(sql, 'happened_at')} AS "happenedAt",
    tries, reason
  FROM notifications LEFT JOIN notification_choices USING (account_id)
  WHERE state = 'failed' ORDER BY done_at DESC, id LIMIT ${MOST_FAILURES}`

/** The kinds that NOTIFY_TO is told of; the digest is only for who chooses it. */
export const unchosenKinds = async (sql: ISql): Promise<Kind[]> => {
  const rows = await sql<{ kind: string }[]>`
    SELECT DISTINCT unnest(kinds) AS kind FROM notification_choices JOIN staff_accounts AS account ON account.id = account_id
    WHERE disabled_at IS NULL AND role <> 'viewer' AND email <> ''`
  const chosen = new Set(rows.map(({ kind }) => kind))
  return KINDS.filter(kind => kind !== 'digest' && !chosen.has(kind))
}
