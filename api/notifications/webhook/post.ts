import { createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { within } from '@firsttouch/infra/platform/timing'
import type { WebhookSettings } from '../../deps.ts'
import type { Message } from '../mail/body.ts'
import type { News, Outcome } from '../queue.ts'
import {
  type Around as AroundRequest,
  BlockedAddressError,
  failureOf,
  requestPublic,
} from './public-request.ts'

/** Some receivers finish their work before they answer, so a shorter limit would cause duplicates. */
const ANSWER_WITHIN_MS = 20_000
const MOST_READ_BYTES = 4_096

export type Post = { id: string; at: Date; body: string }
export type Poster = { send: (post: Post) => Promise<Outcome> }

type Around = AroundRequest & { withinMs?: number }

export const openWebhook = (settings: WebhookSettings, around: Around = {}): Poster => ({
  send: async post => {
    const { withinMs = ANSWER_WITHIN_MS } = around
    const stop = new AbortController()
    try {
      return outcomeOf(await within(withinMs, exchange(settings, post, around, stop.signal)))
    } catch (error) {
      return { state: 'later', reason: reasonOf(error, new URL(settings.url), withinMs) }
    } finally {
      stop.abort()
    }
  },
})

/** The body has no contact data. It has a link to the dashboard, which needs a login. */
export const bodyOf = ({ id, kind, about, at }: News & { id: string }, message: Message): string => {
  const { link, source, campaign, title } = message
  return JSON.stringify({
    id,
    type: kind,
    timestamp: at.toISOString(),
    data: { kind, about, time: at.toISOString(), title, link: link.url, source, campaign },
  })
}

/** Resolves at the end of the answer, or after MOST_READ_BYTES of it. */
const exchange = async (
  { url, secret, allowHosts }: WebhookSettings,
  post: Post,
  around: Around,
  signal: AbortSignal,
): Promise<IncomingMessage> => {
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(post.body),
    'user-agent': 'Firsttouch',
    ...signedHeaders(post, secret),
  }
  const { body } = post
  return readSome(
    await requestPublic(new URL(url), { method: 'POST', headers, body, allowHosts, signal }, around),
  )
}

/** Prefix of secrets in Standard Webhooks v1 (github.com/standard-webhooks/standard-webhooks). */
const PREFIX = 'whsec_'

/** A secret with the prefix is base64. A secret without it is used as text. */
const keyOf = (secret: string): Buffer =>
  secret.startsWith(PREFIX) ? Buffer.from(secret.slice(PREFIX.length), 'base64') : Buffer.from(secret)

export const signedHeaders = ({ id, at, body }: Post, secret: string): Record<string, string> => {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signature = createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}

const readSome = async (answer: IncomingMessage): Promise<IncomingMessage> => {
  let bytes = 0
  for await (const chunk of answer) {
    bytes += (chunk as Buffer).length
    if (bytes > MOST_READ_BYTES) break
  }
  return answer
}

const GONE = 410
const COME_AGAIN = [429, 503]

const outcomeOf = ({ statusCode: status = 0, headers }: IncomingMessage): Outcome => {
  if (status >= 200 && status < 300) return { state: 'sent' }
  if (status === GONE)
    return {
      state: 'refused',
      reason: 'The webhook has been removed (410). Set WEBHOOK_URL to a new webhook.',
    }
  if (status >= 300 && status < 400)
    return {
      state: 'later',
      reason: `The webhook answers with a redirect (${status}), which is not followed. Set WEBHOOK_URL to its target.`,
    }
  const reason = `The webhook answered ${status}.`
  return { state: 'later', reason, waitMs: COME_AGAIN.includes(status) ? waitOf(headers['retry-after']) : 0 }
}

/** Retry-After has seconds or a date. Returns milliseconds from now, and 0 for an invalid value. */
const waitOf = (retryAfter = ''): number => {
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - Date.now()
  return Math.max(0, ms || 0)
}

const reasonOf = (error: unknown, { host }: URL, withinMs: number): string => {
  const sentence = failureOf(error, `The webhook ${host}`, withinMs)
  return error instanceof BlockedAddressError
    ? sentence.replace(
        /\.$/,
        ': correct WEBHOOK_URL, or name the host in WEBHOOK_ALLOW_HOSTS if it is yours.',
      )
    : sentence
}
