/** Sends events as a text body. A JSON body can need a CORS preflight, which could not finish while the page closes. */
import type { Post } from './delivery.ts'

export const EVENTS_URL = '/api/analytics/batch'
const ANSWER_WITHIN_MS = 15_000
const LONGEST_RETRY_AFTER_MS = 10 * 60_000

export const retryAfterMs = (header: string | null, now: number): number => {
  if (!header) return 0
  const ms = Number(header) * 1_000 || Date.parse(header) - now
  return Math.min(LONGEST_RETRY_AFTER_MS, Math.max(0, ms || 0))
}

export const postEvents =
  (send: typeof fetch, now: () => number): Post =>
  async body => {
    try {
      const signal = AbortSignal.timeout?.(ANSWER_WITHIN_MS) ?? null
      const answer = await send(EVENTS_URL, { method: 'POST', body, keepalive: true, signal })
      return { status: answer.status, retryAfterMs: retryAfterMs(answer.headers.get('retry-after'), now()) }
    } catch {
      return { status: 0, retryAfterMs: 0 }
    }
  }
