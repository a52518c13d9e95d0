/** Batches of several partitions are projected together: what waits while a batch is projected goes into the next one. */
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { LogRecord } from '@firsttouch/infra/log/log'

/** Who hands over so many at once is far behind, and soon hands over other partitions: together they cost half. */
const MANY = 1_000
const GATHER_MS = 200

type Work = (records: LogRecord[]) => Promise<void>
type Waiting = { records: LogRecord[]; done: () => void; failed: (error: unknown) => void }

/**
 * Work starts at least `paceMs` apart, so that a busy minute is not refreshed more often than anyone can see. Of several lanes the
 * others help where it is far behind, each with partitions of its own: one reads entries while the stores work for another.
 */
export const openBatcher = (
  lanes: Work[],
  { paceMs, maxRecords }: { paceMs: number; maxRecords: number },
): Work => {
  const waiting: Waiting[] = []
  const idle = [...lanes]
  let gathering = 0
  const isBehind = () => waiting.some(({ records }) => records.length >= MANY)
  const hasWork = () => waiting.length > 0 && (isBehind() || idle.length === lanes.length - 1)

  const gather = async (until: Promise<unknown>): Promise<void> => {
    gathering += 1
    await until
    gathering -= 1
  }

  const run = async (work: Work): Promise<void> => {
    // A log hands over its partitions one after the other, in the same turn.
    await gather(nextTurn())
    while (hasWork()) {
      if (isBehind()) await gather(sleep(GATHER_MS))
      const started = performance.now()
      const taken = take(waiting, waiting.length / (gathering + 1), maxRecords)
      if (taken.length === 0) break
      await finish(work, taken)
      await sleep(Math.max(0, paceMs - (performance.now() - started)))
    }
    idle.push(work)
  }

  const wake = (): void => {
    const [work] = idle
    if (!work || (idle.length < lanes.length && !isBehind())) return
    idle.shift()
    void run(work)
  }

  return records =>
    new Promise((done, failed) => {
      waiting.push({ records, done: () => done(), failed })
      wake()
    })
}

const finish = async (work: Work, taken: Waiting[]): Promise<void> => {
  try {
    await work(taken.flatMap(({ records }) => records))
    for (const { done } of taken) done()
  } catch (error) {
    for (const { failed } of taken) failed(error)
  }
}

const take = (waiting: Waiting[], most: number, maxRecords: number): Waiting[] => {
  let size = 0
  const count = waiting.findIndex(({ records }, at) => {
    size += records.length
    return size > maxRecords || at >= most
  })
  return waiting.splice(0, count === -1 ? waiting.length : Math.max(1, count))
}
