import { setTimeout as sleep } from 'node:timers/promises'
import type { SeedEvent } from './traffic.ts'

/** Waits for the time in `Retry-After` after a 503 or 429 response. Returns the number of accepted events. */
export const sendEvents = async (
  site: string,
  events: SeedEvent[],
  onBatch: (sent: number) => void = () => undefined,
): Promise<number> => {
  let accepted = 0
  for (let from = 0; from < events.length; from += 100) {
    accepted += await sendBatch(site, events.slice(from, from + 100))
    onBatch(accepted)
  }
  return accepted
}

const sendBatch = async (site: string, events: SeedEvent[]): Promise<number> => {
  for (;;) {
    const answer = await fetch(`${site}/api/analytics/batch`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ events }),
    })
    if (answer.ok) return ((await answer.json()) as { accepted: number }).accepted
    if (answer.status !== 503 && answer.status !== 429)
      throw new Error(`The seed was refused: ${await answer.text()}`)
    await sleep(Number(answer.headers.get('retry-after') ?? 1) * 1000)
  }
}
