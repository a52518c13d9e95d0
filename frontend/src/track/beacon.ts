/** Before the page goes away, what waits is sent once more in a way that outlives the page. */
import { attempt } from './attempt.ts'
import { batchBody, firstBatch, type Queue } from './queue.ts'

/**
 * A beacon's answer cannot be read, so what it carries stays queued; the server knows events by their id. A browser
 * announces the end of a page more than once: each event goes into one beacon only.
 */
export const openBeacons = (
  queue: Pick<Queue, 'ours'>,
  beacon: (body: string) => boolean,
  now: () => number,
) => {
  const carried = new Set<string>()
  return (): void =>
    attempt(() => {
      let rest = queue.ours().filter(({ id }) => !carried.has(id))
      while (rest.length > 0) {
        const batch = firstBatch(rest)
        if (!beacon(batchBody(batch, now()))) return
        for (const { id } of batch) carried.add(id)
        rest = rest.slice(batch.length)
      }
    })
}
