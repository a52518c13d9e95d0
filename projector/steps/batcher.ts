/** Batches of several partitions are projected together: what waits while a batch is projected goes into the next one. */
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { LogRecord } from '@firsttouch/infra/log/log'

/** How long a projector rests after a round, in ms. Trades the freshness of figures against processor time for queries. */
export type Resting = (tookMs: number) => number

/** Rounds begin so far apart, in ms. A longer round follows at once. */
const APART = { least: 100, most: 200 }

/** As long as the round took, so that half of the time is left to others. */
export const asLongAsItTook: Resting = tookMs =>
  Math.max(0, Math.min(APART.most, Math.max(APART.least, 2 * tookMs)) - tookMs)

/** Who hands over so many at once is far behind, and soon hands over other partitions: together they cost half. */
const MANY = 1_000
const GATHER_MS = 200
const LOOK_AGAIN_MS = 5

type Waiting = { records: LogRecord[]; done: () => void; failed: (error: unknown) => void }

/** Waits for other partitions of a log that is far behind: once as many have come together as ever did, for none. */
const openGathering = (waiting: Waiting[]) => {
  let partitions = 0
  const isAlone = () => partitions === 0 || waiting.length < partitions
  const isFarBehind = () => waiting.some(({ records }) => records.length >= MANY)
  return async (): Promise<void> => {
    const end = performance.now() + GATHER_MS
    while (isAlone() && isFarBehind() && performance.now() < end) await sleep(LOOK_AGAIN_MS)
    partitions = Math.max(partitions, waiting.length)
  }
}

/** Who handed work over is told after the rest, and fetches all that has come by then. */
export const openBatcher = (
  work: (records: LogRecord[]) => Promise<void>,
  { resting, maxRecords }: { resting: Resting; maxRecords: number },
): ((records: LogRecord[]) => Promise<void>) => {
  const waiting: Waiting[] = []
  let running = false
  const gather = openGathering(waiting)

  const take = (): Waiting[] => {
    let size = 0
    const count = waiting.findIndex(({ records }) => {
      size += records.length
      return size > maxRecords
    })
    return waiting.splice(0, count === -1 ? waiting.length : Math.max(1, count))
  }

  const run = async (): Promise<void> => {
    running = true
    // A log hands over its partitions one after the other, in the same turn.
    await nextTurn()
    while (waiting.length > 0) {
      await gather()
      const started = performance.now()
      const taken = take()
      const [outcome] = await Promise.allSettled([work(taken.flatMap(({ records }) => records))])
      await sleep(resting(performance.now() - started))
      for (const { done, failed } of taken)
        if (outcome.status === 'fulfilled') done()
        else failed(outcome.reason)
    }
    running = false
  }

  return records =>
    new Promise((done, failed) => {
      waiting.push({ records, done: () => done(), failed })
      if (!running) void run()
    })
}
