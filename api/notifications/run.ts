/** Sends queued notifications. Several processes may send concurrently. */
import { within } from '@firsttouch/infra/platform/timing'
import { drainQueue } from '@firsttouch/infra/stores/drain-queue'
import type { Sql } from 'postgres'
import type { Channel } from '../contract/notifications.ts'
import type { NotifySettings } from '../deps.ts'
import { openMailer } from './mail/smtp.ts'
import { type MessageDeps, messageOf } from './messages.ts'
import { CHANNEL_NAME, type Outcome, type Queued, type Settled, settle, takeNext } from './queue.ts'
import { bodyOf, openWebhook } from './webhook/post.ts'

/** At shutdown, the current message has this long to finish. If it is aborted, it is sent again later. */
const FINISH_WITHIN_MS = 5_000
/** Concurrent senders. Equals the number of connections to the mail server. */
const WORKERS: Record<Channel, number> = { email: 2, webhook: 1 }

export type RunDeps = Omit<MessageDeps, 'sql' | 'dashboardUrl'> & {
  sql: Sql
  settings: NotifySettings
  now: () => Date
  signal: AbortSignal
  onError: (error: unknown) => void
}

type Send = (row: Queued) => Promise<Outcome>
export type Senders = Partial<Record<Channel, Send>> & { close: () => void }

export const runNotifications = async (deps: RunDeps, senders: Senders = openSenders(deps)) => {
  const workers = (['email', 'webhook'] as const).flatMap(channel => {
    const send = senders[channel]
    const work = async () => send !== undefined && (await sendNext(deps, channel, send)) !== null
    return send ? Array.from({ length: WORKERS[channel] }, () => work) : []
  })
  if (workers.length > 0) await drainQueue({ ...deps, channel: CHANNEL_NAME }, workers)
  senders.close()
}

/** Returns the new state of the row, or null if no row is due. */
export const sendNext = async (
  deps: Pick<RunDeps, 'sql' | 'now' | 'signal' | 'onError'>,
  channel: Channel,
  send: Send,
): Promise<Settled | null> => {
  const { sql, now, signal, onError } = deps
  const row = await takeNext(sql, channel, now())
  if (!row) return null
  const sending = send(row).catch((error): Outcome => {
    onError(error)
    return {
      state: 'later',
      reason: 'The message could not be prepared, because analytics are temporarily unavailable.',
    }
  })
  return settle(sql, row, await orInTime(sending, signal), now())
}

/** After the signal aborts, waits at most FINISH_WITHIN_MS. An unfinished row is sent again after its lease. */
const orInTime = (sending: Promise<Outcome>, signal: AbortSignal): Promise<Outcome> => {
  const { promise, reject } = Promise.withResolvers<never>()
  const end = () => within(FINISH_WITHIN_MS, sending).catch(reject)
  signal.addEventListener('abort', end, { once: true })
  return Promise.race([sending, promise]).finally(() => signal.removeEventListener('abort', end))
}

export const openSenders = (deps: Omit<RunDeps, 'signal' | 'onError'>): Senders => {
  const { settings, sql, now, timeZone, digest } = deps
  const { smtp, webhook, dashboardUrl } = settings
  const about = { sql, timeZone, dashboardUrl, digest }
  const mailer = smtp && openMailer(smtp)
  const poster = webhook && openWebhook(webhook)
  return {
    ...(mailer && {
      email: async row => {
        const message = row.to && (await messageOf(about, row))
        return message ? mailer.send({ id: row.id, to: row.to, message }) : { state: 'dropped' }
      },
    }),
    ...(poster && {
      webhook: async row => {
        const message = await messageOf(about, row)
        return message
          ? poster.send({ id: row.id, at: now(), body: bodyOf(row, message) })
          : { state: 'dropped' }
      },
    }),
    close: () => mailer?.close(),
  }
}
