import { setTimeout as sleep } from 'node:timers/promises'
import { v7 } from 'uuid'

const EVERY_MS = 500
const VISITS = 4

/** Sends a few visits again and again and ignores the answers. Returns a function that stops it. */
export const sendSteadily = (url: string): (() => Promise<void>) => {
  const over = new AbortController()
  const send = async () => {
    const events = Array.from({ length: VISITS }, () => ({
      type: 'visit',
      id: v7(),
      sessionId: `utm_${Math.random()}_s`,
      pagePath: '/',
    }))
    const answer = await fetch(`${url}/api/analytics/batch`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ events }),
    })
    await answer.arrayBuffer()
  }
  const sending = (async () => {
    while (!over.signal.aborted) {
      // The process is down: ignore the failed request.
      await send().catch(() => undefined)
      await sleep(EVERY_MS)
    }
  })()
  return async () => {
    over.abort()
    await sending
  }
}
