import type { Log } from '@firsttouch/infra/log/log'
import type { Check } from '@firsttouch/infra/platform/health'
import { groupOf, servingDatabase } from '@firsttouch/infra/stores/read-models'
import type { Sql } from 'postgres'

const LOOK_EVERY_MS = 5_000
/** If entries wait and no process finishes a batch for this many milliseconds, the projector is not ready. */
const STANDSTILL_MS = 60_000

export type Progress = {
  done(): void
  stopped(): void
  check: Check
  close(): void
}

export const openProgress = (
  { log, sql }: { log: Pick<Log, 'positions'>; sql: Sql },
  { lookEveryMs = LOOK_EVERY_MS, standstillMs = STANDSTILL_MS } = {},
): Progress => {
  let stopped = false
  let answered = true
  /** The last time when a batch was finished or no entry was waiting. */
  let fineAt = performance.now()
  let done = 0

  const look = async () => {
    const positions = await log.positions(groupOf(await servingDatabase(sql)))
    const before = done
    done = positions.reduce((sum, { committed }) => sum + committed, 0)
    const isDone = positions.every(({ start, end, committed }) => Math.max(start, committed) >= end)
    if (isDone || done > before) fineAt = performance.now()
  }
  const timer = setInterval(() => {
    look().then(
      () => {
        answered = true
      },
      () => {
        answered = false
      },
    )
  }, lookEveryMs).unref()
  return {
    done: () => {
      fineAt = performance.now()
    },
    stopped: () => {
      stopped = true
    },
    check: () => {
      if (stopped) return 'too many dead letters'
      if (!answered) return 'log'
      return performance.now() - fineAt > standstillMs ? 'progress' : null
    },
    close: () => clearInterval(timer),
  }
}
