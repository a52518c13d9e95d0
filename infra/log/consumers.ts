import { trackPending } from '../platform/timing.ts'
import type { ConsumeOptions } from './log.ts'

/** A consumer ends when its own signal aborts or when the log is closed. */
export const openConsumers = () => {
  const closing = new AbortController()
  const running = trackPending()
  return {
    run: (options: ConsumeOptions, consume: (options: ConsumeOptions) => Promise<void>): Promise<void> => {
      const signal = AbortSignal.any([options.signal, closing.signal])
      return running.add(consume({ ...options, signal }))
    },
    /** Resolves when all running batches are done. Never rejects, even if a consumer fails. */
    close: async (): Promise<void> => {
      closing.abort()
      await running.settled()
    },
  }
}
