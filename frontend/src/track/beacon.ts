import { attempt } from './attempt.ts'
import { batchBody, firstBatch, type Queue } from './queue.ts'

/**
 * A page cannot read the response to a beacon, so the events stay queued and the server deduplicates them. A browser
 * announces the end of a page more than once, so each event goes into one beacon only.
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
