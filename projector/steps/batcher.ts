/** Coalesces the batches of several partitions. Those that arrive during a projection join the next, up to a limit. */
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { LogRecord } from '@firsttouch/infra/log/log'

/** Returns the milliseconds to rest after a batch. Trades freshness of figures for CPU time of queries. */
export type Resting = (tookMs: number) => number

/** Milliseconds between the starts of two batches. After a batch longer than `most`, the next starts immediately. */
const APART = { least: 100, most: 200 }

/** Rests as long as the batch took, within the limits of `APART`. Queries can use about half of the CPU time. */
export const asLongAsItTook: Resting = tookMs =>
  Math.max(0, Math.min(APART.most, Math.max(APART.least, 2 * tookMs)) - tookMs)

/** A partition with this many entries is far behind. It catches up twice as fast in one batch with all partitions. */
const MANY = 1_000
const GATHER_MS = 200
const LOOK_AGAIN_MS = 5

type Waiting = { records: LogRecord[]; done: () => void; failed: (error: unknown) => void }

/** If a partition is far behind, waits up to `GATHER_MS` for batches of the other partitions. */
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

/** Returns a function that projects a partition's entries. Its promise resolves after the batch with these entries. */
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
    // Wait one turn of the event loop, because the log passes the batches of its partitions one by one within a turn.
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
