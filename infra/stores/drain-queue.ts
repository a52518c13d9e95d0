/** Processes a queue in PostgreSQL as rows arrive. Any number of processes may run it. */
import type { Sql } from 'postgres'
import { pause } from '../platform/timing.ts'
import { openWakeup } from '../platform/wakeup.ts'

/** Milliseconds. Polling covers lost notifications and rows that become due later. */
const POLL_MS = 2_000
const LONGEST_PAUSE_MS = 30_000

type Queue = { sql: Sql; channel: string; signal: AbortSignal; onError: (error: unknown) => void }
/** Returns whether more rows may be waiting. */
type Work = () => Promise<boolean>

/** Runs until the signal aborts. After a failure, a worker pauses with exponential back-off and jitter. */
export const drainQueue = async ({ sql, channel, signal, onError }: Queue, workers: Work[]) => {
  const lanes = workers.map(work => ({ work, wakeup: openWakeup() }))
  const wakeAll = () => {
    for (const { wakeup } of lanes) wakeup.wake()
  }
  const hint = sql.listen(channel, wakeAll).catch(onError)
  await Promise.all(
    lanes.map(async ({ work, wakeup }) => {
      let failures = 0
      while (!signal.aborted)
        try {
          const hasMore = await work()
          failures = 0
          if (!hasMore) await wakeup.sleep(POLL_MS, signal)
        } catch (error) {
          if (signal.aborted) break
          onError(error)
          await pause(Math.min(LONGEST_PAUSE_MS, 250 * 2 ** failures++) * (0.5 + Math.random() / 2), signal)
        }
    }),
  )
  const listening = await hint
  await listening?.unlisten().catch(onError)
}
